import type { JobNotice } from '#sdk/contract/jobs.js';

/**
 * Periodic work: repeatable, tolerant of a kill at any moment, and quick to stop when `signal` fires. A failed run is
 * logged and the next one tries again.
 */
export interface JobSpec {
  name: string;
  /** Milliseconds between the end of a run and the next. */
  everyMs: number;
  run(signal: AbortSignal): Promise<void>;
  /** Returns why the last run held something back until an administrator checks it; null: it did not. */
  notice?(): JobNotice | null;
}

/** The history of a job since the start of the server. Moments are milliseconds since 1970. */
export interface JobStatus {
  name: string;
  everyMs: number;
  isRunning: boolean;
  lastStartedAt: number | null;
  lastFinishedAt: number | null;
  hasFailed: boolean;
  /** Number of failed runs. */
  failures: number;
  nextRunAt: number | null;
  notice: JobNotice | null;
}
