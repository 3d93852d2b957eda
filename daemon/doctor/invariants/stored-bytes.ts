import { openStates, takeBack } from '../content.ts';
import { forEachFew, pagesOf } from '../pages.ts';
import { repairShares, sharesOfFiles } from '../repair-shares.ts';
import type { Invariant, Violation } from '../types.ts';

interface FileRow {
  id: string;
  path: string;
  size: number;
  pack_id: string | null;
  pack_offset: number;
  share_id: string;
}

/** I1: every file of a share that can be opened has its bytes, or is marked as damaged. */
export const storedBytes: Invariant = {
  id: 'I1',

  pages: ({ database }) => pagesOf(database.reader, { table: 'files', column: 'id' }),

  async examine({ database, blobs }, keys) {
    const files: FileRow[] = await database
      .reader('files')
      .join('shares', 'shares.key', 'files.share_key')
      .whereIn('files.id', keys)
      .whereIn('shares.state', openStates)
      .whereNull('files.damaged_at')
      .select('files.id', 'path', 'files.size', 'pack_id', 'pack_offset', { share_id: 'shares.id' });
    const sizes = new Map<string, number | null>();
    await forEachFew(new Set(files.map(blobOf)), async (id) => {
      sizes.set(id, (await blobs.stat(id))?.size ?? null);
    });
    return files.flatMap((file) => judge(file, sizes.get(blobOf(file)) ?? null));
  },

  /** Bytes that were set aside are taken back: a wrong database may have been in use for a while. */
  async repair(context, keys) {
    const { database, blobs, clock } = context;
    await takeBack({ database, blobs }, keys);
    const lost = (await storedBytes.examine(context, keys)).map(({ key }) => key);
    if (lost.length === 0) return;
    await repairShares(database, sharesOfFiles(lost), (q) =>
      q('files').whereIn('id', lost).whereNull('damaged_at').update({ damaged_at: clock.now() }),
    );
  },
};

const blobOf = ({ id, pack_id }: FileRow) => pack_id ?? id;

function judge(file: FileRow, found: number | null): Violation[] {
  const { id: key, path, share_id: share } = file;
  if (found === null) return [{ key, code: 'bytes_missing', params: { path, share, file: key } }];
  const expected = file.pack_offset + file.size;
  const isRight = file.pack_id === null ? found === expected : found >= expected;
  return isRight ? [] : [{ key, code: 'bytes_wrong', params: { path, share, file: key, expected, found } }];
}
