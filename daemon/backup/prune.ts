import type { PrunePlan, PruneReport, RetentionRules } from '#sdk/contract/host/backups.js';
import { HostError } from '#sdk/contract/host.js';
import type { Core } from '../app/core.ts';
import type { ConfigReader } from '../features/config/reader.ts';
import { listStored } from './copy-blobs.ts';
import { identify } from './create.ts';
import { pathOfPart, readIndex, readManifests, timeOfSnapshot } from './manifest.ts';
import { asOnlyRun } from './run.ts';
import type { BackupTarget } from './target/target.ts';
import { withBlobLists } from './verify.ts';

interface Options {
  target: BackupTarget;
  keep: RetentionRules;
  /** Removes only those of these that the rules do not keep. Default: all that they do not keep. */
  confirmed?: readonly string[] | undefined;
  dryRun: boolean;
  isScheduled: boolean;
  signal: AbortSignal;
}

/**
 * Removes the snapshots that no rule keeps, what unfinished ones have left, and the blobs that no other snapshot has. It
 * can be interrupted: a manifest goes first, and a blob only when no manifest needs it.
 *
 * @throws HostError `backup_keeps_nothing`, `backup_target_taken`, `backup_damaged` when a snapshot that stays cannot be
 *   read, `backup_empty`, `backup_running`
 */
export function pruneBackups(deps: Pick<Core, 'uow'>, options: Options): Promise<PruneReport> {
  const { target, keep, signal, isScheduled } = options;
  requireRules(keep);
  const run = { kind: 'prune', target: target.address, isScheduled, signal } as const;
  return asOnlyRun(deps, run, async (running) => {
    const instance = await identify(deps);
    const result = await prune({ ...options, signal: running }, instance);
    return { result, counts: { blobs: result.blobs, bytes: result.bytes, damaged: 0 } };
  });
}

/**
 * Chooses the snapshots that rules keep and those that they do not.
 *
 * @throws HostError `backup_keeps_nothing`, `backup_empty`
 */
export async function planPrune(target: BackupTarget, keep: RetentionRules): Promise<PrunePlan> {
  requireRules(keep);
  const { ids } = await readSnapshots(target);
  return { target: target.address, ...choose(ids, { keep }) };
}

function requireRules(keep: RetentionRules): void {
  if (Object.values(keep).every((count) => count === 0)) throw new HostError('backup_keeps_nothing');
}

/** Without any snapshot, every blob would count as unused: a disk may not be mounted, or a first backup not be finished. */
async function readSnapshots(target: BackupTarget): ReturnType<typeof readIndex> {
  const index = await readIndex(target);
  if (index.ids.length > 0) return index;
  throw new HostError('backup_empty', { target: target.address });
}

function choose(
  ids: readonly string[],
  { keep, confirmed = ids }: Pick<Options, 'keep' | 'confirmed'>,
): Pick<PrunePlan, 'kept' | 'removed'> {
  const needed = new Set(chooseKept(ids, keep));
  const removed = ids.filter((id) => !needed.has(id) && confirmed.includes(id));
  return { kept: ids.filter((id) => !removed.includes(id)), removed };
}

async function prune(options: Options, instance: string): Promise<PruneReport> {
  const { target, dryRun, signal } = options;
  const { ids, leftovers } = await readSnapshots(target);
  const { kept, removed } = choose(ids, options);
  const manifests = await readManifests(target, kept);
  if (manifests.some((manifest) => manifest.instance !== instance)) {
    throw new HostError('backup_target_taken', { target: target.address });
  }
  const unused = { blobs: 0, bytes: 0 };
  const remove = async (path: string) => {
    signal.throwIfAborted();
    if (!dryRun) await target.remove(path);
  };
  const onDamaged = (file: string) => {
    // Nobody knows which blobs it needs.
    throw new HostError('backup_damaged', { target: target.address, file });
  };
  let isFirst = true;
  await withBlobLists({ target, manifests, onDamaged }, async (prefix, group) => {
    if (isFirst) await removeSnapshots(removed, leftovers, remove);
    isFirst = false;
    for (const [path, size] of await listStored(target, prefix)) {
      if (group.has(path)) continue;
      await remove(path);
      unused.blobs += 1;
      unused.bytes += size;
    }
  });
  return { target: target.address, isDryRun: dryRun, kept, removed, ...unused };
}

async function removeSnapshots(
  ids: readonly string[],
  leftovers: readonly string[],
  remove: (path: string) => Promise<void>,
): Promise<void> {
  for (const part of ['manifest', 'database', 'blobs'] as const) {
    for (const id of ids) await remove(pathOfPart(id, part));
  }
  for (const path of leftovers) await remove(path);
}

/** The snapshots that the configuration keeps. */
export function rulesOf(config: ConfigReader): RetentionRules {
  return {
    last: config.get('backup.keepLast'),
    daily: config.get('backup.keepDaily'),
    weekly: config.get('backup.keepWeekly'),
    monthly: config.get('backup.keepMonthly'),
  };
}

const day = 86_400_000;

/** What has the same name is in the same period. Days, weeks (from Monday) and months are those of UTC. */
const periods: Readonly<Record<keyof RetentionRules, (at: number, id: string) => string>> = {
  last: (_at, id) => id,
  daily: (_at, id) => id.slice(0, 8),
  // 1970 began on a Thursday.
  weekly: (at) => String(Math.floor((at / day + 3) / 7)),
  monthly: (_at, id) => id.slice(0, 6),
};

/** Returns the snapshots to keep, the oldest first: of each rule the latest snapshots of as many periods as it says. */
export function chooseKept(ids: readonly string[], keep: RetentionRules): string[] {
  const kept = new Set<string>();
  for (const rule of ['last', 'daily', 'weekly', 'monthly'] as const) {
    const seen = new Set<string>();
    for (const id of ids.toReversed()) {
      if (seen.size >= keep[rule]) break;
      const period = periods[rule](timeOfSnapshot(id), id);
      if (!seen.has(period)) kept.add(id);
      seen.add(period);
    }
  }
  return ids.filter((id) => kept.has(id));
}
