import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { normalizePath } from '#sdk/contract/formats/paths.js';
import type { FileSource } from '#sdk/index.js';
import { type CommandInput, defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { HintedError } from '../errors/cli-error.ts';
import { describeFailure } from '../errors/describe-failure.ts';
import { requireFolder } from '../files/folder.ts';
import { forTerminal } from '../io/output.ts';
import { refuseTogether } from '../options/exclusive.ts';
import { type ChosenPassword, passwordOptions } from '../options/passwords.ts';
import { shareOptions } from '../options/share.ts';
import { findFiles, reportFound } from '../upload/find-files.ts';
import { planInto, planNewShare, type UploadPlan } from '../upload/plan.ts';
import { groupsOf, type RefusedName } from '../upload/refused-names.ts';
import { runUpload } from '../upload/run-upload.ts';
import { transferOptions } from '../upload/upload-files.ts';
import { choosePassword } from '../watch/choose-password.ts';
import { WatchMemory } from '../watch/memory.ts';
import { watchFolder } from '../watch/watch-folder.ts';

const { expires } = shareOptions;
const { exclude, ignoreFile, hidden, renameInvalid, parallel, limitRate } = transferOptions;

const WatchOptions = z.strictObject({
  into: z.optional(z.string().check(z.meta({ value: 'SHARE' }))),
  expires,
  ...passwordOptions,
  password: z.optional(
    z.string().check(z.meta({ value: 'generate', optionalValue: true, text: 'watch_password' })),
  ),
  existing: z._default(z.boolean(), false),
  exclude,
  ignoreFile,
  hidden,
  renameInvalid: renameInvalid.check(z.meta({ text: 'rename_skipped' })),
  parallel,
  limitRate,
});
type WatchOptions = CommandInput<typeof WatchOptions>['options'];

/** Milliseconds until files that could not be uploaded are tried again. */
const retryAfter = 30_000;

/** Prints a link for each upload, as a line. */
export const watch = defineCommand({
  args: [{ name: 'folder', required: true }],
  options: WatchOptions,
  async run(context, { args: [given = ''], options }): Promise<void> {
    const { signal, output, folders, translator } = context;
    const { into, password, passwordFile, passwordStdin } = options;
    if (into !== undefined)
      refuseTogether('--into', { expires: options.expires, password, passwordFile, passwordStdin });
    const folder = await requireFolder(given);
    const chosen = into === undefined ? await choosePassword(context, options) : null;
    const reportSkipped = createSkippedReport(context);
    const reportUnreadable = createUnreadableReport(context);
    const scan = () =>
      listFiles(folder, { options, reportSkipped }).catch(async (error: unknown) => {
        // A file that disappears ends one look, a folder that is gone ends the watch.
        await requireFolder(given);
        if (error instanceof HintedError) reportUnreadable(error);
        return [];
      });
    const memory = await WatchMemory.open(path.join(folders.state, 'watch'), [folder, into ?? '']);
    if (memory.isNew) await memory.add(options.existing ? [] : await scan());
    output.note(translator.t('cli.watch.started', { folder: forTerminal(folder) }));
    const isKnown = (source: FileSource) => memory.has(source);
    for await (const sources of watchFolder({ folder, scan, isKnown, signal })) {
      try {
        const plan = await planUpload(context, folder, { ...options, chosen });
        await upload(context, sources, { plan, options });
        await memory.add(sources);
      } catch (error) {
        if (signal.aborted) break;
        for (const line of describeFailure(translator, error).lines) output.fail(line);
        await sleep(retryAfter, undefined, { signal }).catch(() => undefined);
      }
    }
    // A signal is the only way to end it, and no failure. What it has interrupted is resumed by the next run.
    output.note(translator.t('cli.watch.stopped'));
  },
});

type ReportSkipped = (refused: readonly RefusedName[]) => void;

/** Tells the person once about each file that is skipped because the server would refuse its name. */
function createSkippedReport({ output, translator }: Context): ReportSkipped {
  const told = new Set<string>();
  return (refused) => {
    const fresh = refused.filter(({ path: name }) => !told.has(name));
    if (fresh.length === 0) return;
    for (const { path: name } of fresh) told.add(name);
    output.fail(translator.t('cli.watch.names_skipped', { count: fresh.length }));
    for (const line of groupsOf(translator, fresh)) output.fail(`  ${line}`);
    output.fail(translator.t('cli.watch.names_hint'));
  };
}

/** Tells the person once about each folder that cannot be read: until then, nothing is uploaded. */
function createUnreadableReport({ output, translator }: Context): (error: HintedError) => void {
  const told = new Set<string>();
  return (error) => {
    const { lines } = describeFailure(translator, error);
    const text = lines.join('\n');
    if (told.has(text)) return;
    told.add(text);
    for (const line of lines) output.fail(line);
  };
}

interface Listing {
  options: WatchOptions;
  reportSkipped: ReportSkipped;
}

interface WatchedFile extends FileSource {
  /** The path that the server would refuse; the file has another in the share. */
  renamedFrom?: string | undefined;
}

/** Their paths are those below the folder. */
async function listFiles(folder: string, { options, reportSkipped }: Listing): Promise<WatchedFile[]> {
  const { sources, refused, renamed } = await findFiles([folder], options);
  reportSkipped(refused);
  const start = normalizePath(path.basename(folder)).length + 1;
  const refusedPaths = new Map(renamed.map(({ from, to }) => [to, from.slice(start)]));
  return sources.map((source) => ({
    ...source,
    path: source.path.slice(start),
    renamedFrom: refusedPaths.get(source.path),
  }));
}

/** What has appeared together becomes one share, unless there is one that it is added to. */
function planUpload(
  context: Context,
  folder: string,
  { into, expires: end, chosen, ...options }: WatchOptions & { chosen: ChosenPassword | null },
): Promise<UploadPlan> {
  const files = { paths: [folder], resume: true };
  if (into !== undefined) return planInto(context, { into, replace: true }, files);
  const { password, passwordFile, passwordStdin } = options;
  const passwords = { password, passwordFile, passwordStdin, chosen };
  return planNewShare(context, { ...passwords, ...(end !== undefined && { expires: end }) }, files);
}

async function upload(
  context: Context,
  sources: readonly WatchedFile[],
  { plan, options: { parallel: width, limitRate: rate } }: { plan: UploadPlan; options: WatchOptions },
): Promise<void> {
  const { output, translator } = context;
  const scan = async () => [...sources];
  const { share } = await runUpload(context, { ...plan, parallel: width, limitRate: rate, scan });
  await plan.onPublished?.();
  const { newPassword: password } = plan;
  const paths = sources.map((source) => source.path);
  const renamed = sources.flatMap(({ path: to, renamedFrom: from }) =>
    from === undefined ? [] : [{ from, to }],
  );
  if (context.options.json) {
    const line = { url: share.url, paths, ...(renamed.length > 0 && { renamed }) };
    output.printJson({ ...line, ...(password !== undefined && { password }) }, true);
  } else output.print([share.url]);
  if (password !== undefined) output.fail(translator.t('cli.upload.password', { password }));
  output.note(translator.t('cli.watch.uploaded', { count: paths.length, path: forTerminal(paths[0] ?? '') }));
  reportFound(context, { renamed });
}
