import type { Knex } from 'knex';
import type { BlobRecord, BlobRow, Found, Page } from './blob-repo.ts';

/** The bytes of a blob from `start` on: an object of the bucket. */
export interface Piece {
  start: number;
  size: number;
  /** The name of the object. */
  key: string;
  /** Empty for an object that the server has joined from others. */
  sha256: string;
  crc32: number;
}

/** The bytes of a blob that an object has, from `start` to before `end`. */
export interface ObjectUse extends Found {
  state: BlobRecord['state'];
  start: number;
  end: number;
}

interface PieceRow extends Piece {
  blob_key: string;
}

export type PieceRepo = ReturnType<typeof createPieceRepo>;

/** The pieces that blobs in a bucket consist of. */
export function createPieceRepo(q: Knex) {
  const blobs = () => q<BlobRow>('blobs');
  const pieces = () => q<PieceRow>('pieces');

  return {
    /** Makes the pieces of a staged blob those of another one from `start` on, and ends it; false when it has another size. */
    async movePieces(
      part: Found & { size: number },
      to: { key: string; start: number; now: number },
    ): Promise<boolean> {
      const { place, id, size } = part;
      const ended: { key: string }[] = await blobs()
        .where({ place, id, state: 'staged', size })
        .whereNull('ended_at')
        .update({ state: 'removed', ended_at: to.now, size: 0 })
        .returning('key');
      const [blob] = ended;
      if (!blob) return false;
      await pieces()
        .where({ blob_key: blob.key })
        .update({ blob_key: to.key, start: q.raw('?? + ?', ['start', to.start]) });
      return true;
    },

    /** Inserts a piece, or replaces the one that begins at the same position. */
    async savePiece(blobKey: string, { start, size, key, sha256, crc32 }: Piece): Promise<void> {
      const row = { blob_key: blobKey, start, size, key, sha256, crc32 };
      await pieces().insert(row).onConflict(['blob_key', 'start']).merge();
    },

    async countPieces(blobKey: string): Promise<number> {
      const [row] = await pieces().where({ blob_key: blobKey }).count<{ count: number }[]>({ count: '*' });
      return row?.count ?? 0;
    },

    async replacePieces(blobKey: string, piece: Piece): Promise<void> {
      await pieces().where({ blob_key: blobKey }).delete();
      await this.savePiece(blobKey, piece);
    },

    async lastPiece(blobKey: string): Promise<Piece | null> {
      const row = await pieces().where({ blob_key: blobKey }).orderBy('start', 'desc').first();
      return row ? toPiece(row) : null;
    },

    /** Lists the pieces from the one with the byte at `position` on. */
    async piecesFrom(blobKey: string, position: number, limit: number): Promise<Piece[]> {
      const first = pieces().where({ blob_key: blobKey }).where('start', '<=', position).max('start');
      const rows = await pieces()
        .where({ blob_key: blobKey })
        .where('start', '>=', first)
        .orderBy('start')
        .limit(limit);
      return rows.map(toPiece);
    },

    /** Lists the names of objects that pieces have, in their order. */
    async listKeys({ after, limit }: Page): Promise<string[]> {
      const rows = await pieces().where('key', '>', after).orderBy('key').limit(limit).select('key');
      return rows.map(({ key }) => key);
    },

    async filterKeys(keys: readonly string[]): Promise<Set<string>> {
      const rows = await pieces().whereIn('key', keys).select('key');
      return new Set(rows.map(({ key }) => key));
    },

    /** Finds the bytes that an object has of a blob that was not removed. */
    async findUse(key: string): Promise<ObjectUse | null> {
      const row: (ObjectUse & { size: number }) | undefined = await q('pieces')
        .join('blobs', 'blobs.key', 'pieces.blob_key')
        .where('pieces.key', key)
        .whereNull('blobs.ended_at')
        .first('blobs.place', 'blobs.id', 'blobs.state', 'pieces.start', 'pieces.size');
      if (!row) return null;
      const { place, id, state, start, size } = row;
      return { place, id, state, start, end: start + size };
    },

    /** Takes at most `limit` pieces from blobs that were removed before a moment, and deletes blobs that have none. */
    async takeRemoved(before: number, limit: number): Promise<{ blobs: number; keys: string[] }> {
      const removed = await blobs()
        .where({ state: 'removed' })
        .where('ended_at', '<=', before)
        .orderBy('ended_at')
        .limit(blobsPerStep)
        .select('key');
      const blobKeys = removed.map(({ key }) => key);
      const taken = await pieces().whereIn('blob_key', blobKeys).limit(limit).select('key');
      const keys = taken.map(({ key }) => key);
      await pieces().whereIn('key', keys).delete();
      const filled = pieces().whereIn('blob_key', blobKeys).select('blob_key');
      await blobs().whereIn('key', blobKeys).whereNotIn('key', filled).delete();
      return { blobs: blobKeys.length, keys };
    },
  };
}

const blobsPerStep = 500;

const toPiece = ({ start, size, key, sha256, crc32 }: PieceRow): Piece => ({
  start,
  size,
  key,
  sha256,
  crc32,
});
