import type { PruneReport } from '#sdk/contract/host/backups.js';
import { HostError } from '#sdk/contract/host.js';
import type { JobNotice } from '#sdk/contract/jobs.js';
import type { Core } from '../app/core.ts';
import type { JobSpec } from '../jobs/job.ts';
import type { Stores } from '../storage/stores.ts';
import type { BackupRun } from './backup-repo.ts';
import { recordFailure } from './run.ts';

type Deps = Pick<Core, 'env' | 'uow' | 'keys' | 'config' | 'logger' | 'clock'> & { stores: Stores };

const hour = 3_600_000;

/**
 * The daily backup of the configuration. It looks every minute whether one is due; a failed one is tried again after an
 * hour.
 */
export function createBackupJob(deps: Deps): JobSpec {
  const { uow, config, clock } = deps;
  let notice: JobNotice | null = null;

  async function note(): Promise<void> {
    const hasFailed = config.get('backup.enabled') && (await uow.read.backups.currentFailure()) !== null;
    notice = hasFailed ? 'backup_failed' : null;
  }

  async function run(signal: AbortSignal): Promise<void> {
    const last = await uow.read.backups.lastCreate({ onlyScheduled: true });
    const now = new Date(clock.now());
    const isDue = config.get('backup.enabled') && isBackupDue(last, config.get('backup.time'), now);
    try {
      // One that was started by hand comes first.
      if (isDue && !(await uow.read.backups.isHeld())) await backUp(deps, signal);
    } finally {
      await note();
    }
  }

  return { name: 'backup.create', everyMs: 60_000, run, notice: () => notice };
}

/** Whether a backup is due that begins each day at a time such as `02:30`, in the time zone of the server. */
export function isBackupDue(last: BackupRun | null, time: string, now: Date): boolean {
  // It was killed, if it is not still running.
  if (last === null || last.finishedAt === null) return true;
  // The clock was ahead when it began: nobody knows when that was.
  if (last.startedAt > now.getTime()) return true;
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const due = new Date(now);
  due.setHours(hours, minutes, 0, 0);
  if (due > now) due.setDate(due.getDate() - 1);
  if (last.startedAt < due.getTime()) return true;
  return last.error !== null && now.getTime() - last.startedAt > hour;
}

async function backUp(deps: Deps, signal: AbortSignal): Promise<void> {
  // Most starts of a server need none of it.
  const [{ createBackup }, { pruneBackups, rulesOf }, { openForCreate }] = await Promise.all([
    import('./create.ts'),
    import('./prune.ts'),
    import('./open-for-create.ts'),
  ]);
  const { config, logger } = deps;
  const address = config.get('backup.target');
  const options = { isScheduled: true, startOver: false };
  const target = await openForCreate(address, deps, options).catch(async (error: unknown) => {
    await recordFailure(deps, { kind: 'create', target: address, isScheduled: true }, error);
    throw error;
  });
  try {
    const made = await createBackup(deps, { target, isScheduled: true, signal });
    const { id, blobs, bytes, copied, damaged, damagedSnapshots } = made;
    logger.info({ snapshot: id, blobs, bytes, copied }, 'the backup is complete');
    if (damaged > 0)
      logger.error({ files: damaged }, 'damaged files are not in the backup; run: fileshare doctor --deep');
    if (damagedSnapshots.length > 0)
      logger.warn({ snapshots: damagedSnapshots }, 'earlier snapshots are damaged and were not used');
    const keep = rulesOf(config);
    const pruned = await pruneBackups(deps, { target, keep, dryRun: false, isScheduled: true, signal });
    const { removed } = pruned;
    if (removed.length > 0) logger.info({ snapshots: removed }, 'removed old snapshots from the backup');
    await reportDamage(deps, pruned);
  } finally {
    await target.close();
  }
}

/** Somebody has to decide about a damaged snapshot. Until then, the target only grows. */
async function reportDamage(deps: Deps, { target, damagedSnapshots }: PruneReport): Promise<void> {
  const [snapshot] = damagedSnapshots;
  if (snapshot === undefined) return;
  const error = new HostError('backup_snapshot_damaged', { target, snapshot });
  await recordFailure(deps, { kind: 'prune', target, isScheduled: true }, error);
  throw error;
}
