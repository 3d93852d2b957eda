import type { ByteSource } from '../../transfer/byte-source.ts';
import { openStates } from '../content.ts';
import { forEachFew, pagesOf } from '../pages.ts';
import type { DoctorContext, Invariant, Violation } from '../types.ts';

const day = 86_400_000;
const pageSize = 500;

interface ThumbnailRow {
  file_id: string;
  blob_id: string;
  small_size: number;
  large_size: number;
  path: string;
  share_id: string;
}

/**
 * I7: every thumbnail that a share says it has is there and a WebP file, and no other is older than a day. A younger one
 * may be about to get its row.
 */
export const thumbnails: Invariant = {
  id: 'I7',

  async *pages(context) {
    const files = pagesOf(context.database.reader, {
      table: 'thumbnails',
      column: 'file_id',
      where: "state = 'ready'",
      size: pageSize,
    });
    for await (const ids of files) yield ids.map((id) => `files/${id}`);
    yield* listOld(context);
  },

  async examine(context, keys) {
    return [...(await examineRows(context, idsOf(keys, 'files'))), ...(await examineBlobs(context, keys))];
  },

  /** The server makes them again. Those that senders made are lost, and can be sent again. */
  async repair({ database: { reader, writer }, thumbnails: store, clock }, keys) {
    const ids = idsOf(keys, 'files');
    const lost = () => writer('thumbnails').whereIn('file_id', ids);
    const broken: { blob_id: string }[] = await reader('thumbnails')
      .whereIn('file_id', ids)
      .select('blob_id');
    await lost().where({ is_sent: 1 }).delete();
    const none = {
      small_size: null,
      large_size: null,
      width: null,
      height: null,
      hue: null,
      second_hue: null,
    };
    await lost().update({ state: 'waiting', attempts: 0, due_at: clock.now(), blob_id: null, ...none });
    await store.removeMany([...broken.map(({ blob_id }) => blob_id), ...idsOf(keys, 'blobs')]);
  },
};

function idsOf(keys: readonly string[], kind: 'files' | 'blobs'): string[] {
  return keys.flatMap((key) => (key.startsWith(`${kind}/`) ? [key.slice(kind.length + 1)] : []));
}

async function examineRows({ database, thumbnails: store }: DoctorContext, ids: readonly string[]) {
  const rows: ThumbnailRow[] = await database
    .reader('thumbnails')
    .join('files', 'files.id', 'thumbnails.file_id')
    .join('shares', 'shares.key', 'thumbnails.share_key')
    .whereIn('file_id', ids)
    .where('thumbnails.state', 'ready')
    .whereIn('shares.state', openStates)
    .select('file_id', 'blob_id', 'small_size', 'large_size', 'path', { share_id: 'shares.id' });
  const violations: Violation[] = [];
  await forEachFew(rows, async (row) => {
    const { file_id, path, share_id: share } = row;
    const found = await store.stat(row.blob_id);
    if (found && (await isWhole(store, row))) return;
    const code = found ? 'thumbnail_wrong' : 'thumbnail_missing';
    violations.push({ key: `files/${file_id}`, code, params: { path, share, file: file_id } });
  });
  return violations;
}

/** Whether both sizes are there and begin as they must: after a power cut, the bytes of a file may all be zero. */
async function isWhole(
  store: DoctorContext['thumbnails'],
  { blob_id, small_size, large_size }: ThumbnailRow,
): Promise<boolean> {
  const source = await store.open(blob_id);
  try {
    if (source.size !== small_size + large_size) return false;
    return (await isWebp(source, 0)) && (await isWebp(source, small_size));
  } finally {
    await source.close();
  }
}

async function isWebp(source: ByteSource, offset: number): Promise<boolean> {
  const head = Buffer.alloc(12);
  await source.read(head, offset);
  return head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8) === 'WEBP';
}

async function examineBlobs(
  { database, thumbnails: store }: DoctorContext,
  keys: readonly string[],
): Promise<Violation[]> {
  const ids = idsOf(keys, 'blobs');
  const rows: { blob_id: string }[] = await database
    .reader('thumbnails')
    .whereIn('blob_id', ids)
    .select('blob_id');
  const known = new Set(rows.map(({ blob_id }) => blob_id));
  const violations: Violation[] = [];
  for (const id of ids.filter((candidate) => !known.has(candidate))) {
    const found = await store.stat(id);
    if (!found) continue;
    violations.push({
      key: `blobs/${id}`,
      code: 'thumbnail_unknown',
      params: { name: id, size: found.size },
    });
  }
  return violations;
}

async function* listOld({ thumbnails: store, clock }: DoctorContext): AsyncGenerator<string[]> {
  const before = clock.now() - day;
  let page: string[] = [];
  for await (const blob of store.list()) {
    if (blob.modified.getTime() >= before) continue;
    page.push(`blobs/${blob.id}`);
    if (page.length < pageSize) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
