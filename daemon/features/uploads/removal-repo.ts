import type { Knex } from 'knex';
import type { ShareKey } from '#sdk/contract/formats/primitives.js';

/** A blob that no file uses any longer, and its size in bytes. */
export interface UnusedBlob {
  id: string;
  size: number;
}

interface RemovalRow {
  blob_id: string;
  share_key: string;
  size: number;
}

const rowsPerInsert = 200;

export type RemovalRepo = ReturnType<typeof createRemovalRepo>;

/** Blobs that are still on the disk and are to be deleted. */
export function createRemovalRepo(q: Knex) {
  const table = () => q<RemovalRow>('blob_removals');

  return {
    async insertMany(shareKey: ShareKey, unused: readonly UnusedBlob[]): Promise<void> {
      const rows = unused.map(({ id, size }) => ({ blob_id: id, share_key: shareKey, size }));
      for (let at = 0; at < rows.length; at += rowsPerInsert) {
        await table().insert(rows.slice(at, at + rowsPerInsert));
      }
    },

    async listOfShare(shareKey: ShareKey): Promise<string[]> {
      return (await table().where({ share_key: shareKey }).select('blob_id')).map(({ blob_id }) => blob_id);
    },

    /** Lists shares that have such blobs, ordered by key. */
    async listShares(after: string, limit: number): Promise<ShareKey[]> {
      const rows = table().where('share_key', '>', after).distinct('share_key').orderBy('share_key');
      return (await rows.limit(limit)).map(({ share_key }) => share_key as ShareKey);
    },

    /** Removes the rows of deleted blobs; returns the bytes of those that no other caller has removed. */
    async removeMany(blobIds: readonly string[]): Promise<number> {
      const rows = await table().whereIn('blob_id', blobIds).select('size');
      await table().whereIn('blob_id', blobIds).delete();
      return rows.reduce((sum, { size }) => sum + size, 0);
    },
  };
}
