import type { Knex } from 'knex';
import type { FileId, ShareKey } from '#sdk/contract/formats/primitives.js';
import type { FileRecord, FileScan, ListedFile } from './types.ts';

interface FileRow {
  id: string;
  share_key: string;
  path: string;
  size: number;
  sha256: string;
  crc32: number;
  last_modified: number | null;
  created_at: number;
  pack_id: string | null;
  pack_offset: number;
  damaged_at: number | null;
  scan_state: FileScan['state'] | null;
  scan_note: string | null;
}

/** What a list of files shows. */
type ListedRow = Pick<FileRow, 'id' | 'path' | 'size' | 'sha256' | 'created_at' | 'scan_state' | 'scan_note'>;

function listedFromRow(row: ListedRow): ListedFile {
  return {
    id: row.id as FileId,
    path: row.path,
    size: row.size,
    sha256: row.sha256,
    createdAt: row.created_at,
    scan: row.scan_state === null ? null : { state: row.scan_state, note: row.scan_note },
  };
}

function fromRow(row: FileRow): FileRecord {
  return {
    ...listedFromRow(row),
    shareKey: row.share_key as ShareKey,
    crc32: row.crc32,
    lastModified: row.last_modified,
    pack: row.pack_id === null ? null : { id: row.pack_id, offset: row.pack_offset },
    damagedAt: row.damaged_at,
  };
}

function toRow(file: FileRecord): FileRow {
  return {
    id: file.id,
    share_key: file.shareKey,
    path: file.path,
    size: file.size,
    sha256: file.sha256,
    crc32: file.crc32,
    last_modified: file.lastModified,
    created_at: file.createdAt,
    pack_id: file.pack?.id ?? null,
    pack_offset: file.pack?.offset ?? 0,
    damaged_at: file.damagedAt,
    scan_state: file.scan?.state ?? null,
    scan_note: file.scan?.note ?? null,
  };
}

interface Page {
  /** The last path of the previous page. */
  after?: string;
  limit: number;
  folder?: string | undefined;
}

/** SQLite allows at most 500 terms in one statement. */
const rowsPerInsert = 200;

const batchSize = 1000;

export type FileRepo = ReturnType<typeof createFileRepo>;

export function createFileRepo(q: Knex) {
  const table = () => q<FileRow>('files');
  const one = (row: FileRow | undefined) => (row ? fromRow(row) : null);

  /** The files of a share, or those in one of its folders. */
  const inFolder = (shareKey: ShareKey, folder: string | undefined) => {
    const rows = table().where({ share_key: shareKey });
    // Paths are ordered by their bytes: `0` follows `/`.
    return folder === undefined
      ? rows
      : rows.where('path', '>', `${folder}/`).where('path', '<', `${folder}0`);
  };

  const pageOf = (shareKey: ShareKey, { after, limit, folder }: Page) => {
    const rows = inFolder(shareKey, folder).orderBy('path').limit(limit);
    return after === undefined ? rows : rows.where('path', '>', after);
  };

  /** Lists files ordered by path. */
  async function listPage(shareKey: ShareKey, page: Page): Promise<FileRecord[]> {
    return (await pageOf(shareKey, page)).map(fromRow);
  }

  return {
    findById: async (shareKey: ShareKey, id: FileId) =>
      one(await table().where({ id, share_key: shareKey }).first()),

    findByPath: async (shareKey: ShareKey, path: string) =>
      one(await table().where({ share_key: shareKey, path }).first()),

    /** Returns the file whose own blob has this id. */
    findByBlob: async (id: string) => one(await table().where({ id }).whereNull('pack_id').first()),

    /** Returns the file that an upload has become. */
    findByUpload: async (id: string) => one(await table().where({ id }).first()),

    listPage,

    /** Lists files ordered by path, for readers: of thousands, each further column takes the server milliseconds. */
    async listShown(shareKey: ShareKey, page: Page): Promise<ListedFile[]> {
      const rows = await pageOf(shareKey, page).select(
        'id',
        'path',
        'size',
        'sha256',
        'created_at',
        'scan_state',
        'scan_note',
      );
      return rows.map(listedFromRow);
    },

    /** Yields all files of a share or folder, ordered by path, in batches that are quick to read. */
    async *listBatches(shareKey: ShareKey, folder?: string): AsyncGenerator<FileRecord[]> {
      const page = { limit: batchSize, folder };
      for (let batch = await listPage(shareKey, page); batch.length > 0; ) {
        yield batch;
        const after = batch.at(-1)?.path ?? '';
        batch = batch.length < batchSize ? [] : await listPage(shareKey, { ...page, after });
      }
    },

    async countInFolder(shareKey: ShareKey, folder: string): Promise<number> {
      const [row] = await inFolder(shareKey, folder).count({ count: '*' });
      return Number(row?.count ?? 0);
    },

    /** Returns the files of the share with these ids, ordered by path. */
    async listByIds(shareKey: ShareKey, ids: readonly FileId[]): Promise<FileRecord[]> {
      const rows = table().where({ share_key: shareKey }).whereIn('id', ids).orderBy('path');
      return (await rows).map(fromRow);
    },

    /** Returns the files of the share at these paths. */
    async listByPaths(shareKey: ShareKey, paths: readonly string[]): Promise<FileRecord[]> {
      return (await table().where({ share_key: shareKey }).whereIn('path', paths)).map(fromRow);
    },

    /** Returns a file in each of the states that may keep it from being downloaded; none of a share without such files. */
    async listHeld(shareKey: ShareKey, folder?: string): Promise<{ path: string; scan: FileScan }[]> {
      const rows: { state: FileScan['state']; path: string }[] = await inFolder(shareKey, folder)
        .whereRaw("scan_state in ('pending', 'infected', 'skipped')")
        .groupBy('scan_state')
        .select({ state: 'scan_state' })
        .min('path as path');
      return rows.map(({ state, path }) => ({ path, scan: { state, note: null } }));
    },

    /** Returns the number of files of each of these shares that nobody can download until they are scanned. */
    async countPending(keys: readonly ShareKey[]): Promise<Map<ShareKey, number>> {
      const rows = await table()
        .whereIn('share_key', keys)
        // The first condition is that of the index.
        .whereRaw("scan_state in ('pending', 'infected', 'skipped') and scan_state = 'pending'")
        .groupBy('share_key')
        .select('share_key')
        .count({ count: '*' });
      return new Map(rows.map((row) => [row.share_key as ShareKey, Number(row['count'])]));
    },

    /** Returns a number that differs after every change of the files of a share. */
    async versionOf(shareKey: ShareKey): Promise<number> {
      const row: { files_version: number } | undefined = await q('shares')
        .where({ key: shareKey })
        .first('files_version');
      return row?.files_version ?? 0;
    },

    async insertMany(files: readonly FileRecord[]): Promise<void> {
      for (let at = 0; at < files.length; at += rowsPerInsert) {
        await table().insert(files.slice(at, at + rowsPerInsert).map(toRow));
      }
    },

    async removeMany(ids: readonly FileId[]): Promise<void> {
      await table().whereIn('id', ids).delete();
    },

    /** Returns which of these blobs contain a file. */
    async filterBlobs(blobIds: readonly string[]): Promise<Set<string>> {
      const own = await table().whereIn('id', blobIds).whereNull('pack_id').select('id');
      const packs = await table().whereIn('pack_id', blobIds).distinct('pack_id');
      return new Set([...own.map((row) => row.id), ...packs.map((row) => row.pack_id ?? '')]);
    },
  };
}
