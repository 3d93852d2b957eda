import type { PrunePlan, PruneReport, RetentionRules } from '#sdk/contract/host/backups.js';
import { HostError } from '#sdk/contract/host.js';
import type { Core } from '../app/core.ts';
import type { ConfigReader } from '../features/config/reader.ts';
import { listStored } from './copy-blobs.ts';
import { identify } from './create.ts';
import {
  type Manifest,
  momentOf,
  pathOfPart,
  readIndex,
  readManifests,
  type SnapshotIndex,
} from './manifest.ts';
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
export async function planPrune(target: BackupTarget, { keep }: Pick<Options, 'keep'>): Promise<PrunePlan> {
  requireRules(keep);
  const { manifests } = await readSnapshots(target);
  return { target: target.address, ...choose(manifests, { keep }) };
}

function requireRules(keep: RetentionRules): void {
  if (Object.values(keep).every((count) => count === 0)) throw new HostError('backup_keeps_nothing');
}

/** Without any snapshot, every blob would count as unused: a disk may not be mounted, or a first backup not be finished. */
async function readSnapshots(
  target: BackupTarget,
): Promise<Pick<SnapshotIndex, 'leftovers'> & { manifests: Manifest[] }> {
  const { ids, leftovers } = await readIndex(target);
  if (ids.length === 0) throw new HostError('backup_empty', { target: target.address });
  return { manifests: await readManifests(target, ids), leftovers };
}

function choose(
  manifests: readonly Manifest[],
  { keep, confirmed }: Pick<Options, 'keep' | 'confirmed'>,
): Pick<PrunePlan, 'kept' | 'removed'> {
  const snapshots = manifests.map((manifest) => ({ id: manifest.id, at: momentOf(manifest) }));
  const ids = snapshots.map(({ id }) => id);
  const needed = new Set(chooseKept(snapshots, keep));
  const removed = ids.filter((id) => !needed.has(id) && (confirmed ?? ids).includes(id));
  return { kept: ids.filter((id) => !removed.includes(id)), removed };
}

async function prune(options: Options, instance: string): Promise<PruneReport> {
  const { target, dryRun, signal } = options;
  const { manifests: all, leftovers } = await readSnapshots(target);
  const { kept, removed } = choose(all, options);
  const manifests = all.filter(({ id }) => kept.includes(id));
  if (all.some((manifest) => manifest.instance !== instance)) {
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

/** A snapshot, and when it was made, in milliseconds since 1970. */
export interface DatedSnapshot {
  id: string;
  at: number;
}

const dateOf = (at: number) => new Date(at).toISOString();

/** What has the same name is in the same period. Days, weeks (from Monday) and months are those of UTC. */
const periods: Readonly<Record<keyof RetentionRules, (snapshot: DatedSnapshot) => string>> = {
  last: ({ id }) => id,
  daily: ({ at }) => dateOf(at).slice(0, 10),
  // 1970 began on a Thursday.
  weekly: ({ at }) => String(Math.floor((at / day + 3) / 7)),
  monthly: ({ at }) => dateOf(at).slice(0, 7),
};

/** Returns the snapshots to keep, the oldest first: of each rule the latest snapshots of as many periods as it says. */
export function chooseKept(snapshots: readonly DatedSnapshot[], keep: RetentionRules): string[] {
  const kept = new Set<string>();
  for (const rule of ['last', 'daily', 'weekly', 'monthly'] as const) {
    const seen = new Set<string>();
    for (const snapshot of snapshots.toReversed()) {
      if (seen.size >= keep[rule]) break;
      const period = periods[rule](snapshot);
      if (!seen.has(period)) kept.add(snapshot.id);
      seen.add(period);
    }
  }
  return snapshots.flatMap(({ id }) => (kept.has(id) ? id : []));
}
