import type { Knex } from 'knex';
import type { ShareKey } from '#sdk/contract/formats/primitives.js';
import { lockRows } from '../../../db/locks.ts';
import type { ShareRecord } from '../types.ts';
import { fromRow, type ShareRow } from './share-row.ts';

/** The moments before which idle drafts are discarded. */
export interface IdleCutoffs {
  before: number;
  /** For drafts of reverse shares that have not received a byte. */
  emptyBefore: number;
}

const sharesOf = (q: Knex) => q<ShareRow>('shares');

export type IdleDraftRepo = ReturnType<typeof createIdleDraftRepo>;

/** What happens to drafts that receive nothing. */
export const createIdleDraftRepo = (q: Knex) => ({
  /** Shifts activity times: nothing was idle while the server was off or its clock wrong. */
  async shiftActivity({ expected, now }: { expected: number; now: number }): Promise<void> {
    for (const isOpen of ["state = 'draft'", 'adding_at is not null']) {
      const open = () => sharesOf(q).whereRaw(isOpen);
      await lockRows(q, open(), 'key');
      await open()
        .where('active_at', '<=', expected)
        .update({ active_at: q.raw('active_at + ?', [Math.max(0, now - expected)]) });
      await open().where('active_at', '>', now).update({ active_at: now });
    }
  },

  /** Discards a draft if it has been idle; an upload may have resumed since it was listed. */
  async abandon(key: ShareKey, cutoffs: IdleCutoffs, removedAt: number): Promise<boolean> {
    const draft = abandoned(q, cutoffs).where({ key });
    // Its deletion has just begun, however long it was idle: for the doctor it is not stuck.
    const change = { state: 'removed', removed_at: removedAt, active_at: removedAt, declared_size: 0 };
    return (await draft.update(change)) > 0;
  },

  async listAbandoned(after: string, cutoffs: IdleCutoffs, limit: number): Promise<ShareRecord[]> {
    const rows = await abandoned(q, cutoffs).where('key', '>', after).orderBy('key').limit(limit);
    return rows.map(fromRow);
  },
});

const abandoned = (q: Knex, { before, emptyBefore }: IdleCutoffs) =>
  sharesOf(q)
    .where({ state: 'draft' })
    .whereRaw(
      `(active_at < ? or (active_at < ? and reverse_share_id is not null and size = 0
        and not exists (select 1 from uploads where share_key = shares.key and received > 0)))`,
      [before, emptyBefore],
    );
