import * as z from 'zod/mini';
import { formatBytes, formatDuration } from '#sdk/i18n/format.js';
import { filesFromPaths, fileUploadJournal, type SkippedFile, type UploadResult } from '#sdk/index.js';
import { type CommandInput, defineCommand } from '../command.ts';
import { type Connection, connect } from '../connect.ts';
import type { Context } from '../context.ts';
import { CliError, HintedError } from '../errors.ts';
import { isGenerated, passwordOptions } from '../passwords.ts';
import { chooseSharePassword, shareOptions, toCreateShare } from '../share-options.ts';
import { drawQrCode } from '../ui/qr-code.ts';
import { journalKey } from '../upload/journal-key.ts';
import { journalFolder, rememberPassword, resumeHint } from '../upload/resume.ts';
import { runUpload } from '../upload/run-upload.ts';
import { spoolStdin } from '../upload/spool.ts';

const UploadOptions = z.strictObject({
  ...shareOptions,
  ...passwordOptions,
  exclude: z.optional(z.array(z.string())).check(z.meta({ value: 'GLOB' })),
  ignoreFile: z.optional(z.string().check(z.meta({ value: 'FILE' }))),
  hidden: z._default(z.boolean(), false),
  parallel: z.optional(z.int().check(z.minimum(1), z.maximum(32))),
  qr: z._default(z.boolean(), false),
  resume: z._default(z.boolean(), true),
});
type Input = CommandInput<typeof UploadOptions>;

interface Uploaded extends Omit<UploadResult, 'uploadToken'> {
  url: string;
  seconds: number;
  /** What was left out inside folders: links and special files, which are not followed, and hidden ones. */
  skipped: readonly string[];
  /** How many of these have a name that begins with a dot. */
  hidden: number;
  /** Only when it was generated. */
  password?: string;
}

export const upload = defineCommand({
  args: [{ name: 'path', required: true, variadic: true }],
  options: UploadOptions,
  async run(context, input): Promise<Uploaded> {
    const connection = await connect(context);
    if (!input.args.includes('-')) return uploadPaths(context, connection, input);
    if (input.args.length > 1) throw new CliError({ exit: 'usage', key: 'cli.errors.stdin_alone' });
    const { stdin } = context.streams;
    const spool = await spoolStdin({ stdin, name: input.options.name, signal: context.signal });
    try {
      const options = { ...input.options, resume: false, hidden: true };
      return await uploadPaths(context, connection, { args: [spool.file], options });
    } finally {
      await spool.remove();
    }
  },
  view: ({ url }) => [url],
});

async function uploadPaths(
  context: Context,
  connection: Connection,
  { args, options }: Input,
): Promise<Uploaded> {
  const startedAt = performance.now();
  const { exclude, ignoreFile, hidden } = options;
  const skipped: SkippedFile[] = [];
  const plan = await planUpload(context, connection, { args, options });
  const result = await runUpload(context, {
    ...plan,
    client: connection.client,
    parallel: options.parallel,
    scan: () =>
      filesFromPaths(args, {
        hidden,
        ...(exclude === undefined ? {} : { exclude }),
        ...(ignoreFile === undefined ? {} : { ignoreFile }),
        onSkipped: (file) => skipped.push(file),
      }),
  }).catch((error: unknown) => {
    const cause: unknown = context.signal.aborted ? context.signal.reason : error;
    const hint = plan.journal ? resumeHint(context, cause) : null;
    throw hint ? new HintedError(cause, hint) : cause;
  });
  await plan.onPublished();
  const { uploadToken: _used, ...rest } = result;
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  const { value: password, generated } = plan.password;
  const uploaded: Uploaded = {
    url: result.share.url,
    ...rest,
    seconds,
    skipped: skipped.map(({ file }) => file),
    hidden: skipped.filter(({ reason }) => reason === 'hidden').length,
    ...(generated && password ? { password } : {}),
  };
  plan.password.tell();
  report(context, uploaded, options.qr);
  return uploaded;
}

/** What becomes of the share, and where an unfinished run of the same command has left off. */
async function planUpload(context: Context, { server, account }: Connection, { args, options }: Input) {
  const folder = journalFolder(context);
  const makesPassword = isGenerated(options.password);
  const given = makesPassword ? null : await chooseSharePassword(context, options);
  const share = toCreateShare(options, given?.value);
  const key = journalKey({
    server,
    account,
    paths: args,
    cwd: process.cwd(),
    share: { ...share, password: makesPassword ? 'generated' : undefined },
    password: given?.value,
  });
  const memory = rememberPassword(folder, key);
  const remembered = makesPassword && options.resume ? await memory.load() : null;
  const password = given ?? (await chooseSharePassword(context, options, remembered));
  const isRemembered = makesPassword && options.resume && password.value !== undefined;
  if (isRemembered && password.value) await memory.save(password.value);
  return {
    share: toCreateShare(options, password.value),
    password,
    journal: options.resume ? fileUploadJournal({ directory: folder, key }) : null,
    onPublished: async () => {
      if (isRemembered) await memory.forget();
    },
  };
}

function report(
  context: Context,
  { files, bytes, resumed, seconds, skipped, hidden, url }: Uploaded,
  withQrCode: boolean,
): void {
  const { output, translator, streams } = context;
  const { t, locale } = translator;
  output.note(
    t('cli.upload.done', {
      count: files,
      size: formatBytes(locale, bytes),
      time: formatDuration(locale, Math.max(1, seconds)),
    }),
  );
  if (resumed > 0) output.note(t('cli.upload.resumed', { size: formatBytes(locale, resumed) }));
  const others = skipped.length - hidden;
  if (others > 0) output.note(t('cli.upload.skipped', { count: others }));
  if (hidden > 0) output.note(t('cli.upload.hidden', { count: hidden }));
  if (!withQrCode) return;
  for (const line of drawQrCode(url, streams.stderr.hasColors?.() ?? false)) output.note(line);
}
