import { api } from '#sdk/contract/api.js';
import { implement, type Route } from '../../http/implement.ts';
import { presentOverview } from './present.ts';
import type { StatisticsService } from './service.ts';

export function createStatisticsRoutes({ statistics }: { statistics: StatisticsService }): Route[] {
  return [
    implement(api.statistics.overview, async ({ query }) =>
      presentOverview(await statistics.overview(query.days)),
    ),
  ];
}
