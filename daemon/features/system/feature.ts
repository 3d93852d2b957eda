import type { Core } from '../../app/core.ts';
import type { Route } from '../../http/implement.ts';
import type { JobWaker } from '../../jobs/runner.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { createReleases } from './releases.ts';
import { createSystemRoutes, type ReadinessCheck } from './routes.ts';

interface Ports {
  checks: readonly ReadinessCheck[];
  jobs: JobWaker;
  metrics: Metrics | null;
  outbound: Outbound;
}

export function createSystemFeature(core: Core, ports: Ports): { routes: readonly Route[] } {
  const { env, clock, clockWatch, logger } = core;
  const { checks, jobs, metrics, outbound } = ports;
  return {
    routes: createSystemRoutes({
      checks,
      confirmClock: (by) => clockWatch.confirm(by).then(() => jobs.wake('shares.purge')),
      releases: createReleases({ url: env.releasesUrl, outbound, clock, logger }),
      metrics,
    }),
  };
}
