import type { StorageSizes } from '#sdk/contract/statistics.js';
import type { Core } from '../../app/core.ts';
import type { Route } from '../../http/implement.ts';
import type { JobSpec } from '../../jobs/job.ts';
import type { JobRunner } from '../../jobs/runner.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { BucketRequests } from '../../storage/stores.ts';
import { createStatisticsJobs } from './jobs.ts';
import { createInstanceMetrics } from './metrics.ts';
import { createStatisticsRoutes } from './routes.ts';
import { createStatisticsService } from './service.ts';
import type { RunningServerRecord, Space } from './types.ts';

interface Ports {
  jobs: Pick<JobRunner, 'list'>;
  listServers(): Promise<readonly RunningServerRecord[]>;
  space(): Promise<Space>;
  bucketRequests(): BucketRequests;
  readBackBytes(): number;
  openConnections(): number;
  readVersion(): string;
}

export interface StatisticsFeature {
  routes: readonly Route[];
  jobs: readonly JobSpec[];
  measureStorage(): Promise<StorageSizes>;
  /** null unless `FILESHARE_METRICS` is on. */
  metrics: Metrics | null;
}

export async function createStatisticsFeature(core: Core, ports: Ports): Promise<StatisticsFeature> {
  const statistics = createStatisticsService({ ...core, ...ports });
  return {
    routes: createStatisticsRoutes({ statistics }),
    jobs: createStatisticsJobs(core),
    measureStorage: statistics.measureStorage,
    metrics: core.env.metrics ? await createMetrics(core, ports) : null,
  };
}

/** Loaded only when metrics are on, because the library watches the process all the time. */
async function createMetrics(core: Core, ports: Ports): Promise<Metrics> {
  const { createPrometheus } = await import('../../metrics/prometheus.ts');
  return createPrometheus({
    rows: createInstanceMetrics({ ...core, ...ports, version: ports.readVersion() }),
    logger: core.logger,
  });
}
