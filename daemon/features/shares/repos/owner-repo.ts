import type { Knex } from 'knex';
import type { UserId } from '#sdk/contract/formats/primitives.js';
import { lockRows } from '../../../db/locks.ts';

/** The totals of a user's shares, including drafts. */
export interface OwnedSum {
  shares: number;
  files: number;
  /** Bytes of the files. */
  size: number;
}

interface SumRow {
  owner_id: string;
  shares: number;
  files: number;
  size: number;
}

export type OwnerRepo = ReturnType<typeof createOwnerRepo>;

/** Operations on all shares of an account. */
export function createOwnerRepo(q: Knex) {
  return {
    /** Returns totals of the owners that have at least one share that is not removed. */
    async sumOf(ownerIds: readonly UserId[]): Promise<Map<UserId, OwnedSum>> {
      const rows: SumRow[] = await q('shares')
        .whereIn('owner_id', ownerIds)
        .whereNull('purged_at')
        .whereNot({ state: 'removed' })
        .groupBy('owner_id')
        .select('owner_id')
        .count({ shares: '*' })
        .sum({ files: 'file_count', size: 'size' });
      return new Map(
        rows.map(({ owner_id, shares, files, size }) => [owner_id as UserId, { shares, files, size }]),
      );
    },

    /** From now on only the account itself can upload to its drafts and complete them. */
    async endUploadTokens(ownerId: UserId): Promise<void> {
      const open = () => q('shares').where({ owner_id: ownerId }).whereNotNull('upload_token_hash');
      await lockRows(q, open(), 'key');
      await open().update({ upload_token_hash: null });
    },

    /**
     * Removes all shares of an account: their links say so at once, and no personal data stays with them. Running
     * uploads to them are refused from now on; the files are deleted in the background. Links that had ended before
     * answer as they did.
     */
    async removeAll(ownerId: UserId, now: number): Promise<void> {
      const own = () => q('shares').where({ owner_id: ownerId });
      await lockRows(q, own(), 'key');
      await q('share_recipients').whereIn('share_key', own().select('key')).delete();
      await own()
        .whereNull('purged_at')
        .update({
          state: 'removed',
          removed_at: q.raw('coalesce(removed_at, ?)', [now]),
          active_at: now,
          declared_size: 0,
          adding_at: null,
        });
      await own().update({
        owner_id: null,
        name: null,
        name_key: null,
        description: null,
        password_hash: null,
        upload_token_hash: null,
      });
    },
  };
}
