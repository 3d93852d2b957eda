import type { Knex } from 'knex';
import type { Thumbnail } from '#sdk/contract/files.js';
import { nameOfPath } from '#sdk/contract/formats/paths.js';
import type { FileId, ShareKey } from '#sdk/contract/formats/primitives.js';
import type { CoverFile } from '#sdk/contract/shares/shapes.js';
import type { FileRecord, StoredThumbnail } from '../types.ts';

interface ThumbnailRow {
  file_id: string;
  share_key: string;
  state: 'waiting' | 'ready' | 'none';
  /** 1: a sender made it. */
  is_sent: number;
  attempts: number;
  due_at: number;
  blob_id: string | null;
  small_size: number | null;
  large_size: number | null;
  width: number | null;
  height: number | null;
  hue: number | null;
  second_hue: number | null;
}

interface ReadyRow extends PictureColumns {
  file_id: FileId;
  state: 'ready';
  blob_id: string;
  small_size: number;
  large_size: number;
}

/** A file whose thumbnail is to be made. */
export interface DueThumbnail extends Pick<FileRecord, 'id' | 'shareKey' | 'path' | 'size' | 'pack'> {
  attempts: number;
}

interface DueRow {
  id: string;
  share_key: string;
  path: string;
  size: number;
  pack_id: string | null;
  pack_offset: number;
  attempts: number;
}

interface CoverRow {
  share_key: string;
  id: string;
  path: string;
  width: number | null;
  height: number | null;
  hue: number | null;
  second_hue: number | null;
}

/** SQLite allows at most 500 terms in one statement. */
const rowsPerInsert = 200;

const coverSize = 3;

/** The first thumbnails and the largest files of each share: with the indexes, a few rows however many files it has. */
const coverIds = `files.id in (
  select * from (select file_id from thumbnails where share_key = shares.key and state = 'ready' order by rowid limit ${coverSize}) as first_ready
  union all
  select * from (select id from files where share_key = shares.key order by size desc limit ${coverSize}) as largest)`;

export type ThumbnailRepo = ReturnType<typeof createThumbnailRepo>;

