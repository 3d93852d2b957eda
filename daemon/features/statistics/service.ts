import type { StorageSizes } from '#sdk/contract/statistics.js';
import type { BackupRepo } from '../../backup/backup-repo.ts';
import { type Clock, dayOf } from '../../crypto/clock.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { JobRunner } from '../../jobs/runner.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { ThumbnailRepo } from '../files/thumbnails/thumbnail-repo.ts';
import type { StatisticsRepo } from './repo.ts';
import type { DayRecord, OverviewRecord, RunningServerRecord, Space } from './types.ts';

interface MalwareCounts {
  count(): Promise<{ waiting: number; found: number }>;
}

interface Deps {
  uow: UnitOfWork<{
    statistics: StatisticsRepo;
    thumbnails: ThumbnailRepo;
    backups: BackupRepo;
    malware: MalwareCounts;
  }>;
  clock: Pick<Clock, 'now'>;
  config: ConfigReader;
  jobs: Pick<JobRunner, 'list'>;
  listServers(): Promise<readonly RunningServerRecord[]>;
  space(): Promise<Space>;
}

export interface StatisticsService {
  /** Returns the current figures, and those of the last `days` days including today. */
  overview(days: number): Promise<OverviewRecord>;
  measureStorage(): Promise<StorageSizes>;
}

const dayMs = 86_400_000;
const largest = 10;
const activeDays = 7;

export function createStatisticsService(deps: Deps): StatisticsService {
  const { uow, clock, jobs, listServers, space } = deps;
  return {
    async measureStorage() {
      const [storedBytes, room] = await Promise.all([uow.read.statistics.storedBytes(), space()]);
      return { storedBytes, reservedBytes: room.reserved, availableBytes: limitOf(room) };
    },

    async overview(days) {
      const { statistics, thumbnails } = uow.read;
      const now = clock.now();
      const wanted = Array.from({ length: days }, (_, ago) => dayOf(now - ago * dayMs)).reverse();
      const [
        totals,
        activeUsers,
        damagedFiles,
        room,
        mails,
        largestShares,
        found,
        jobCounts,
        backup,
        malware,
        servers,
      ] = await Promise.all([
        statistics.totals(now),
        statistics.countActiveUsers(now - activeDays * dayMs),
        statistics.countDamagedFiles(),
        space(),
        statistics.countMails(),
        statistics.largestShares(largest),
        statistics.daysFrom(dayOf(now - (days - 1) * dayMs)),
        countJobs(jobs),
        readBackup(deps),
        readMalware(deps),
        listServers(),
      ]);
      const covers = await thumbnails.findCovers(largestShares.map(({ key }) => key));
      return {
        ...totals,
        activeUsers,
        damagedFiles,
        space: room,
        mails,
        jobs: jobCounts,
        backup,
        malware,
        servers,
        largestShares: largestShares.map((share) => ({ ...share, cover: covers.get(share.key) ?? [] })),
        days: fill(wanted, found, totals.storedBytes),
      };
    },
  };
}

async function readBackup({ uow, config }: Deps): Promise<OverviewRecord['backup']> {
  if (!config.get('backup.enabled')) return null;
  const { backups } = uow.read;
  const success = await backups.lastSuccess();
  const failed = await backups.currentFailure();
  return { lastSuccessAt: success?.startedAt ?? null, failure: failed?.reason ?? null };
}

async function readMalware({ uow, config, jobs }: Deps): Promise<OverviewRecord['malware']> {
  const { waiting, found } = await uow.read.malware.count();
  const isEnabled = config.get('malware.enabled');
  if (!isEnabled && found === 0) return null;
  const hasFailed = isEnabled && (await jobs.list()).some(({ notice }) => notice === 'scanner_failed');
  return { waiting: isEnabled ? waiting : 0, found, hasFailed };
}

/** Returns the bytes that are left; null: there is no limit. */
export function limitOf({ available }: Pick<Space, 'available'>): number | null {
  return Number.isFinite(available) ? Math.max(0, available) : null;
}

async function countJobs(jobs: Pick<JobRunner, 'list'>): Promise<OverviewRecord['jobs']> {
  const list = await jobs.list();
  return {
    failed: list.filter(({ hasFailed }) => hasFailed).length,
    // Each job counts once.
    held: list.filter(({ notice, hasFailed }) => notice !== null && !hasFailed).length,
  };
}

/** Includes days on which nothing happened; today has the bytes stored now. */
function fill(wanted: readonly string[], found: readonly DayRecord[], storedBytes: number): DayRecord[] {
  const known = new Map(found.map(({ day, figures }) => [day, figures]));
  const today = wanted.at(-1);
  return wanted.map((day) => ({
    day,
    figures: { ...known.get(day), ...(day === today && { storedBytes }) },
  }));
}
