import { api } from '#sdk/contract/api.js';
import { implement, type Route } from '../../http/implement.ts';
import { presentJob } from './present.ts';
import type { JobService } from './service.ts';

export function createJobRoutes({ jobs }: { jobs: JobService }): Route[] {
  return [
    implement(api.jobs.list, async () => ({ jobs: (await jobs.list()).map(presentJob) })),
    implement(api.jobs.run, async ({ params, actor }) => presentJob(await jobs.run(params.name, actor))),
  ];
}
