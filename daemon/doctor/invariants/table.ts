import type { FindingCode } from '#sdk/contract/host/doctor.js';
import { forEachFew, pagesOf } from '../pages.ts';
import type { DoctorContext, Invariant, Violation } from '../types.ts';
import { counters, reservations } from './counters.ts';
import { knownBytes } from './known-bytes.ts';
import { storedBytes } from './stored-bytes.ts';
import { thumbnails } from './thumbnails.ts';

const stuckAfter = 5 * 60_000;

interface ShareRow {
  key: string;
  id: string;
  state: string;
  preparing: number;
}

const isPreparing =
  "exists (select 1 from archives where share_key = shares.key and state = 'building' and progress_at < ?)";

const codes: Readonly<Record<string, FindingCode>> = {
  completing: 'stuck_completing',
  removed: 'stuck_deleting',
};

/** I5: no share stays in a transitional state for more than five minutes. */
const stuck: Invariant = {
  id: 'I5',

  pages: ({ database }) =>
    pagesOf(database.reader, { table: 'shares', column: 'key', where: 'purged_at is null' }),

  async examine({ database: { reader }, clock }, keys) {
    const before = clock.now() - stuckAfter;
    const rows: ShareRow[] = await reader('shares')
      .whereIn('key', keys)
      .whereNull('purged_at')
      .whereRaw(`((state in ('completing', 'removed') and active_at < ?) or ${isPreparing})`, [
        before,
        before,
      ])
      .select('key', 'id', 'state');
    return rows.map(({ key, id: share, state }) => ({
      key,
      code: codes[state] ?? 'stuck_preparing',
      params: { share },
    }));
  },

  /**
   * Completion and preparation can be requested again. The server continues deletions itself, because only it knows the
   * readers.
   */
  async repair({ database: { writer } }, keys) {
    await writer('shares').whereIn('key', keys).where({ state: 'completing' }).update({ state: 'draft' });
    await writer('archives').whereIn('share_key', keys).where({ state: 'building' }).delete();
  },
};

interface UploadRow {
  id: string;
  path: string;
  received: number;
  share_id: string;
}

/** I6: all bytes that a client was told have arrived are on the disk. */
const offsets: Invariant = {
  id: 'I6',

  pages: ({ database }) =>
    pagesOf(database.reader, { table: 'uploads', column: 'id', where: "state = 'receiving'" }),

  async examine({ database, ...stores }, keys) {
    // Read the row before the file: an offset is recorded after its bytes are written.
    const uploads: UploadRow[] = await database
      .reader('uploads')
      .join('shares', 'shares.key', 'uploads.share_key')
      .whereIn('uploads.id', keys)
      .where('uploads.state', 'receiving')
      // The bytes of a final upload are those of its parts until it is finished.
      .whereNull('uploads.concat')
      .select('uploads.id', 'path', 'received', { share_id: 'shares.id' });
    const violations: Violation[] = [];
    await forEachFew(uploads, async ({ id: key, path, received, share_id: share }) => {
      const stored = (await bytesOf(stores, key)) ?? 0;
      if (received > stored) {
        violations.push({ key, code: 'offset_beyond', params: { path, share, received, stored } });
      }
    });
    return violations;
  },

  /** The client sends the missing bytes again. */
  async repair({ database: { writer }, ...stores }, keys) {
    for (const id of keys) {
      const received = (await bytesOf(stores, id)) ?? 0;
      await writer('uploads').where({ id, state: 'receiving' }).update({ received });
    }
  },
};

/** The bytes are staged, or were moved already by a run that ended before its transaction. */
async function bytesOf(
  { blobs, staging }: Pick<DoctorContext, 'blobs' | 'staging'>,
  id: string,
): Promise<number | null> {
  return (await staging.size(id)) ?? (await blobs.stat(id))?.size ?? null;
}

export const invariants: readonly Invariant[] = [
  storedBytes,
  knownBytes,
  reservations,
  counters,
  stuck,
  offsets,
  thumbnails,
];
