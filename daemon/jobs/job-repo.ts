import type { Knex } from 'knex';
import type { JobNotice } from '#sdk/contract/jobs.js';
import { dialectOf } from '../db/dialect.ts';
import type { JobHistory } from './job.ts';

interface JobRow {
  name: string;
  due_at: number | null;
  owner: string | null;
  owner_until: number | null;
  started_at: number | null;
  finished_at: number | null;
  has_failed: number;
  notice: JobNotice | null;
  failures: number;
}

/** A run of a job: `owner` is an id of its own. */
export interface JobClaim {
  name: string;
  owner: string;
}

export interface JobOutcome {
  /** A stopped run has neither succeeded nor failed. */
  result: 'done' | 'failed' | 'stopped';
  notice: JobNotice | null;
  /** Milliseconds until the next run. */
  everyMs: number;
}

export type JobRepo = ReturnType<typeof createJobRepo>;

/** The jobs that servers share. All moments are those of the clock of the database. */
export function createJobRepo(q: Knex) {
  const table = () => q<JobRow>('jobs');
  const clock = dialectOf(q).now;
  const now = () => q.raw<number>(clock);
  const later = (milliseconds: number) => q.raw<number>(`${clock} + ${Math.round(milliseconds)}`);

  return {
    /** Enters jobs that are new; those of `due` are due in any case. */
    async enter(names: readonly string[], due: readonly string[]): Promise<void> {
      if (names.length === 0) return;
      const rows = names.map((name) => ({ name, due_at: now() }));
      await table().insert(rows).onConflict('name').ignore();
      await table()
        .whereIn('name', [...due])
        .whereNotNull('due_at')
        .update({ due_at: now() });
    },

    /**
     * Begins a run, unless another one is active or the job is not due; `asked`: due or not. What lets it be due from
     * now on asks for one more run. A job that has run later than now is due, and its lease no longer counts: the clock
     * was ahead.
     */
    async claim({ name, owner }: JobClaim, options: { asked: boolean; lease: number }): Promise<boolean> {
      const { asked, lease } = options;
      const free = table()
        .where({ name })
        .whereRaw(`(owner is null or owner_until <= ${clock} or owner_until > ${clock} + ?)`, [lease]);
      if (!asked) free.whereRaw(`(due_at is null or due_at <= ${clock} or started_at > ${clock})`);
      const run = { owner, owner_until: later(lease), started_at: now(), due_at: null };
      return (await free.update(run)) > 0;
    },

    /** Prolongs a run; false: another one has begun. */
    async renew({ name, owner }: JobClaim, lease: number): Promise<boolean> {
      return (
        (await table()
          .where({ name, owner })
          .update({ owner_until: later(lease) })) > 0
      );
    },

    async finish({ name, owner }: JobClaim, { result, notice, everyMs }: JobOutcome): Promise<void> {
      const next = later(result === 'stopped' ? 0 : everyMs);
      await table()
        .where({ name, owner })
        .update({
          owner: null,
          owner_until: null,
          finished_at: now(),
          due_at: q.raw('coalesce(due_at, ?)', [next]),
          notice,
          ...(result !== 'stopped' && { has_failed: Number(result === 'failed') }),
          ...(result === 'failed' && { failures: q.raw('failures + 1') }),
        });
    },

    /** Lets a job be due now; false: it was already. */
    async wake(name: string): Promise<boolean> {
      const later = table()
        .where({ name })
        .whereRaw(`(due_at > ${clock} or (due_at is null and owner is not null))`);
      return (await later.update({ due_at: now() })) > 0;
    },

    /** Milliseconds until a run can begin; null: the job is not entered. */
    async untilDue(name: string): Promise<number | null> {
      const columns = ['due_at', 'started_at', 'owner', 'owner_until'] as const;
      const [row] = await table()
        .where({ name })
        .select(...columns, { now: now() });
      if (!row) return null;
      const at = Number(row.now);
      const wasAhead = (row.started_at ?? 0) > at;
      const dueAt = wasAhead ? at : (row.due_at ?? 0);
      return Math.max(dueAt, row.owner === null ? 0 : (row.owner_until ?? 0)) - at;
    },

    async now(): Promise<number> {
      const rows: { now: number }[] = await q.select(q.raw(`${clock} as now`));
      return Number(rows[0]?.now);
    },

    async list(): Promise<ReadonlyMap<string, JobHistory>> {
      const rows: (JobRow & { now: number })[] = await table().select('*', { now: now() });
      return new Map(rows.map((row) => [row.name, historyOf(row, row.now)]));
    },
  };
}

function historyOf(row: JobRow, now: number): JobHistory {
  const isRunning = row.owner !== null && (row.owner_until ?? 0) > now;
  return {
    isRunning,
    lastStartedAt: row.started_at,
    lastFinishedAt: row.finished_at,
    hasFailed: row.has_failed === 1,
    failures: row.failures,
    nextRunAt: isRunning ? null : row.due_at,
    notice: row.notice,
  };
}
