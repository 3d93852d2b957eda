import type { Knex } from 'knex';
import type { ShareKey } from '#sdk/contract/formats/primitives.js';
import type { ShareRecord } from '../types.ts';
import { fitsSize, fromRow, type ShareRow } from './share-row.ts';

export type AppendRepo = ReturnType<typeof createAppendRepo>;

/** Published shares to which files are being added. */
export function createAppendRepo(q: Knex) {
  const table = () => q<ShareRow>('shares');

  return {
    /**
     * Opens a published share for `size` more bytes, in addition to its finished files, and reserves their storage;
     * false when the share would exceed its limit.
     */
    async begin(
      key: ShareKey,
      { size, tokenHash, now, maxSize }: { size: number; tokenHash: string; now: number; maxSize: number },
    ): Promise<boolean> {
      const begun = await table()
        .where({ key, state: 'active' })
        .whereRaw(fitsSize('size + reserved_size'), [maxSize, maxSize])
        .whereRaw(fitsSize('size + ?'), [maxSize, size, maxSize, size])
        .update({
          adding_at: now,
          active_at: now,
          upload_token_hash: tokenHash,
          declared_size: q.raw('size + ?', [size]),
        });
      return begun > 0;
    },

    /** Lists shares that have received no byte since `before`. */
    async listIdle(after: string, before: number, limit: number): Promise<ShareRecord[]> {
      const rows = await table()
        .whereNotNull('adding_at')
        .where('key', '>', after)
        .where('active_at', '<', before)
        .orderBy('key')
        .limit(limit);
      return rows.map(fromRow);
    },

    /** Ends adding files if nothing has arrived since `before`; an upload may have resumed since it was listed. */
    async endIdle(key: ShareKey, before: number): Promise<boolean> {
      const ended = await table()
        .where({ key })
        .whereNotNull('adding_at')
        .where('active_at', '<', before)
        .update({ adding_at: null, declared_size: 0, upload_token_hash: null });
      return ended > 0;
    },
  };
}
