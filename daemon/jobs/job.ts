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
  /** It works on what is in the memory of a server, so each server runs it. The others run on one server at a time. */
  isOfServer?: boolean;
  /** It repairs what a killed server has left, so it is due whenever a server starts. */
  isDueAtStart?: boolean;
}

/** How the runs of a job went. Moments are milliseconds since 1970. */
export interface JobHistory {
  isRunning: boolean;
  lastStartedAt: number | null;
  lastFinishedAt: number | null;
  hasFailed: boolean;
  /** Number of failed runs. */
  failures: number;
  nextRunAt: number | null;
  notice: JobNotice | null;
}

/** A job with its history: since the start of the server or, with several servers, of the instance. */
export interface JobStatus extends JobHistory {
  name: string;
  everyMs: number;
}
