import { type Database, type DatabaseAddress, openDatabase } from '../db/connection.ts';
import { migrate } from '../db/migrate.ts';
import { copyToFile, removeDatabaseFile } from '../db/move/database-file.ts';
import { lastLong } from '../db/move/freeze.ts';
import { openStates } from '../doctor/content.ts';
import { repairShares, sharesOfFiles } from '../doctor/repair-shares.ts';
import type { BlobPlace } from './blob-list.ts';

type Query = Database['writer'];

/**
 * Writes one state of the database into an SQLite file, whatever its engine is. Servers can go on changing it.
 *
 * @throws what reading the database or writing the file throws
 */
export async function takeSnapshot(
  address: DatabaseAddress,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  await removeDatabaseFile(file);
  const source = openDatabase(address, { synchronous: 'FULL', writers: 1 });
  try {
    if (address.engine === 'sqlite') await source.writer.raw('vacuum into ?', [file]);
    else await copyFromServer(source, file, signal);
  } finally {
    await source.close();
  }
}

async function copyFromServer(source: Database, file: string, signal: AbortSignal): Promise<void> {
  await source.writer.transaction(
    async (from) => {
      await lastLong(from);
      const createTables = (target: Database) => migrate(target, { engine: 'sqlite', file });
      await copyToFile({ from, file, createTables, signal });
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
}

/** A file of a share, and where its bytes are. */
export interface SnapshotFile {
  id: string;
  path: string;
  share: string;
  size: number;
  sha256: string;
  /** Where it begins in its blob. */
  offset: number;
  /** It is known to be damaged. */
  isMarked: boolean;
}

/** A blob that a snapshot refers to. */
export interface SnapshotBlob {
  place: BlobPlace;
  id: string;
  /** Its files, by their offsets; none for thumbnails. */
  files: readonly SnapshotFile[];
  /** What the blob must be, if it is exactly one file. */
  whole: { size: number; sha256: string } | null;
}

interface FileRow extends Omit<SnapshotFile, 'isMarked' | 'offset'> {
  pack_id: string | null;
  pack_offset: number;
  damaged_at: number | null;
}

/** Lists the blobs whose IDs begin with two digits, in the order of their IDs. */
export async function listBlobs({ reader }: Database, prefix: string): Promise<SnapshotBlob[]> {
  const within = (column: string) => [column, [prefix, `${prefix}g`]] as const;
  const files = (column: string) =>
    reader('files')
      // In this order: from the shares on, all files would be read for each prefix.
      .crossJoin('shares', 'shares.key', 'files.share_key')
      .whereIn('shares.state', openStates)
      .whereBetween(...within(column))
      .select<FileRow[]>('files.id', 'path', 'files.size', 'sha256', 'pack_id', 'pack_offset', 'damaged_at', {
        share: 'shares.id',
      });
  const alone = await files('files.id').whereNull('pack_id');
  const packed = await files('pack_id').orderBy(['pack_id', 'pack_offset']);
  const thumbnails: { id: string }[] = await reader('thumbnails')
    .crossJoin('shares', 'shares.key', 'thumbnails.share_key')
    .whereIn('shares.state', openStates)
    .where('thumbnails.state', 'ready')
    .whereBetween(...within('blob_id'))
    .select({ id: 'blob_id' });
  const blobs: SnapshotBlob[] = alone.map((row) => {
    const { id, size, sha256 } = row;
    return { place: 'blobs', id, files: [toFile(row)], whole: { size, sha256 } };
  });
  const packs = new Map<string, SnapshotFile[]>();
  for (const row of packed) {
    const id = row.pack_id ?? '';
    packs.set(id, [...(packs.get(id) ?? []), toFile(row)]);
  }
  for (const [id, parts] of packs) blobs.push({ place: 'blobs', id, files: parts, whole: null });
  for (const { id } of thumbnails) blobs.push({ place: 'thumbnails', id, files: [], whole: null });
  return blobs.sort((a, b) => (a.id < b.id ? -1 : 1));
}

function toFile({ pack_id: _, pack_offset, damaged_at, ...row }: FileRow): SnapshotFile {
  return { ...row, offset: pack_offset, isMarked: damaged_at !== null };
}

/** What of a snapshot has no bytes in the backup. */
export interface LostContents {
  files: readonly string[];
  /** The IDs of their blobs. */
  thumbnails: readonly string[];
}

/** Makes the rows agree with the bytes that are there: the doctor finds nothing to report. */
export async function markLost(database: Database, lost: LostContents): Promise<void> {
  const now = Date.now();
  for (const ids of inGroups(lost.files)) {
    await repairShares(database, sharesOfFiles(ids), (q) =>
      q('files').whereIn('id', ids).whereNull('damaged_at').update({ damaged_at: now }),
    );
  }
  for (const ids of inGroups(lost.thumbnails)) {
    const rows = () => database.writer('thumbnails').whereIn('blob_id', ids);
    // Those that senders made can be sent again; the server makes the others.
    await rows().where({ is_sent: 1 }).delete();
    const none = {
      small_size: null,
      large_size: null,
      width: null,
      height: null,
      hue: null,
      second_hue: null,
    };
    await rows().update({ state: 'waiting', attempts: 0, due_at: now, blob_id: null, ...none });
  }
}

function* inGroups(ids: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < ids.length; at += 500) yield ids.slice(at, at + 500);
}

/** Tables whose rows describe what runs now, or what is elsewhere. */
const ofNow = [
  // What may have been ended or used since must not be valid again.
  'oauth_flows',
  'program_codes',
  'sessions',
  'login_tokens',
  'throttles',
  // They are built again.
  'archives',
  'pieces',
  'blobs',
  'object_removals',
  'servers',
  'jobs',
  'backups',
] as const;

/** Makes a snapshot fit for a new server, whose storage has only the blobs of the backup. */
export function detach({ writer }: Database): Promise<void> {
  return writer.transaction(async (q: Query) => {
    for (const table of ofNow) await q(table).delete();
    // An invitation that was accepted since is needed again.
    await q('account_links').whereNot({ purpose: 'invite' }).delete();
    // Their clients continue from the first byte.
    await q('uploads').where({ state: 'receiving' }).update({ received: 0, owner: null, owner_until: null });
    await q('outbox').update({ sending_until: null });
    // A copy for trying it out must not write to the backup of the original.
    await q('config').where({ key: 'backup.enabled' }).delete();
    await q('instance').whereIn('key', ['server_port', 'server_storage']).delete();
  });
}
