import type { Core } from '../../app/core.ts';
import type { Route } from '../../http/implement.ts';
import type { JobWaker } from '../../jobs/runner.ts';
import type { Component } from '../../lifecycle.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { kindOf } from '../../outbound/addresses.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { askPublicAddress } from '../../outbound/public-address.ts';
import { createInstanceId } from './instance-id.ts';
import { createPublicAddressCheck } from './public-address.ts';
import { createReleases } from './releases.ts';
import { createSystemRoutes, type ReadinessCheck } from './routes.ts';
import { createUnknownProxy, type UnknownProxy } from './unknown-proxy.ts';

interface Ports {
  checks: readonly ReadinessCheck[];
  jobs: JobWaker;
  metrics: Metrics | null;
  outbound: Outbound;
}

export interface SystemFeature {
  routes: readonly Route[];
  /** Has to start before requests are answered. */
  component: Component;
  unknownProxy: UnknownProxy;
}

export function createSystemFeature(core: Core, ports: Ports): SystemFeature {
  const { config, env, clock, clockWatch, logger } = core;
  const { checks, jobs, metrics, outbound } = ports;
  const id = createInstanceId(core);
  return {
    component: id.component,
    unknownProxy: createUnknownProxy({ ...core, isPublic: (ip) => kindOf(ip) === 'public' }),
    routes: createSystemRoutes({
      checks,
      confirmClock: (by) => clockWatch.confirm(by).then(() => jobs.wake('shares.purge')),
      releases: createReleases({ url: env.releasesUrl, outbound, clock, logger }),
      publicAddress: createPublicAddressCheck({
        appUrl: () => config.get('general.appUrl'),
        ask: async (url) => {
          const { answer, detail } = await askPublicAddress(url, { outbound, clock, instance: id.read() });
          const { problem } = answer;
          if (problem !== null)
            logger.warn({ url, problem, reason: detail }, 'problem of the public address');
          return answer;
        },
        clock,
      }),
      instance: id.read,
      metrics,
    }),
  };
}
