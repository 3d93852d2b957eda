import type { Knex } from 'knex';
import { dialectOf } from '../../db/dialect.ts';
import type { DayRecord, Figure, FigureName, LargeShareRecord, MailCounts, Totals } from './types.ts';

interface ShareSums {
  active: number;
  drafts: number;
  files: number | null;
  bytes: number | null;
}

type LargeShareRow = Omit<LargeShareRecord, 'files'> & { file_count: number };

export type StatisticsRepo = ReturnType<typeof createStatisticsRepo>;

/** Figures of the whole instance. The sums of `totals` and of stored bytes read indexes and no table. */
export function createStatisticsRepo(q: Knex) {
  const table = () => q<Figure>('daily_figures');
  const { rowId } = dialectOf(q);

  async function count(rows: Knex.QueryBuilder): Promise<number> {
    const [row]: { total: number }[] = await rows.count({ total: '*' });
    return row?.total ?? 0;
  }

  async function sumThumbnails(): Promise<number> {
    const [row]: { total: number | null }[] = await q('thumbnails')
      .whereNotNull('small_size')
      .sum({ total: q.raw('small_size + large_size') });
    return row?.total ?? 0;
  }

  /** Sums files, and what is on the disk beside them: dead bytes in bundles, and thumbnails. */
  async function sumShares(now: number): Promise<ShareSums> {
    const [sums]: ShareSums[] = await q('shares')
      .whereNull('purged_at')
      .select(
        // Expired shares may still be marked as active: a job ends them.
        q.raw("count(*) filter (where state = 'active' and coalesce(expires_at > ?, true)) as active", [now]),
        q.raw("count(*) filter (where state in ('draft', 'completing')) as drafts"),
        q.raw('sum(file_count) as files'),
        q.raw('sum(size + dead_size) as bytes'),
      );
    const { bytes, ...counts } = sums ?? { active: 0, drafts: 0, files: 0, bytes: 0 };
    return { ...counts, bytes: (bytes ?? 0) + (await sumThumbnails()) };
  }

  return {
    async totals(now: number): Promise<Totals> {
      const [sums, users, reverseShares] = await Promise.all([
        sumShares(now),
        count(q('users')),
        count(q('reverse_shares').whereNull('closed_at')),
      ]);
      return {
        users,
        shares: sums.active,
        drafts: sums.drafts,
        reverseShares,
        files: sums.files ?? 0,
        storedBytes: sums.bytes ?? 0,
      };
    },

    async storedBytes(): Promise<number> {
      return (await sumShares(0)).bytes ?? 0;
    },

    async largestShares(limit: number): Promise<LargeShareRecord[]> {
      const largest = q('shares')
        .whereNull('purged_at')
        .whereNot({ state: 'removed' })
        .where('size', '>', 0)
        .orderBy('size', 'desc')
        .limit(limit)
        .select(rowId);
      const rows: LargeShareRow[] = await q('shares')
        .leftJoin('users', 'users.id', 'shares.owner_id')
        .whereIn(`shares.${rowId}`, largest)
        .orderByRaw('shares.size desc, shares.key')
        .select(
          'shares.key',
          'shares.id',
          'shares.name',
          'users.username as owner',
          'shares.size',
          'shares.file_count',
        );
      return rows.map(({ file_count, ...share }) => ({ ...share, files: file_count }));
    },

    async countMails(): Promise<MailCounts> {
      const rows: { state: 'queued' | 'sent' | 'dead'; total: number }[] = await q('outbox')
        .groupBy('state')
        .select('state')
        .count({ total: '*' });
      const totals = new Map(rows.map(({ state, total }) => [state, total]));
      return {
        waiting: totals.get('queued') ?? 0,
        sent: totals.get('sent') ?? 0,
        failed: totals.get('dead') ?? 0,
      };
    },

    /** Counts unfinished uploads: those that received bytes after `since`, and the others. */
    async countUploads(since: number): Promise<{ receiving: number; paused: number }> {
      const unfinished = () => q('uploads').where({ state: 'receiving' });
      const [receiving, paused] = await Promise.all([
        count(unfinished().where('active_at', '>', since)),
        count(unfinished().where('active_at', '<=', since)),
      ]);
      return { receiving, paused };
    },

    /** Counts the users who have signed in after `since`. */
    countActiveUsers: (since: number) => count(q('users').where('last_sign_in_at', '>', since)),

    countDamagedFiles: () => count(q('files').whereNotNull('damaged_at')),

    /** Returns the days with figures, from `first` on. */
    async daysFrom(first: string): Promise<DayRecord[]> {
      const days = new Map<string, DayRecord>();
      for (const { day, name, value } of await table().where('day', '>=', first).orderBy('day')) {
        const record = days.get(day) ?? { day, figures: {} };
        record.figures[name] = value;
        days.set(day, record);
      }
      return [...days.values()];
    },

    /** Returns sums over all days; a figure that was never counted is missing. */
    async sums(): Promise<ReadonlyMap<FigureName, number>> {
      const rows: { name: FigureName; total: number }[] = await table()
        .groupBy('name')
        .select('name')
        .sum({ total: 'value' });
      return new Map(rows.map(({ name, total }) => [name, total]));
    },

    /** A measurement replaces an earlier one of the same day. */
    async save({ day, name, value }: Figure): Promise<void> {
      await table().insert({ day, name, value }).onConflict(['day', 'name']).merge();
    },
  };
}
