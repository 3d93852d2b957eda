import type { Clock } from '../crypto/clock.ts';
import type { JobHistory, JobSpec } from './job.ts';

/** Decides when a job runs, and remembers how that went. */
export interface JobSchedule {
  /** Takes up the jobs; those that are new to it are due. */
  start(jobs: readonly JobSpec[]): Promise<void>;
  /**
   * Runs `work` as the only run of the job, if it is due. One that is `asked` runs in any case, after the current run if
   * there is one. Rejects if it fails.
   */
  run(job: JobSpec, run: JobRun): Promise<void>;
  /** Milliseconds until a server should look whether the job is due. */
  untilDue(job: JobSpec): Promise<number>;
  /** Lets a job be due at once. */
  wake(name: string): void;
  /** Calls `listener` when a job is due before its time; null: any may be. Returns a function that ends it. */
  listen(listener: (name: string | null) => void): () => void;
  read(jobs: readonly JobSpec[]): Promise<ReadonlyMap<string, JobHistory>>;
}

export interface JobRun {
  asked: boolean;
  /** Fires when the server stops. */
  signal: AbortSignal;
  /** Its own signal also fires when the run has to end for another reason. */
  work(signal: AbortSignal): Promise<void>;
}

export const noHistory: JobHistory = {
  isRunning: false,
  lastStartedAt: null,
  lastFinishedAt: null,
  hasFailed: false,
  failures: 0,
  nextRunAt: null,
  notice: null,
};

/** Jobs of one server: each is due when the server starts, and a while after each run. */
export function createMemorySchedule({ clock }: { clock: Pick<Clock, 'now'> }): JobSchedule {
  const histories = new Map<string, JobHistory>();
  const listeners = new Set<(name: string | null) => void>();
  const note = (job: JobSpec, facts: Partial<JobHistory>) =>
    histories.set(job.name, { ...(histories.get(job.name) ?? noHistory), ...facts });

  return {
    start: async () => undefined,

    async run(job, { signal, work }) {
      note(job, { isRunning: true, lastStartedAt: clock.now(), nextRunAt: null });
      try {
        await work(signal);
        note(job, { hasFailed: false });
      } catch (error) {
        const failures = (histories.get(job.name)?.failures ?? 0) + 1;
        // A run that was stopped with the server has not failed.
        if (!signal.aborted) note(job, { hasFailed: true, failures });
        throw error;
      } finally {
        note(job, { isRunning: false, lastFinishedAt: clock.now() });
      }
    },

    async untilDue(job) {
      note(job, { nextRunAt: clock.now() + job.everyMs });
      return job.everyMs;
    },

    wake: (name) => listeners.forEach((listener) => listener(name)),

    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    read: async (jobs) =>
      new Map(
        jobs.map((job) => [
          job.name,
          { ...(histories.get(job.name) ?? noHistory), notice: job.notice?.() ?? null },
        ]),
      ),
  };
}
