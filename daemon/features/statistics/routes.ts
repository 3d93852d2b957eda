import { api } from '#sdk/contract/api.js';
import { isoTime } from '#sdk/contract/formats/iso-time.js';
import type { DayFigures, Overview, RunningServer } from '#sdk/contract/statistics.js';
import { implement, type Route } from '../../http/implement.ts';
import type { StatisticsService } from './service.ts';
import type { DayRecord, OverviewRecord, RunningServerRecord } from './types.ts';

export function createStatisticsRoutes({ statistics }: { statistics: StatisticsService }): Route[] {
  return [
    implement(api.statistics.overview, async ({ query }) =>
      presentOverview(await statistics.overview(query.days)),
    ),
  ];
}

function presentOverview({
  space,
  mails,
  backup,
  servers,
  largestShares,
  days,
  ...rest
}: OverviewRecord): Overview {
  return {
    ...rest,
    reservedBytes: space.reserved,
    // Other data may have filled the disk since.
    availableBytes: Number.isFinite(space.available) ? Math.max(0, space.available) : null,
    isDatabaseFull: space.database.isFull,
    mails: { waiting: mails.waiting, failed: mails.failed },
    backup: backup && { ...backup, lastSuccessAt: isoTime(backup.lastSuccessAt) },
    servers: servers.map(presentServer),
    largestShares: largestShares.map(({ key: _, ...share }) => share),
    days: days.map(presentDay),
  };
}

function presentServer({ id, name, version, role, startedAt, seenAt }: RunningServerRecord): RunningServer {
  return { id, name, version, role, startedAt: isoTime(startedAt), seenAt: isoTime(seenAt) };
}

function presentDay({ day, figures }: DayRecord): DayFigures {
  const { storedBytes = null, shares = 0, uploads = 0, uploadedBytes = 0, downloads = 0 } = figures;
  return { day, storedBytes, shares, uploads, uploadedBytes, downloads };
}
