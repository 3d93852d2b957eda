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

type EndedState = 'set_aside' | 'removed';

export interface BlobRow {
  key: string;
  place: Place;
  id: string;
  state: BlobRecord['state'] | EndedState;
  size: number;
  fence: number;
  modified_at: number;
  ended_at: number | null;
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

export type BlobRepo = ReturnType<typeof createBlobRepo>;

/** Blobs in a bucket. */
export function createBlobRepo(q: Knex) {
  const blobs = () => q<BlobRow>('blobs');
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

    /**
     * Makes blobs that were set aside stored ones again, as far as no other has their id; returns the ids. Of several
     * with one id, the last one comes back.
     */
    async takeBack(place: Place, ids: readonly string[]): Promise<string[]> {
      const there = blobs().where({ place }).whereNull('ended_at').select('id');
      const aside = await blobs()
        .where({ place, state: 'set_aside' })
        .whereIn('id', [...ids])
        .whereNotIn('id', there)
        .orderBy('ended_at')
        .select('id', 'key');
      // Later ones replace earlier ones.
      const keys = new Map(aside.map(({ id, key }) => [id, key]));
      const taken = await blobs()
        .where({ state: 'set_aside' })
        .whereIn('key', [...keys.values()])
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

    /** Keeps a stored blob as it is until the transaction ends; false when it is no longer stored. */
    async lockStored(key: string): Promise<boolean> {
      const found = blobs().where({ key, state: 'stored' }).whereNull('ended_at');
      return (await found.forUpdate().first('key')) !== undefined;
    },
  };
}

function toRecord(row: BlobRow | undefined): BlobRecord | null {
  if (row?.state !== 'staged' && row?.state !== 'stored') return null;
  const { key, id, state, size, fence, modified_at: modifiedAt } = row;
  return { key, id, state, size, fence, modifiedAt };
}
