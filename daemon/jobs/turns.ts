import type { Clock } from '../crypto/clock.ts';
import type { JobSpec, JobStatus } from './job.ts';

/** Runs one job, one run at a time. */
export interface JobTurns {
  /**
   * Runs the job, or waits for the current run first; later callers join a run that is still waiting. Nothing starts
   * once `signal` has fired.
   */
  take(): Promise<void>;
  /** Resolves when no run is active any longer, however it ended. */
  idle(): Promise<void>;
  last(): Pick<JobStatus, 'isRunning' | 'lastStartedAt' | 'lastFinishedAt' | 'hasFailed' | 'failures'>;
}

interface Options {
  clock: Pick<Clock, 'now'>;
  signal: AbortSignal;
  onFailure(error: unknown): void;
}

export function createJobTurns(job: JobSpec, { clock, signal, onFailure }: Options): JobTurns {
  let running: Promise<void> | null = null;
  let waiting: Promise<void> | null = null;
  let lastStartedAt: number | null = null;
  let lastFinishedAt: number | null = null;
  let hasFailed = false;
  let failures = 0;

  async function runOnce(): Promise<void> {
    lastStartedAt = clock.now();
    try {
      await job.run(signal);
      hasFailed = false;
    } catch (error) {
      // A run that was stopped with the server has not failed.
      if (!signal.aborted) {
        hasFailed = true;
        failures += 1;
        onFailure(error);
      }
      throw error;
    } finally {
      lastFinishedAt = clock.now();
    }
  }

  async function start(): Promise<void> {
    waiting = null;
    signal.throwIfAborted();
    running = runOnce().finally(() => (running = null));
    return running;
  }

  return {
    take() {
      if (!running) return start();
      waiting ??= running.then(start, start);
      return waiting;
    },
    async idle() {
      await (waiting ?? running)?.catch(() => undefined);
    },
    last: () => ({ isRunning: running !== null, lastStartedAt, lastFinishedAt, hasFailed, failures }),
  };
}
