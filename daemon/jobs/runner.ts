import type { Component } from '../lifecycle.ts';
import type { Logger } from '../logger.ts';
import type { JobSpec } from './job.ts';

/** Wakes a job before its time, because something happened that it looks after. */
export interface JobWaker {
  wake(name: string): void;
}

export interface JobRunner extends Component, JobWaker {
  /** Runs a job now, or after the run that is on its way, and waits for it. */
  run(name: string): Promise<void>;
}

/** Runs each job by itself, never twice at the same time. */
export function createJobRunner(jobs: readonly JobSpec[], logger: Logger): JobRunner {
  const abort = new AbortController();
  const loops: Promise<void>[] = [];
  const wakers = new Map<string, () => void>();
  const turns = new Map<string, Promise<void>>();

  async function loop(job: JobSpec): Promise<void> {
    while (!abort.signal.aborted) {
      const woken = waitForWake(job);
      await inTurn(job).catch((error: unknown) => {
        if (!abort.signal.aborted) logger.error({ job: job.name, err: error }, 'job failed');
      });
      await woken;
    }
  }

  function inTurn(job: JobSpec): Promise<void> {
    const before = turns.get(job.name) ?? Promise.resolve();
    const run = before.then(() => job.run(abort.signal));
    turns.set(
      job.name,
      run.catch(() => undefined),
    );
    return run;
  }

  /** Armed before the run, so that a wake during the run is not lost. */
  function waitForWake(job: JobSpec): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, job.everyMs);
      timer.unref();
      const wake = () => {
        clearTimeout(timer);
        resolve();
      };
      wakers.set(job.name, wake);
    });
  }

  return {
    name: 'jobs',
    async start() {
      loops.push(...jobs.map(loop));
    },
    async stop() {
      abort.abort();
      for (const wake of wakers.values()) wake();
      await Promise.all(loops);
    },
    async run(name) {
      const job = jobs.find((candidate) => candidate.name === name);
      if (!job) throw new Error(`no job ${name}`);
      await inTurn(job);
    },
    wake(name) {
      wakers.get(name)?.();
    },
  };
}
