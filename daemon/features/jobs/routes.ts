import { api } from '#sdk/contract/api.js';
import { isoTime } from '#sdk/contract/formats/iso-time.js';
import type { Job } from '#sdk/contract/jobs.js';
import { implement, type Route } from '../../http/implement.ts';
import type { JobStatus } from '../../jobs/job.ts';
import type { JobService } from './service.ts';

export function createJobRoutes({ jobs }: { jobs: JobService }): Route[] {
  return [
    implement(api.jobs.list, async () => ({ jobs: (await jobs.list()).map(presentJob) })),
    implement(api.jobs.run, async ({ params, actor }) => presentJob(await jobs.run(params.name, actor))),
  ];
}

function presentJob(status: JobStatus): Job {
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
