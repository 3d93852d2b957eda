import { isoTime } from '#sdk/contract/formats/iso-time.js';
import type { Job } from '#sdk/contract/jobs.js';
import type { JobStatus } from '../../jobs/job.ts';

export function presentJob(status: JobStatus): Job {
  const { name, everyMs, isRunning, hasFailed, notice } = status;
  return {
    name,
    everySeconds: everyMs / 1000,
    isRunning,
    lastStartedAt: isoTime(status.lastStartedAt),
    lastFinishedAt: isoTime(status.lastFinishedAt),
    hasFailed,
    nextRunAt: isoTime(status.nextRunAt),
    notice,
  };
}
