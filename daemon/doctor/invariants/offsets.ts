import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { forEachFew, pagesOf } from '../pages.ts';
import type { Invariant, Patient, Violation } from '../types.ts';

interface UploadRow {
  id: string;
  path: string;
  received: number;
  share_id: string;
}

/** I6: what a client was told to have arrived is there. */
export const offsets: Invariant = {
  id: 'I6',

  pages: ({ database }) =>
    pagesOf(database.reader, { table: 'uploads', column: 'id', where: "state = 'receiving'" }),

  async examine({ database, blobs }, keys) {
    // The row before the file: an offset is noted when its bytes are written.
    const uploads: UploadRow[] = await database
      .reader('uploads')
      .join('shares', 'shares.key', 'uploads.share_key')
      .whereIn('uploads.id', keys)
      .where('uploads.state', 'receiving')
      .select('uploads.id', 'path', 'received', { share_id: 'shares.id' });
    const violations: Violation[] = [];
    await forEachFew(uploads, async ({ id: key, path, received, share_id: share }) => {
      const stored = (await bytesOf(blobs, key)) ?? 0;
      if (received > stored) {
        violations.push({ key, code: 'offset_beyond', params: { path, share, received, stored } });
      }
    });
    return violations;
  },

  /** The rest is sent again. */
  async repair({ database: { writer }, blobs }, keys) {
    for (const id of keys) {
      const received = (await bytesOf(blobs, id)) ?? 0;
      await writer('uploads').where({ id, state: 'receiving' }).update({ received });
    }
  },
};

/** Staged, or moved already by a run that ended before its transaction. */
async function bytesOf(blobs: Patient['blobs'], id: string): Promise<number | null> {
  const staged = await stat(join(blobs.stagingDirectory, id)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return staged?.size ?? (await blobs.stat(id))?.size ?? null;
}
