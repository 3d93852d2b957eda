import { readFile } from 'node:fs/promises';
import path from 'node:path';
import ignore from 'ignore';
import * as z from 'zod/mini';
import { normalizePath } from '#sdk/contract/formats/paths.js';
import type { LocalFileSource } from '#sdk/index.js';
import { type CommandInput, defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { HintedError } from '../errors/cli-error.ts';
import { compareFiles, type Difference } from '../files/compare.ts';
import { requireFolder } from '../files/folder.ts';
import { confirmRemoval, refuseRemovingAll, removeAll } from '../files/remove.ts';
import { createUnknownFinder } from '../files/unknown.ts';
import { type LocatedShare, listOwnFiles, locateOwnShare } from '../find/share.ts';
import { assertCanConfirm } from '../io/confirm.ts';
import { forTerminal } from '../io/output.ts';
import { shortList } from '../io/short-list.ts';
import { findFiles, reportFound } from '../upload/find-files.ts';
import { planInto } from '../upload/plan.ts';
import { assertNoneRefused } from '../upload/refused-names.ts';
import { explainInterruption } from '../upload/resume.ts';
import { runUpload } from '../upload/run-upload.ts';
import { findRemedy } from '../upload/unreadable.ts';
import { transferOptions } from '../upload/upload-files.ts';

const SyncOptions = z.strictObject({
  delete: z._default(z.boolean(), false).check(z.meta({ text: 'sync_delete' })),
  dryRun: z._default(z.boolean(), false).check(z.meta({ text: 'sync_dry_run' })),
  yes: z._default(z.boolean(), false).check(z.meta({ short: 'y' })),
  ...transferOptions,
});
type SyncOptions = CommandInput<typeof SyncOptions>['options'];

/** Paths are those in the share. */
interface Synced {
  url: string;
  added: readonly string[];
  replaced: readonly string[];
  removed: readonly string[];
  /** Files of the share that are not in the folder, and stay. */
  extra: readonly string[];
  unchanged: number;
  /** Bytes of the files that were added or replaced. */
  bytes: number;
}

export const sync = defineCommand({
  args: [
    { name: 'folder', required: true },
    { name: 'share', required: true },
  ],
  options: SyncOptions,
  async run(context, { args: [given = '', reference = ''], options }): Promise<Synced> {
    if (options.delete && !options.dryRun) assertCanConfirm(context, options.yes);
    const folder = await requireFolder(given);
    const located = await locateOwnShare(context, reference);
    const difference = await compare(context, located, { folder, options });
    if (options.delete && leavesNone(difference)) await refuseRemovingAll(located);
    if (!options.dryRun) await apply(context, located, { folder, options, difference });
    const result = toResult(located, difference, options);
    (options.dryRun ? reportPlan : report)(context, result);
    return result;
  },
  view: ({ url }) => [url],
});

/** New files are added before others are removed, so that with one of them the share is never empty. */
function leavesNone({ added, extra, kept }: Difference<LocalFileSource>): boolean {
  return extra.length > 0 && kept + added.length === 0;
}

interface Work {
  folder: string;
  options: SyncOptions;
}

/** As with an upload, the folder is in the share under its own name. */
async function compare(
  context: Context,
  { client, id }: LocatedShare,
  { folder, options }: Work,
): Promise<Difference<LocalFileSource>> {
  const found = await findFiles([folder], options);
  assertNoneRefused(context, found, [folder]);
  reportFound(context, found);
  const { sources, skipped, excluded } = found;
  const root = normalizePath(path.basename(folder));
  const isUnknown = createUnknownFinder(folder, [...skipped, ...excluded]);
  const isExcluded = await readExcluded(options);
  const isLeftOut = (name: string) => isExcluded(name) || isUnknown(`${root}/${name}`);
  const present = await listOwnFiles(client, id);
  try {
    return await compareFiles(sources, present, { root, isLeftOut, signal: context.signal });
  } catch (error) {
    const remedy = await findRemedy(error, { sources, given: [folder] });
    throw remedy ? new HintedError(error, remedy) : error;
  }
}

/** Tells which paths below the folder the search for files leaves out, whether or not they are there. */
async function readExcluded({ exclude = [], ignoreFile, hidden }: SyncOptions) {
  const matcher = ignore({ ignorecase: false });
  if (ignoreFile !== undefined) matcher.add(await readFile(ignoreFile, 'utf8'));
  matcher.add([...exclude]);
  return (name: string) =>
    matcher.ignores(name) || (!hidden && name.split('/').some((part) => part.startsWith('.')));
}

/** Adds first: what is removed may have been moved inside the folder. */
async function apply(
  context: Context,
  located: LocatedShare,
  {
    folder,
    options,
    difference: { added, replaced, unchanged, extra },
  }: Work & { difference: Difference<LocalFileSource> },
): Promise<void> {
  const isRemoving = options.delete && extra.length > 0;
  if (isRemoving && !options.yes) await confirmRemoval(context, extra);
  const sources = [...added, ...replaced];
  if (sources.length > 0) {
    const { parallel, limitRate, resume } = options;
    const plan = await planInto(context, { into: located.id, replace: true }, { paths: [folder], resume });
    await explainInterruption(
      context,
      { ...plan, sources: () => [...sources, ...unchanged], given: [folder] },
      () => runUpload(context, { ...plan, parallel, limitRate, scan: async () => sources }),
    );
  }
  if (isRemoving) await removeAll(context, located, extra);
}

function toResult(
  { server, id }: LocatedShare,
  { added, replaced, unchanged, extra }: Difference<LocalFileSource>,
  { delete: isRemoving }: SyncOptions,
): Synced {
  const pathsOf = (files: readonly { path: string }[]) => files.map((file) => file.path);
  return {
    url: `${server}/s/${id}`,
    added: pathsOf(added),
    replaced: pathsOf(replaced),
    removed: isRemoving ? pathsOf(extra) : [],
    extra: isRemoving ? [] : pathsOf(extra),
    unchanged: unchanged.length,
    bytes: [...added, ...replaced].reduce((sum, { size }) => sum + size, 0),
  };
}

function report(
  { output, translator: { t } }: Context,
  { added, replaced, removed, extra, unchanged }: Synced,
): void {
  output.note(
    t('cli.sync.done', {
      added: added.length,
      replaced: replaced.length,
      removed: removed.length,
      unchanged,
    }),
  );
  if (extra.length > 0) output.note(t('cli.sync.extra', { count: extra.length }));
}

const planGroups = [
  { group: 'added', title: 'cli.sync.plan.added' },
  { group: 'replaced', title: 'cli.sync.plan.replaced' },
  { group: 'removed', title: 'cli.sync.plan.removed' },
  { group: 'extra', title: 'cli.sync.plan.extra' },
] as const;

/** What would change, in groups. */
function reportPlan({ output, translator }: Context, { unchanged, ...changes }: Synced): void {
  for (const { group, title } of planGroups) {
    const paths = changes[group];
    if (paths.length === 0) continue;
    output.note(translator.t(title, { count: paths.length }));
    for (const line of shortList(translator, paths, { describe: forTerminal })) output.note(`  ${line}`);
  }
  output.note(translator.t('cli.sync.plan.unchanged', { count: unchanged }));
}
