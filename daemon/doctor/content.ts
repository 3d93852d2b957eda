import { setTimeout } from 'node:timers/promises';
import type { Database } from '../db/connection.ts';
import type { LostBytes } from '../storage/stores.ts';
import { type ByteSource, MissingSourceError, ShortSourceError } from '../transfer/byte-source.ts';
import { digestSource } from '../transfer/digests.ts';
import { openFileContent } from '../transfer/stored-file.ts';
import { repairShares, sharesOf, sharesOfFiles } from './repair-shares.ts';
import type { DoctorContext } from './types.ts';

export interface StoredFileRow {
  id: string;
  path: string;
  size: number;
  sha256: string;
  pack_id: string | null;
  pack_offset: number;
  damaged_at: number | null;
}

export const contentColumns = [
  'id',
  'path',
  'size',
  'sha256',
  'pack_id',
  'pack_offset',
  'damaged_at',
] as const satisfies readonly (keyof StoredFileRow)[];

/** The files of shares in other states are being deleted. */
export const openStates = ['draft', 'completing', 'active'] as const;

interface Options {
  signal?: AbortSignal | undefined;
  /** Milliseconds to pause between two steps of a megabyte. */
  rest?: number;
}

/** Reads a file and compares its SHA-256 with the recorded one. */
export async function isIntact(
  { blobs }: Pick<DoctorContext, 'blobs'>,
  row: StoredFileRow,
  { signal, rest = 0 }: Options = {},
): Promise<boolean> {
  const { id, size, sha256, pack_id } = row;
  const pack = pack_id === null ? null : { id: pack_id, offset: row.pack_offset };
  try {
    const source = await openFileContent(blobs, { id, size, pack });
    try {
      if (source.size !== size) return false;
      return (await digestSource(rest > 0 ? slowly(source, rest) : source, { signal })).sha256 === sha256;
    } finally {
      await source.close();
    }
  } catch (error) {
    if (error instanceof MissingSourceError || error instanceof ShortSourceError) return false;
    throw error;
  }
}

/** Slows reading down, because others are waiting for the disk. */
function slowly(source: ByteSource, rest: number): ByteSource {
  return {
    size: source.size,
    close: () => source.close(),
    async read(buffer, position) {
      await setTimeout(rest);
      return source.read(buffer, position);
    },
  };
}

/** Takes the bytes of files back that were set aside. */
export async function takeBack(
  { database, blobs }: Pick<DoctorContext, 'database' | 'blobs'>,
  fileIds: readonly string[],
): Promise<void> {
  const rows: Pick<StoredFileRow, 'id' | 'pack_id'>[] = await database
    .reader('files')
    .whereIn('id', [...fileIds])
    .select('id', 'pack_id');
  await blobs.takeBack([...new Set(rows.map(({ id, pack_id }) => pack_id ?? id))]);
}

/** Unmarks files whose bytes exist again, for example from a backup or because they were set aside; returns how many. */
export async function unmarkDamaged(context: DoctorContext, options: Options = {}): Promise<number> {
  const { reader } = context.database;
  const marked: StoredFileRow[] = await reader('files')
    .whereNotNull('damaged_at')
    .limit(1000)
    .select(...contentColumns);
  await takeBack(
    context,
    marked.map(({ id }) => id),
  );
  let unmarked = 0;
  for (const row of marked) {
    if (!(await isIntact(context, row, options))) continue;
    unmarked += await repairShares(context.database, sharesOfFiles([row.id]), (q) =>
      q('files').where({ id: row.id }).update({ damaged_at: null }),
    );
  }
  return unmarked;
}

/** Marks the files that have some of these bytes of a blob; returns their number. */
export async function markLost(
  { database, clock }: Pick<DoctorContext, 'database' | 'clock'>,
  { id, start, end }: LostBytes,
): Promise<number> {
  const find = (q: Database['writer']) =>
    q<StoredFileRow>('files')
      .where(
        (files) =>
          void files
            .where({ id })
            .orWhere(
              (parts) =>
                void parts
                  .where({ pack_id: id })
                  .where('pack_offset', '<', end)
                  .whereRaw('pack_offset + size > ?', [start]),
            ),
      )
      .where('size', '>', 0)
      .whereNull('damaged_at')
      .whereIn('share_key', q('shares').select('key').whereIn('state', openStates));
  const keys: string[] = await find(database.reader).distinct('share_key').pluck('share_key');
  return repairShares(database, sharesOf(keys), (q) => find(q).update({ damaged_at: clock.now() }));
}

/** Marks a file, unless it has been removed or marked since. */
export async function markDamaged({ database, clock }: DoctorContext, id: string): Promise<boolean> {
  const changed = await repairShares(database, sharesOfFiles([id]), (q) =>
    q('files')
      .where({ id })
      .whereNull('damaged_at')
      .whereIn('share_key', q('shares').select('key').whereIn('state', openStates))
      .update({ damaged_at: clock.now() }),
  );
  return changed > 0;
}
