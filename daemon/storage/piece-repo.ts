import type { Knex } from 'knex';

/** What a blob belongs to; ids are unique within it. `bucket` has one blob without bytes, whose key marks the bucket. */
export type Place = 'files' | 'archives' | 'thumbnails' | 'bucket';

/** A blob that is being written or can be read. */
export interface BlobRecord {
  /** Identifies it for good; its id can be used again. */
  key: string;
  id: string;
  state: 'staged' | 'stored';
  /** Bytes; of a staged blob, those that are safe. */
  size: number;
  /** The number of its last writer. */
  fence: number;
  /** When bytes were last added, in milliseconds since 1970. */
  modifiedAt: number;
}

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

type EndedState = 'set_aside' | 'removed';

interface BlobRow {
  key: string;
  place: Place;
  id: string;
  state: BlobRecord['state'] | EndedState;
  size: number;
  fence: number;
  modified_at: number;
  ended_at: number | null;
}

interface PieceRow extends Piece {
  blob_key: string;
}

/** A blob that was removed or set aside is no longer found. */
export interface Found {
  place: Place;
  id: string;
}

export interface Page {
  after: string;
  limit: number;
}

export type PieceRepo = ReturnType<typeof createPieceRepo>;

/** Blobs in a bucket, and the pieces that they consist of. */
export function createPieceRepo(q: Knex) {
  const blobs = () => q<BlobRow>('blobs');
  const pieces = () => q<PieceRow>('pieces');
  const present = ({ place, id }: Found) => blobs().where({ place, id }).whereNull('ended_at');

  return {
    async find(found: Found): Promise<BlobRecord | null> {
      return toRecord(await present(found).first());
    },

    /** Finds a stored blob that was removed since a moment. */
    async findRemoved({ place, id }: Found, since: number): Promise<BlobRecord | null> {
      const row = await blobs()
        .where({ place, id, state: 'removed' })
        .where('ended_at', '>', since)
        .orderBy('ended_at', 'desc')
        .first();
      return row ? toRecord({ ...row, state: 'stored' }) : null;
    },

    /** Whether there are bytes; `removed`: only those whose objects have not been deleted yet. */
    async contents(): Promise<'some' | 'removed' | 'none'> {
      const all = blobs().whereNot({ place: 'bucket' });
      if (await all.clone().whereNull('ended_at').first('key')) return 'some';
      return (await all.first('key')) ? 'removed' : 'none';
    },

    async insertBlob({ place, ...blob }: BlobRecord & { place: Place }): Promise<void> {
      const { key, id, state, size, fence, modifiedAt: modified_at } = blob;
      await blobs().insert({ key, place, id, state, size, fence, modified_at, ended_at: null });
    },

    /** Keeps an upload as it is until the transaction ends; false when another server has taken it over. */
    async lockUpload(id: string, fence: number): Promise<boolean> {
      return (await q('uploads').where({ id, fence }).forShare().first('id')) !== undefined;
    },

    /** Returns the key of the mark of the bucket; the first caller of all servers saves this one. */
    async saveMark(key: string, now: number): Promise<string> {
      const mark = { place: 'bucket', id: 'mark', state: 'stored' } as const;
      const row = { ...mark, key, size: 0, fence: 0, modified_at: now, ended_at: null };
      await blobs().insert(row).onConflict().ignore();
      return (await present(mark).first('key'))?.key ?? key;
    },

    /** Makes the caller the only writer of a staged blob of this size; returns null when there is none. */
    async acquire(found: Found, size: number): Promise<{ key: string; fence: number } | null> {
      const claims = await present(found)
        .where({ state: 'staged', size })
        .update({ fence: q.raw('fence + 1') })
        .returning(['key', 'fence']);
      return claims[0] ?? null;
    },

    /** Takes a staged blob from its writer. */
    async shutOut(found: Found): Promise<void> {
      await present(found)
        .where({ state: 'staged' })
        .update({ fence: q.raw('fence + 1') });
    },

    /** False when another writer has acquired the blob, or it is no longer staged. */
    async grow(claim: { key: string; fence: number }, to: { size: number; now: number }): Promise<boolean> {
      const { size, now: modified_at } = to;
      const changed = await blobs()
        .where({ ...claim, state: 'staged' })
        .update({ size, modified_at });
      return changed > 0;
    },

    /** Makes the pieces of a staged blob those of another one from `start` on, and ends it; false when it has another size. */
    async movePieces(
      part: Found & { size: number },
      to: { key: string; start: number; now: number },
    ): Promise<boolean> {
      const { place, id, size } = part;
      const ended: { key: string }[] = await present({ place, id })
        .where({ state: 'staged', size })
        .update({ state: 'removed', ended_at: to.now, size: 0 })
        .returning('key');
      const [blob] = ended;
      if (!blob) return false;
      await pieces()
        .where({ blob_key: blob.key })
        .update({ blob_key: to.key, start: q.raw('?? + ?', ['start', to.start]) });
      return true;
    },

    /** Makes a staged blob a stored one; false when it is no longer staged. */
    async publish(key: string, { id, size }: { id: string; size: number }): Promise<boolean> {
      return (await blobs().where({ key, state: 'staged' }).update({ state: 'stored', id, size })) > 0;
    },

    async end(
      { place, ids, from }: { place: Place; ids: readonly string[]; from: BlobRecord['state'] },
      { to, now }: { to: EndedState; now: number },
    ): Promise<void> {
      await blobs()
        .where({ place, state: from })
        .whereIn('id', ids)
        .whereNull('ended_at')
        .update({ state: to, ended_at: now });
    },

    /** Makes blobs that were set aside stored ones again, as far as no other has their id; returns the ids. */
    async takeBack(place: Place, ids: readonly string[]): Promise<string[]> {
      const there = blobs().where({ place }).whereNull('ended_at').select('id');
      const taken = await blobs()
        .where({ place, state: 'set_aside' })
        .whereIn('id', [...ids])
        .whereNotIn('id', there)
        .update({ state: 'stored', ended_at: null })
        .returning('id');
      return taken.map(({ id }) => id);
    },

    /** Removes what was set aside before a moment; returns the ids. */
    async removeSetAside(place: Place, { before, now }: { before: number; now: number }): Promise<string[]> {
      const removed = await blobs()
        .where({ place, state: 'set_aside' })
        .where('ended_at', '<', before)
        .update({ state: 'removed', ended_at: now })
        .returning('id');
      return removed.map(({ id }) => id);
    },

    /** Lists blobs in the order of their ids. */
    async list(place: Place, state: BlobRecord['state'], { after, limit }: Page): Promise<BlobRecord[]> {
      const rows = await blobs()
        .where({ place, state })
        .whereNull('ended_at')
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit);
      return rows.flatMap((row) => toRecord(row) ?? []);
    },

    /** Returns the bytes of all blobs whose objects have not been deleted. */
    async storedBytes(): Promise<number> {
      const rows: { total?: number | null }[] = await q('blobs').sum({ total: 'size' });
      return rows[0]?.total ?? 0;
    },

    /** Inserts a piece, or replaces the one that begins at the same position. */
    async savePiece(blobKey: string, { start, size, key, sha256, crc32 }: Piece): Promise<void> {
      const row = { blob_key: blobKey, start, size, key, sha256, crc32 };
      await pieces().insert(row).onConflict(['blob_key', 'start']).merge();
    },

    /** Keeps a stored blob as it is until the transaction ends; false when it is no longer stored. */
    async lockStored(key: string): Promise<boolean> {
      const found = blobs().where({ key, state: 'stored' }).whereNull('ended_at');
      return (await found.forUpdate().first('key')) !== undefined;
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

function toRecord(row: BlobRow | undefined): BlobRecord | null {
  if (row?.state !== 'staged' && row?.state !== 'stored') return null;
  const { key, id, state, size, fence, modified_at: modifiedAt } = row;
  return { key, id, state, size, fence, modifiedAt };
}

const toPiece = ({ start, size, key, sha256, crc32 }: PieceRow): Piece => ({
  start,
  size,
  key,
  sha256,
  crc32,
});
