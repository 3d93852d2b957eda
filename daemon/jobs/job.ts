import type { JobNotice } from '#sdk/contract/jobs.js';

/**
 * Work that comes back: repeatable, tolerant of a kill at any moment, and quick to stop when `signal` fires. A failed
 * run is logged and the next one tries again.
 */
export interface JobSpec {
  name: string;
  /** Milliseconds between the end of a run and the next. */
  everyMs: number;
  run(signal: AbortSignal): Promise<void>;
  /** Why the last run held something back until somebody looks; null: it did not. */
  notice?(): JobNotice | null;
}

/** How a job went since the start of the server. Moments are milliseconds since 1970. */
export interface JobStatus {
  name: string;
  everyMs: number;
  isRunning: boolean;
  lastStartedAt: number | null;
  lastFinishedAt: number | null;
  hasFailed: boolean;
  /** Runs that failed. */
  failures: number;
  nextRunAt: number | null;
  notice: JobNotice | null;
}