export function createThumbnailRepo(q: Knex) {
  const table = () => q<ThumbnailRow>('thumbnails');

  return {
    async insertMany(files: readonly Pick<FileRecord, 'id' | 'shareKey'>[], now: number): Promise<void> {
      const rows = files.map(({ id, shareKey }) => ({
        file_id: id,
        share_key: shareKey,
        state: 'waiting' as const,
        due_at: now,
      }));
      for (let at = 0; at < rows.length; at += rowsPerInsert) {
        await table().insert(rows.slice(at, at + rowsPerInsert));
      }
    },

    /** Returns the thumbnails of those files that have one. */
    async findByFiles(ids: readonly FileId[]): Promise<Map<FileId, Thumbnail>> {
      const rows = await q<ReadyRow>('thumbnails')
        .whereIn('file_id', ids)
        .where({ state: 'ready' })
        .select('file_id', 'width', 'height', 'hue', 'second_hue');
      return new Map(rows.map((row) => [row.file_id, toThumbnail(row)]));
    },

    async find(id: FileId): Promise<StoredThumbnail | null> {
      const row = await q<ReadyRow>('thumbnails').where({ file_id: id, state: 'ready' }).first();
      if (!row) return null;
      const { blob_id: blobId, small_size: small, large_size: large } = row;
      return { ...toThumbnail(row), blobId, sizes: { small, large } };
    },

    /** Returns the files that stand for each of these shares; shares without files are missing. */
    async findCovers(keys: readonly ShareKey[]): Promise<Map<ShareKey, CoverFile[]>> {
      const rows: CoverRow[] = await q('shares')
        .joinRaw(`join files on ${coverIds}`)
        .joinRaw(
          "left join thumbnails on thumbnails.file_id = files.id and thumbnails.state = 'ready' and coalesce(scan_state, '') not in ('pending', 'infected')",
        )
        .whereIn('shares.key', keys)
        .orderByRaw('thumbnails.rowid is null, thumbnails.rowid, files.size desc')
        .select('files.share_key', 'files.id', 'path', 'width', 'height', 'hue', 'second_hue');
      const covers = new Map<ShareKey, CoverFile[]>();
      for (const row of rows) {
        const key = row.share_key as ShareKey;
        const cover = covers.get(key) ?? [];
        covers.set(key, cover);
        if (cover.length < coverSize) cover.push(toCover(row));
      }
      return covers;
    },

    /** Lists thumbnails to make, ordered by when they were requested. Shares that have ended need none. */
    async listDue(now: number, limit: number): Promise<DueThumbnail[]> {
      const rows: DueRow[] = await table()
        .join('files', 'files.id', 'thumbnails.file_id')
        .join('shares', 'shares.key', 'thumbnails.share_key')
        .where('thumbnails.state', 'waiting')
        .where('due_at', '<=', now)
        .whereIn('shares.state', ['draft', 'completing', 'active'])
        .whereNull('damaged_at')
        .orderBy('due_at')
        .limit(limit)
        .select('files.id', 'files.share_key', 'path', 'files.size', 'pack_id', 'pack_offset', 'attempts');
      return rows.map(({ id, share_key, path, size, pack_id, pack_offset, attempts }) => ({
        id: id as FileId,
        shareKey: share_key as ShareKey,
        path,
        size,
        pack: pack_id === null ? null : { id: pack_id, offset: pack_offset },
        attempts,
      }));
    },

    /** Counts an attempt before it is made, so that one that ends the server counts too. */
    async begin(id: FileId): Promise<void> {
      await table().where({ file_id: id }).increment('attempts', 1);
    },

    /** Puts off the next attempt, which may replace the one that was counted. */
    async putOff(id: FileId, { dueAt, attempts }: { dueAt: number; attempts: number }): Promise<void> {
      await table().where({ file_id: id, state: 'waiting' }).update({ due_at: dueAt, attempts });
    },

    /** Records that a file gets no thumbnail. */
    async giveUp(id: FileId): Promise<void> {
      await table().where({ file_id: id, state: 'waiting' }).update({ state: 'none' });
    },

    /** Records a thumbnail that was made; false when the file is gone, or has one already. */
    async complete(id: FileId, made: StoredThumbnail): Promise<boolean> {
      return (await table().where({ file_id: id, state: 'waiting' }).update(toReady(made))) > 0;
    },

    /** Records a thumbnail that the sender of the file made; false when it has one already. */
    async accept({ id, shareKey }: Pick<FileRecord, 'id' | 'shareKey'>, made: StoredThumbnail) {
      const row = { file_id: id, share_key: shareKey, is_sent: 1, due_at: 0, ...toReady(made) };
      const inserted = await table().insert(row).onConflict('file_id').ignore().returning('file_id');
      return inserted.length > 0;
    },

    /** Returns the blobs of the thumbnails of these files. */
    async blobsOfFiles(ids: readonly FileId[]): Promise<string[]> {
      const rows = await table().whereIn('file_id', ids).whereNotNull('blob_id').select('blob_id');
      return rows.map((row) => row.blob_id ?? '');
    },

    /** Returns which of these blobs are thumbnails. */
    async filterBlobs(blobIds: readonly string[]): Promise<Set<string>> {
      const rows = await table().whereIn('blob_id', blobIds).select('blob_id');
      return new Set(rows.map((row) => row.blob_id ?? ''));
    },
  };
}

interface PictureColumns {
  width: number;
  height: number;
  hue: number;
  second_hue: number;
}

function toThumbnail({ width, height, hue, second_hue }: PictureColumns): Thumbnail {
  return { width, height, hues: [hue, second_hue] };
}

function toReady({ blobId, sizes, width, height, hues }: StoredThumbnail) {
  const [hue, second_hue] = hues;
  const { small: small_size, large: large_size } = sizes;
  return { state: 'ready' as const, blob_id: blobId, small_size, large_size, width, height, hue, second_hue };
}

function toCover({ id, path, width, height, hue, second_hue }: CoverRow): CoverFile {
  const isReady = width !== null && height !== null && hue !== null && second_hue !== null;
  return {
    id: id as FileId,
    name: nameOfPath(path),
    thumbnail: isReady ? toThumbnail({ width, height, hue, second_hue }) : null,
  };
}
