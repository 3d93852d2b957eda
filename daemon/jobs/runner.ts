import { setMaxListeners } from 'node:events';
import type { Clock } from '../crypto/clock.ts';
import type { Component } from '../lifecycle.ts';
import type { Logger } from '../logger.ts';
import type { JobSpec, JobStatus } from './job.ts';
import { createMemorySchedule, type JobSchedule, noHistory } from './schedule.ts';
import { createJobTurns, type JobTurns } from './turns.ts';

/** Wakes a job before its time, because there is work for it. */
export interface JobWaker {
  wake(name: string): void;
}

export interface JobRunner extends Component, JobWaker {
  /** Adds jobs; call it before the start. */
  add(jobs: readonly JobSpec[]): void;
  /** Runs a job now, or after its current run, and waits for it. */
  run(name: string): Promise<void>;
  /** Lists jobs, ordered by name. */
  list(): Promise<JobStatus[]>;
  find(name: string): Promise<JobStatus | null>;
}

interface Deps {
  clock: Pick<Clock, 'now'>;
  logger: Logger;
  /** The schedule that this server shares with others; default: it is the only one. */
  shared?: JobSchedule | null;
  /** Called after a run has failed. */
  onFailure?: (job: string) => Promise<void>;
  /** Runs only the jobs of the server itself. */
  isWebOnly?: boolean;
}

interface Entry {
  job: JobSpec;
  schedule: JobSchedule;
  turns: JobTurns;
  wake(): void;
}

/** Runs jobs independently of each other, and each of them never twice at the same time. */
export function createJobRunner({ clock, logger, shared, onFailure, isWebOnly = false }: Deps): JobRunner {
  const abort = new AbortController();
  const { signal } = abort;
  // Each running job listens.
  setMaxListeners(0, signal);
  const loops: Promise<void>[] = [];
  const entries = new Map<string, Entry>();
  const own = createMemorySchedule({ clock });
  const schedules = shared ? [own, shared] : [own];
  const listeners: (() => void)[] = [];

  function createEntry(job: JobSpec): Entry {
    const schedule = shared && !job.isOfServer ? shared : own;
    const work = async (ends: AbortSignal) => {
      await job.run(ends).catch(async (error: unknown) => {
        if (!ends.aborted) {
          logger.error({ job: job.name, err: error }, 'job failed');
          await onFailure?.(job.name).catch((reason: unknown) =>
            logger.error({ job: job.name, err: reason }, 'the failure of a job could not be announced'),
          );
        }
        throw error;
      });
    };
    const run = (asked: boolean) => schedule.run(job, { asked, signal, work });
    return { job, schedule, turns: createJobTurns({ signal, run }), wake: () => undefined };
  }

  function wakeEntries(name: string | null): void {
    if (name !== null) return entries.get(name)?.wake();
    for (const { wake } of entries.values()) wake();
  }

  async function loop(entry: Entry): Promise<void> {
    while (!signal.aborted) {
      // Set before the run, so that a wake during the run is not lost.
      const woken = new Promise<void>((resolve) => (entry.wake = resolve));
      await entry.turns.take(false).catch(() => undefined);
      if (signal.aborted) return;
      const timer = setTimeout(() => entry.wake(), await entry.schedule.untilDue(entry.job)).unref();
      await woken;
      clearTimeout(timer);
    }
  }

  function requireEntry(name: string): Entry {
    const entry = entries.get(name);
    if (!entry) throw new Error(`no job ${name}`);
    return entry;
  }

  const ofSchedule = (schedule: JobSchedule) =>
    [...entries.values()].filter((entry) => entry.schedule === schedule);

  async function list(): Promise<JobStatus[]> {
    const lists = await Promise.all(
      schedules.map(async (schedule) => {
        const jobs = ofSchedule(schedule).map(({ job }) => job);
        const histories = await schedule.read(jobs);
        return jobs.map(({ name, everyMs }) => ({ name, everyMs, ...(histories.get(name) ?? noHistory) }));
      }),
    );
    return lists.flat().sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  return {
    name: 'jobs',
    add: (jobs) => jobs.forEach((job) => void entries.set(job.name, createEntry(job))),
    async start() {
      for (const schedule of isWebOnly ? [own] : schedules) {
        const started = ofSchedule(schedule);
        await schedule.start(started.map(({ job }) => job));
        listeners.push(schedule.listen(wakeEntries));
        loops.push(...started.map(loop));
      }
    },
    async stop() {
      abort.abort();
      for (const end of listeners) end();
      wakeEntries(null);
      await Promise.all(loops);
      // Wait for requested runs, because their resources are closed next.
      await Promise.all([...entries.values()].map(({ turns }) => turns.idle()));
    },
    run: async (name) => requireEntry(name).turns.take(true),
    wake: (name) => entries.get(name)?.schedule.wake(name),
    list,
    find: async (name) => (await list()).find((status) => status.name === name) ?? null,
  };
}
