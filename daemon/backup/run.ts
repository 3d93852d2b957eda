import { HostError } from '#sdk/contract/host.js';
import type { Core } from '../app/core.ts';
import { newRunId } from '../crypto/ids.ts';
import { english } from '../english.ts';
import { holdLease } from '../jobs/lease.ts';
import { reasonOf } from '../reason-of.ts';
import type { BackupOutcome, BackupRun } from './backup-repo.ts';

/** Milliseconds for which a run that was killed keeps others from beginning. */
const lease = 15_000;

interface Run extends Pick<BackupRun, 'kind' | 'target' | 'isScheduled'> {
  signal: AbortSignal;
}

type Counts = Omit<BackupOutcome, 'failure'>;

/**
 * Does work that changes a target, as the only one of the instance, and records how it went. Until it ends, nothing that
 * the database had at its beginning is deleted from the storage.
 *
 * @throws HostError `backup_running`, and what `work` throws
 */
export async function asOnlyRun<T>(
  { uow }: Pick<Core, 'uow'>,
  { signal, ...run }: Run,
  work: (signal: AbortSignal) => Promise<{ result: T; counts: Counts }>,
): Promise<T> {
  const id = newRunId();
  const hasBegun = await uow.transaction(async ({ lock, backups }) => {
    await lock('backup');
    return backups.begin({ id, ...run }, lease);
  });
  if (!hasBegun) throw new HostError('backup_running');
  const held = holdLease({
    milliseconds: lease,
    signal,
    renew: () => uow.transaction(({ backups }) => backups.renew(id, lease)),
  });
  let outcome: BackupOutcome = { failure: null, blobs: 0, bytes: 0, damaged: 0 };
  try {
    const { result, counts } = await work(held.signal);
    outcome = { failure: null, ...counts };
    return result;
  } catch (error) {
    outcome = { ...outcome, failure: explain(error) };
    throw error;
  } finally {
    held.end();
    // A run that somebody stopped has not failed.
    const isStopped = outcome.failure !== null && signal.aborted;
    await uow.transaction(({ backups }) => (isStopped ? backups.remove(id) : backups.finish(id, outcome)));
  }
}

/** Records a run that could not even begin, or could not do all that it should. */
export async function recordFailure(
  { uow }: Pick<Core, 'uow'>,
  run: Omit<Run, 'signal'>,
  error: unknown,
): Promise<void> {
  const id = newRunId();
  const outcome = { failure: explain(error), blobs: 0, bytes: 0, damaged: 0 };
  await uow.transaction(async ({ lock, backups }) => {
    await lock('backup');
    if (await backups.begin({ id, ...run }, lease)) await backups.finish(id, outcome);
  });
}

/** In English, as the command line would say it. */
function explain(error: unknown): { error: string; reason: string } {
  if (!(error instanceof HostError)) {
    return { error: 'unexpected', reason: reasonOf(error) };
  }
  const { code, params } = error;
  return { error: code, reason: english.t(`cli.errors.${code}`, { ...params }) };
}
