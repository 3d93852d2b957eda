import { createStatisticsJobs } from '../features/statistics/jobs.ts';
import { createInstanceMetrics } from '../features/statistics/metrics.ts';
import { createStatisticsRoutes } from '../features/statistics/routes.ts';
import { createStatisticsService } from '../features/statistics/service.ts';
import type { Space } from '../features/statistics/types.ts';
import { readVersion } from '../features/system/version.ts';
import type { Route } from '../http/implement.ts';
import type { JobSpec } from '../jobs/job.ts';
import type { JobRunner } from '../jobs/runner.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Core } from './core.ts';

interface Parts {
  jobs: Pick<JobRunner, 'list'>;
  space(): Promise<Space>;
  openConnections(): number;
}

export interface Figures {
  routes: readonly Route[];
  jobs: readonly JobSpec[];
  /** null: the host has not switched them on. */
  metrics: Metrics | null;
}

/** Puts together what is counted and measured, and how it is told. */
export async function createFigures(core: Core, parts: Parts): Promise<Figures> {
  const statistics = createStatisticsService({ ...core, ...parts });
  return {
    routes: createStatisticsRoutes({ statistics }),
    jobs: createStatisticsJobs(core),
    metrics: core.env.metrics ? await createMetrics(core, parts) : null,
  };
}

/** Loaded by who wants them: the library watches the process all the time. */
async function createMetrics(core: Core, parts: Parts): Promise<Metrics> {
  const { createPrometheus } = await import('../metrics/prometheus.ts');
  const rows = createInstanceMetrics({ ...core, ...parts, version: readVersion() });
  return createPrometheus({ rows, logger: core.logger });
}
