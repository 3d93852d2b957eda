import type { PrunePlan, PruneReport, RetentionRules } from '#sdk/contract/host/backups.js';
import { HostError } from '#sdk/contract/host.js';
import type { Core } from '../app/core.ts';
import type { ConfigReader } from '../features/config/reader.ts';
import { listStored } from './copy-blobs.ts';
import { identify } from './create.ts';
import { type ExaminedSnapshot, requireSnapshots, wholeManifests } from './examine.ts';
import { type Manifest, momentOf, pathOfPart } from './manifest.ts';
import { withBlobLists } from './open-blob-lists.ts';
import { asOnlyRun } from './run.ts';
import type { BackupTarget } from './target/target.ts';

/** Which snapshots are removed. */
interface Choice {
  keep: RetentionRules;
  /** Removes these, whatever the rules say. */
  remove?: readonly string[] | undefined;
}

interface Options extends Choice {
  target: BackupTarget;
  /** Removes only those of these that were chosen. Default: all that were chosen. */
  confirmed?: readonly string[] | undefined;
  dryRun: boolean;
  isScheduled: boolean;
  signal: AbortSignal;
}

/**
 * Removes the snapshots that no rule keeps or that are named, what unfinished ones have left, and the blobs that no other
 * snapshot has. It can be interrupted: a manifest goes first, and a blob only when no manifest needs it. Nobody knows
 * what a damaged snapshot needs, so as long as one stays, all blobs do.
 *
 * @throws HostError `backup_keeps_nothing`, `backup_target_taken`, `backup_not_found`, `backup_none_whole`,
 *   `backup_empty`, `backup_running`
 */
export async function pruneBackups(deps: Pick<Core, 'uow'>, options: Options): Promise<PruneReport> {
  const { target, signal, isScheduled, dryRun } = options;
  requireRules(options);
  const run = { kind: 'prune', target: target.address, isScheduled, signal } as const;
  const report = await asOnlyRun(deps, run, async (running) => {
    const instance = await identify(deps);
    const result = await prune({ ...options, signal: running }, instance);
    return { result, counts: { blobs: result.blobs, bytes: result.bytes, damaged: 0 } };
  });
  const isSolved = !dryRun && report.damagedSnapshots.length === 0;
  if (isSolved) await deps.uow.transaction(({ backups }) => backups.forgetFailedPrunes(target.address));
  return report;
}

/**
 * Chooses the snapshots that are kept, and those that are removed.
 *
 * @throws HostError `backup_keeps_nothing`, `backup_not_found`, `backup_none_whole`, `backup_empty`
 */
export async function planPrune(target: BackupTarget, choice: Choice): Promise<PrunePlan> {
  requireRules(choice);
  const { snapshots } = await requireSnapshots(target);
  const there = { target, ids: snapshots.map(({ id }) => id), whole: wholeManifests(snapshots) };
  return { target: target.address, ...choose(there, choice) };
}

function requireRules({ keep, remove }: Choice): void {
  if (remove === undefined && Object.values(keep).every((count) => count === 0)) {
    throw new HostError('backup_keeps_nothing');
  }
}

interface Snapshots {
  target: BackupTarget;
  ids: readonly string[];
  /** Those that can be restored. */
  whole: readonly Manifest[];
}

/** The rules neither count nor remove damaged snapshots: in their place, one would go that can be restored. */
function choose(
  { target, ids, whole }: Snapshots,
  { keep, remove, confirmed = ids }: Choice & Pick<Options, 'confirmed'>,
): Pick<PrunePlan, 'kept' | 'removed'> {
  const { address } = target;
  const unknown = remove?.find((id) => !ids.includes(id));
  if (unknown !== undefined) throw new HostError('backup_not_found', { target: address, snapshot: unknown });
  const chosen = new Set(remove ?? outdated(whole, keep));
  const removed = ids.filter((id) => chosen.has(id) && confirmed.includes(id));
  const kept = ids.filter((id) => !removed.includes(id));
  if (!whole.some(({ id }) => kept.includes(id)))
    throw new HostError('backup_none_whole', { target: address });
  return { kept, removed };
}

function outdated(manifests: readonly Manifest[], keep: RetentionRules): string[] {
  const snapshots = manifests.map((manifest) => ({ id: manifest.id, at: momentOf(manifest) }));
  const needed = new Set(chooseKept(snapshots, keep));
  return snapshots.flatMap(({ id }) => (needed.has(id) ? [] : id));
}

async function prune(options: Options, instance: string): Promise<PruneReport> {
  const { target, dryRun, signal } = options;
  const { snapshots, leftovers } = await requireSnapshots(target);
  requireOwn(snapshots, { target, instance });
  const remove = async (path: string) => {
    signal.throwIfAborted();
    if (!dryRun) await target.remove(path);
  };
  const readable = wholeManifests(snapshots);
  return withBlobLists(target, readable, async (lists) => {
    const whole = readable.filter(({ id }) => !lists.damaged.includes(id));
    const there = { target, ids: snapshots.map(({ id }) => id), whole };
    const { kept, removed } = choose(there, options);
    const damagedSnapshots = kept.filter((id) => !whole.some((one) => one.id === id));
    await removeSnapshots(removed, leftovers, remove);
    const unused = { blobs: 0, bytes: 0 };
    const report = { target: target.address, isDryRun: dryRun, kept, removed, damagedSnapshots };
    if (damagedSnapshots.length > 0) return { ...report, ...unused };
    await lists.each(kept, async (prefix, group) => {
      for (const [path, size] of await listStored(target, prefix)) {
        if (group.has(path)) continue;
        await remove(path);
        unused.blobs += 1;
        unused.bytes += size;
      }
    });
    return { ...report, ...unused };
  });
}

/** @throws HostError `backup_target_taken` */
function requireOwn(
  snapshots: readonly ExaminedSnapshot[],
  { target, instance }: { target: BackupTarget; instance: string },
): void {
  const isForeign = snapshots.some(({ manifest }) => manifest && manifest.instance !== instance);
  if (isForeign) throw new HostError('backup_target_taken', { target: target.address });
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
