import path from 'node:path';
import * as z from 'zod/mini';
import type { ShareFile } from '#sdk/contract/files.js';
import { formatBytes, formatDuration } from '#sdk/i18n/format.js';
import { type CommandInput, defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { ExtractedArchive } from '../download/extract/extract-archives.ts';
import { openShare } from '../download/open-share.ts';
import { chooseOverwrite, OverwriteOption } from '../download/overwrite.ts';
import {
  type Downloaded,
  type DownloadRun,
  downloadArchive,
  downloadFiles,
} from '../download/run-download.ts';
import { selectFiles } from '../download/select-files.ts';
import { prepareFolder } from '../download/target-folder.ts';
import { assertStdoutIsFree, downloadToStdout } from '../download/to-stdout.ts';
import { type LocatedShare, locateShare } from '../find/share.ts';
import { Rate } from '../options/amounts.ts';
import { refuseTogether } from '../options/exclusive.ts';
import { presentedPasswordOptions } from '../options/passwords.ts';

const DownloadOptions = z.strictObject({
  output: z.optional(z.string().check(z.meta({ value: 'DIR|-', short: 'o' }))),
  archive: z._default(z.boolean(), false),
  extract: z._default(z.boolean(), false),
  overwrite: z.optional(OverwriteOption),
  verify: z._default(z.boolean(), true),
  parallel: z.optional(z.int().check(z.minimum(1), z.maximum(32))),
  limitRate: z.optional(Rate),
  ...presentedPasswordOptions,
});
type Input = CommandInput<typeof DownloadOptions>;

/** What `--json` prints. */
interface Result extends Downloaded {
  /** The archives among the files, with `--extract`. */
  extracted?: readonly ExtractedArchive[];
}

export const download = defineCommand({
  args: [
    { name: 'link', required: true },
    { name: 'glob', variadic: true },
  ],
  options: DownloadOptions,
  async run(context, input): Promise<Result | undefined> {
    const { output } = input.options;
    if (input.options.extract) {
      refuseTogether('--extract', { archive: input.options.archive, 'output -': output === '-' });
    }
    if (output === '-') {
      assertStdoutIsFree(context);
      await downloadToStdout(context, await planDownload(context, input));
      return undefined;
    }
    const run = await planDownload(context, input);
    const downloaded = await (run.isArchive ? downloadArchive(context, run) : downloadFiles(context, run));
    report(context, downloaded);
    if (!input.options.extract || !downloaded.files) return downloaded;
    const { extractArchives } = await import('../download/extract/extract-archives.ts');
    return { ...downloaded, extracted: await extractArchives(context, downloaded.files) };
  },
  view: (downloaded) => [
    ...(downloaded?.targets ?? []),
    ...(downloaded?.extracted ?? []).map(({ target }) => target),
  ],
});

/** Opens the share, once, and settles which files go where. */
async function planDownload(context: Context, { args, options }: Input): Promise<DownloadRun> {
  const [link = '', ...patterns] = args;
  const directory = path.resolve(options.output ?? '.');
  const isStdout = options.output === '-';
  const located = await locateShare(context, link);
  const folder = isStdout ? null : await prepareFolder(directory);
  const opening = openAndChoose(context, located, { patterns, directory, options });
  const { share, password, files, overwrite } = await opening.catch(async (error: unknown) => {
    await folder?.removeIfEmpty();
    throw error;
  });
  return {
    client: located.client,
    share,
    files,
    isAll: patterns.length === 0,
    isArchive: options.archive,
    options: {
      directory,
      overwrite,
      verify: options.verify,
      ...(password === undefined ? {} : { password }),
      ...(options.parallel === undefined ? {} : { parallel: options.parallel }),
      ...(options.limitRate === undefined ? {} : { limitRate: options.limitRate }),
    },
  };
}

interface Wanted {
  patterns: readonly string[];
  directory: string;
  options: Input['options'];
}

async function openAndChoose(context: Context, located: LocatedShare, wanted: Wanted) {
  const { directory, options } = wanted;
  const { share, password, forget } = await openShare(context, located, {
    ...options,
    directory: options.output === '-' ? null : directory,
  });
  try {
    return { share, password, ...(await choose(context, located, wanted)) };
  } catch (error) {
    // A view that is used up is worth keeping for the next run.
    if (share.hasDirectLinks) await forget();
    throw error;
  }
}

async function choose(context: Context, located: LocatedShare, { patterns, directory, options }: Wanted) {
  const files = selectFiles(await listFiles(context, located), patterns);
  const request = { option: options.overwrite, directory, files: options.archive ? [] : files };
  const overwrite = options.output === '-' ? 'rename' : await chooseOverwrite(context, request);
  return { files, overwrite };
}

async function listFiles({ signal }: Context, { client, id }: LocatedShare): Promise<ShareFile[]> {
  const files: ShareFile[] = [];
  for await (const file of client.listAllFiles(id, { signal })) files.push(file);
  return files;
}

function report({ output, translator }: Context, { files, bytes, seconds }: Downloaded): void {
  const { t, locale } = translator;
  const size = formatBytes(locale, bytes);
  const time = formatDuration(locale, Math.max(1, seconds));
  if (!files) return output.note(t('cli.download.archive_done', { size, time }));
  const skipped = files.filter((file) => file.status === 'skipped').length;
  output.note(t('cli.download.done', { count: files.length - skipped, size, time }));
  if (skipped > 0) output.note(t('cli.download.skipped', { count: skipped }));
}
