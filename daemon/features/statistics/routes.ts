import { api } from '#sdk/contract/api.js';
import type { DayFigures, Overview } from '#sdk/contract/statistics.js';
import { implement, type Route } from '../../http/implement.ts';
import type { StatisticsService } from './service.ts';
import type { DayRecord, OverviewRecord } from './types.ts';

export function createStatisticsRoutes({ statistics }: { statistics: StatisticsService }): Route[] {
  return [
    implement(api.statistics.overview, async ({ query }) =>
      presentOverview(await statistics.overview(query.days)),
    ),
  ];
}

function presentOverview({ space, mails, largestShares, days, ...rest }: OverviewRecord): Overview {
  return {
    ...rest,
    reservedBytes: space.reserved,
    // Other data may have filled the disk since.
    availableBytes: Math.max(0, space.available),
    isDatabaseFull: space.database.isFull,
    mails: { waiting: mails.waiting, failed: mails.failed },
    largestShares: largestShares.map(({ key: _, ...share }) => share),
    days: days.map(presentDay),
  };
}

function presentDay({ day, figures }: DayRecord): DayFigures {
  const { storedBytes = null, shares = 0, uploads = 0, uploadedBytes = 0, downloads = 0 } = figures;
  return { day, storedBytes, shares, uploads, uploadedBytes, downloads };
}
