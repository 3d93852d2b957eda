import type { Knex } from 'knex';
import type { ReverseShareId, ShareId, ShareKey } from '#sdk/contract/formats/primitives.js';
import { lockRows } from '../../../db/locks.ts';

/** The totals of the shares received through a reverse share, including drafts. */
export interface ReceivedSum {
  shares: number;
  /** Bytes of the files. */
  size: number;
}

/** A share received through a reverse share. */
export interface ReceivedShare {
  key: ShareKey;
  id: ShareId;
}

interface NewestRow extends ReceivedShare {
  reverse_share_id: string;
}

interface SumRow {
  reverse_share_id: string;
  shares: number;
  size: number;
}

export type ReceivedRepo = ReturnType<typeof createReceivedRepo>;

/** Operations on all shares of a reverse share. */
export function createReceivedRepo(q: Knex) {
  const present = () => q('shares').whereNull('purged_at').whereNot({ state: 'removed' });

  return {
    async sumOf(ids: readonly ReverseShareId[]): Promise<Map<ReverseShareId, ReceivedSum>> {
      const rows: SumRow[] = await present()
        .whereIn('reverse_share_id', ids)
        .groupBy('reverse_share_id')
        .select('reverse_share_id')
        .count({ shares: '*' })
        .sum({ size: 'size' });
      return new Map(
        rows.map(({ reverse_share_id, shares, size }) => [
          reverse_share_id as ReverseShareId,
          { shares, size },
        ]),
      );
    },

    /** Returns the share of each that was completed last; reverse shares without a complete one are missing. */
    async findNewest(ids: readonly ReverseShareId[]): Promise<Map<ReverseShareId, ReceivedShare>> {
      const complete = present()
        .whereIn('reverse_share_id', ids)
        .whereNotNull('completed_at')
        .select('reverse_share_id', 'key', 'id')
        .rowNumber('place', { column: 'completed_at', order: 'desc' }, 'reverse_share_id');
      const rows: NewestRow[] = await q(complete.as('complete')).where({ place: 1 });
      return new Map(
        rows.map(({ reverse_share_id, key, id }) => [reverse_share_id as ReverseShareId, { key, id }]),
      );
    },

    /** Locks them, removed ones too: the reverse share that is removed is in all of their rows. */
    async lockAll(id: ReverseShareId): Promise<void> {
      await lockRows(q, q('shares').where({ reverse_share_id: id }), 'key');
    },

    /** Cancels the mails about them that are still waiting. */
    async cancelMails(id: ReverseShareId): Promise<void> {
      const about = present().where({ reverse_share_id: id }).select('key');
      await q('outbox').where({ state: 'queued' }).whereIn('about', about).delete();
    },

    /** Removes them: their links say so at once, and uploads to them are refused. Returns how many. */
    async removeAll(id: ReverseShareId, now: number): Promise<number> {
      return present().where({ reverse_share_id: id }).update({
        state: 'removed',
        removed_at: now,
        active_at: now,
        adding_at: null,
        declared_size: 0,
      });
    },
  };
}
