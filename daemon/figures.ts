import type { Core } from './core.ts';
import { createStatisticsJobs } from './features/statistics/jobs.ts';
import { createStatisticsRoutes } from './features/statistics/routes.ts';
import { createStatisticsService } from './features/statistics/service.ts';
import type { Space } from './features/statistics/types.ts';
import type { Route } from './http/implement.ts';
import type { JobSpec } from './jobs/job.ts';
import type { JobRunner } from './jobs/runner.ts';

interface Parts {
  jobs: Pick<JobRunner, 'list'>;
  space(): Promise<Space>;
}

export interface Figures {
  routes: readonly Route[];
  jobs: readonly JobSpec[];
}

/** Puts together what is counted and measured, and how it is told. */
export function createFigures(core: Core, parts: Parts): Figures {
  const statistics = createStatisticsService({ ...core, ...parts });
  return { routes: createStatisticsRoutes({ statistics }), jobs: createStatisticsJobs(core) };
}
