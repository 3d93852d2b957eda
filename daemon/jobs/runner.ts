import type { Clock } from '../crypto/clock.ts';
import type { Component } from '../lifecycle.ts';
import type { Logger } from '../logger.ts';
import type { JobSpec, JobStatus } from './job.ts';
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
  list(): JobStatus[];
  find(name: string): JobStatus | null;
}

interface Deps {
  clock: Pick<Clock, 'now'>;
  logger: Logger;
}

interface Entry {
  job: JobSpec;
  turns: JobTurns;
  nextRunAt: number | null;
  wake(): void;
}

/** Runs jobs independently of each other, and each of them never twice at the same time. */
export function createJobRunner({ clock, logger }: Deps): JobRunner {
  const abort = new AbortController();
  const loops: Promise<void>[] = [];
  const entries = new Map<string, Entry>();

  function createEntry(job: JobSpec): Entry {
    const onFailure = (error: unknown) => logger.error({ job: job.name, err: error }, 'job failed');
    const turns = createJobTurns(job, { clock, signal: abort.signal, onFailure });
    return { job, turns, nextRunAt: null, wake: () => undefined };
  }

  async function loop(entry: Entry): Promise<void> {
    while (!abort.signal.aborted) {
      // Set before the run, so that a wake during the run is not lost.
      const woken = new Promise<void>((resolve) => (entry.wake = resolve));
      entry.nextRunAt = null;
      await entry.turns.take().catch(() => undefined);
      if (abort.signal.aborted) return;
      const timer = setTimeout(() => entry.wake(), entry.job.everyMs).unref();
      entry.nextRunAt = clock.now() + entry.job.everyMs;
      await woken;
      clearTimeout(timer);
    }
  }

  function requireEntry(name: string): Entry {
    const entry = entries.get(name);
    if (!entry) throw new Error(`no job ${name}`);
    return entry;
  }

  return {
    name: 'jobs',
    add: (jobs) => jobs.forEach((job) => void entries.set(job.name, createEntry(job))),
    async start() {
      loops.push(...[...entries.values()].map(loop));
    },
    async stop() {
      abort.abort();
      for (const { wake } of entries.values()) wake();
      await Promise.all(loops);
      // Wait for requested runs, because their resources are closed next.
      await Promise.all([...entries.values()].map(({ turns }) => turns.idle()));
    },
    run: async (name) => requireEntry(name).turns.take(),
    wake: (name) => entries.get(name)?.wake(),
    list: () => [...entries.values()].map(statusOf).sort((a, b) => (a.name < b.name ? -1 : 1)),
    find(name) {
      const entry = entries.get(name);
      return entry ? statusOf(entry) : null;
    },
  };
}

function statusOf({ job, turns, nextRunAt }: Entry): JobStatus {
  const { name, everyMs } = job;
  return { name, everyMs, ...turns.last(), nextRunAt, notice: job.notice?.() ?? null };
}
