import type { Knex } from 'knex';
import { dialectOf } from '../db/dialect.ts';

/** A run, finished or not. Moments are milliseconds since 1970 by the clock of the database. */
export interface BackupRun {
  id: string;
  kind: 'create' | 'prune';
  /** The address of the target, without a password. */
  target: string;
  isScheduled: boolean;
  startedAt: number;
  finishedAt: number | null;
  /** Why it failed: the code of an error, and what the system said. */
  error: string | null;
  reason: string | null;
}

export interface BackupOutcome {
  /** null: it succeeded. */
  failure: { error: string; reason: string } | null;
  blobs: number;
  bytes: number;
  damaged: number;
}

interface RunRow {
  id: string;
  kind: BackupRun['kind'];
  target: string;
  is_scheduled: number;
  started_at: number;
  held_until: number | null;
  finished_at: number | null;
  error: string | null;
  reason: string | null;
  blobs: number | null;
  bytes: number | null;
  damaged: number | null;
}

/** Runs that are remembered, besides the last one of each target that succeeded. */
const remembered = 100;

export type BackupRepo = ReturnType<typeof createBackupRepo>;

/** Runs of backups, at most one of which is active in an instance. */
export function createBackupRepo(q: Knex) {
  const table = () => q<RunRow>('backups');
  const clock = dialectOf(q).now;
  const now = () => q.raw<number>(clock);
  const later = (milliseconds: number) => q.raw<number>(`${clock} + ${Math.round(milliseconds)}`);

  async function isHeld(): Promise<boolean> {
    return (await table().whereRaw(`held_until > ${clock}`).first('id')) !== undefined;
  }

  async function findLast(where: Partial<RunRow>): Promise<BackupRun | null> {
    return fromRow(await table().where(where).orderBy('started_at', 'desc').first());
  }

  const successes = () => table().where({ kind: 'create', error: null }).whereNotNull('finished_at');

  async function findSuccess(): Promise<BackupRun | null> {
    return fromRow(await successes().orderBy('started_at', 'desc').first());
  }

  /**
   * Nothing can have begun after now: what did, by a clock that was ahead, gets its place before a run that has ended.
   * Otherwise, it would be the last one until that time comes, and hide whether the runs after it fail.
   */
  async function passFutureRuns(id: string): Promise<void> {
    const ended = await table().where({ id, kind: 'create' }).first('started_at');
    if (!ended) return;
    const future = table().whereNot({ id }).whereRaw(`started_at > ${clock}`);
    await future.update({ started_at: ended.started_at - 1 });
  }

  return {
    /** Whether a run is active: what it may still read must not be deleted. */
    isHeld,

    /** Begins a run; false: another one is active. The caller has the lock `backup`. */
    async begin(
      { id, kind, target, isScheduled }: Pick<BackupRun, 'id' | 'kind' | 'target' | 'isScheduled'>,
      lease: number,
    ): Promise<boolean> {
      if (await isHeld()) return false;
      const last = await table().orderBy('started_at', 'desc').offset(remembered).first('started_at');
      if (last) {
        const ofTargets = successes().groupBy('target').max('started_at');
        await table().where('started_at', '<=', last.started_at).whereNotIn('started_at', ofTargets).delete();
      }
      await table().insert({
        id,
        kind,
        target,
        is_scheduled: Number(isScheduled),
        started_at: now(),
        held_until: later(lease),
      });
      return true;
    },

    /** Prolongs a run; false: it has ended, or somebody else may have begun one. */
    async renew(id: string, lease: number): Promise<boolean> {
      const active = table().where({ id }).whereRaw(`held_until > ${clock}`);
      return (await active.update({ held_until: later(lease) })) > 0;
    },

    async finish(id: string, { failure, blobs, bytes, damaged }: BackupOutcome): Promise<void> {
      await table()
        .where({ id })
        .update({
          held_until: null,
          finished_at: now(),
          error: failure?.error ?? null,
          reason: failure?.reason ?? null,
          blobs,
          bytes,
          damaged,
        });
      await passFutureRuns(id);
    },

    /** Returns the last run that created a snapshot. */
    lastSuccess: findSuccess,

    /** Whether a run has created a snapshot in a target. */
    async hasCreatedIn(target: string): Promise<boolean> {
      return (await successes().where({ target }).first('id')) !== undefined;
    },

    /** Returns the last scheduled run if it has failed, and no snapshot was created since. */
    async currentFailure(): Promise<BackupRun | null> {
      const last = await findLast({ is_scheduled: 1 });
      if (last?.error === null || last === null) return null;
      const success = await findSuccess();
      return success !== null && success.startedAt > last.startedAt ? null : last;
    },

    /** Returns the last run that was to create a snapshot, whatever became of it. */
    lastCreate: ({ onlyScheduled = false } = {}): Promise<BackupRun | null> =>
      findLast({ kind: 'create', ...(onlyScheduled && { is_scheduled: 1 }) }),

    /** Forgets what kept a target from being pruned, such as a damaged snapshot, because it is solved. */
    async forgetFailedPrunes(target: string): Promise<void> {
      await table().where({ kind: 'prune', target }).whereNotNull('error').delete();
    },

    /** Forgets a run that was stopped, so that it is due again. */
    async remove(id: string): Promise<void> {
      await table().where({ id }).delete();
    },
  };
}

function fromRow(row: RunRow | undefined): BackupRun | null {
  if (!row) return null;
  const { id, kind, target, error, reason } = row;
  return {
    id,
    kind,
    target,
    isScheduled: row.is_scheduled === 1,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    error,
    reason,
  };
}
