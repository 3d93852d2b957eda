import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { normalizePath } from '#sdk/contract/formats/paths.js';
import type { FileSource } from '#sdk/index.js';
import { type CommandInput, defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { describeFailure } from '../errors/describe-failure.ts';
import { requireFolder } from '../files/folder.ts';
import { forTerminal } from '../io/output.ts';
import { shareOptions } from '../options/share.ts';
import { findFiles } from '../upload/find-files.ts';
import { planInto, planNewShare } from '../upload/plan.ts';
import { groupsOf, type RefusedName } from '../upload/refused-names.ts';
import { runUpload } from '../upload/run-upload.ts';
import { transferOptions } from '../upload/upload-files.ts';
import { WatchMemory } from '../watch/memory.ts';
import { watchFolder } from '../watch/watch-folder.ts';

const { expires } = shareOptions;
const { exclude, ignoreFile, hidden, renameInvalid, parallel, limitRate } = transferOptions;

const WatchOptions = z.strictObject({
  into: z.optional(z.string().check(z.meta({ value: 'SHARE' }))),
  expires,
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
    const folder = await requireFolder(given);
    const reportSkipped = createSkippedReport(context);
    const scan = () =>
      listFiles(folder, { options, reportSkipped }).catch(async () => {
        // A file that disappears ends one look, a folder that is gone ends the watch.
        await requireFolder(given);
        return [];
      });
    const target = options.into ?? '';
    const memory = await WatchMemory.open(path.join(folders.state, 'watch'), [folder, target]);
    if (memory.isNew) await memory.add(options.existing ? [] : await scan());
    output.note(translator.t('cli.watch.started', { folder: forTerminal(folder) }));
    const isKnown = (source: FileSource) => memory.has(source);
    for await (const sources of watchFolder({ folder, scan, isKnown, signal })) {
      try {
        await upload(context, sources, { folder, options });
        await memory.add(sources);
      } catch (error) {
        if (signal.aborted) break;
        for (const line of describeFailure(translator, error).lines) output.fail(line);
        await sleep(retryAfter, undefined, { signal }).catch(() => undefined);
      }
    }
    throw signal.reason;
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

interface Listing {
  options: WatchOptions;
  reportSkipped: ReportSkipped;
}

/** Their paths are those below the folder. */
async function listFiles(folder: string, { options, reportSkipped }: Listing): Promise<FileSource[]> {
  const { sources, refused } = await findFiles([folder], options);
  reportSkipped(refused);
  const start = normalizePath(path.basename(folder)).length + 1;
  return sources.map((source) => ({ ...source, path: source.path.slice(start) }));
}

/** What has appeared together becomes one share, unless there is one that it is added to. */
async function upload(
  context: Context,
  sources: readonly FileSource[],
  { folder, options }: { folder: string; options: WatchOptions },
): Promise<void> {
  const { output, translator } = context;
  const files = { paths: [folder], resume: true };
  const plan =
    options.into === undefined
      ? await planNewShare(
          context,
          { passwordStdin: false, ...(options.expires !== undefined && { expires: options.expires }) },
          files,
        )
      : await planInto(context, { into: options.into, replace: true }, files);
  const { share } = await runUpload(context, {
    ...plan,
    parallel: options.parallel,
    limitRate: options.limitRate,
    scan: async () => [...sources],
  });
  const paths = sources.map((source) => source.path);
  if (context.options.json) output.printJson({ url: share.url, paths }, true);
  else output.print([share.url]);
  output.note(translator.t('cli.watch.uploaded', { count: paths.length, path: forTerminal(paths[0] ?? '') }));
}
