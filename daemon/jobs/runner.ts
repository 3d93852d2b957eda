import type { Component } from '../lifecycle.ts';
import type { Logger } from '../logger.ts';
import type { JobSpec } from './job.ts';

/** Wakes a job before its time, because something happened that it looks after. */
export interface JobWaker {
  wake(name: string): void;
}

/** Runs each job by itself, never twice at the same time. */
export function createJobRunner(jobs: readonly JobSpec[], logger: Logger): Component & JobWaker {
  const abort = new AbortController();
  const loops: Promise<void>[] = [];
  const wakers = new Map<string, () => void>();

  async function loop(job: JobSpec): Promise<void> {
    while (!abort.signal.aborted) {
      const woken = waitForWake(job);
      try {
        await job.run(abort.signal);
      } catch (error) {
        if (!abort.signal.aborted) logger.error({ job: job.name, err: error }, 'job failed');
      }
      await woken;
    }
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
    wake(name) {
      wakers.get(name)?.();
    },
  };
}
