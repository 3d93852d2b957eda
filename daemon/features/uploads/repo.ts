import type { Knex } from 'knex';
import type { ShareKey, UploadId } from '#sdk/contract/formats/primitives.js';
import type { Arriving } from '#sdk/contract/shares.js';
import { removeSome } from '../../db/remove-some.ts';
import type { UploadLease } from './locks.ts';
import { fileOfPart, type UploadRecord } from './types.ts';

interface UploadRow {
  id: string;
  share_key: string;
  kind: string;
  path: string;
  length: number;
  is_deferred: number;
  content_size: number;
  file_count: number;
  received: number;
  state: string;
  concat: string | null;
  /** The final upload that a part belongs to. */
  final_id: string | null;
  expected_sha256: string | null;
  last_modified: number | null;
  replaces: number;
  created_at: number;
  active_at: number;
  fence: number;
}

function fromRow(row: UploadRow): UploadRecord {
  return {
    id: row.id as UploadId,
    shareKey: row.share_key as ShareKey,
    kind: row.kind as UploadRecord['kind'],
    path: row.path,
    length: row.length,
    isDeferred: row.is_deferred === 1,
    contentSize: row.content_size,
    fileCount: row.file_count,
    received: row.received,
    state: row.state as UploadRecord['state'],
    concat: row.concat,
    expectedSha256: row.expected_sha256,
    lastModified: row.last_modified,
    replaces: row.replaces === 1,
    createdAt: row.created_at,
    activeAt: row.active_at,
  };
}

function toRow(upload: UploadRecord): Omit<UploadRow, 'fence' | 'final_id'> {
  return {
    id: upload.id,
    share_key: upload.shareKey,
    kind: upload.kind,
    path: upload.path,
    length: upload.length,
    is_deferred: upload.isDeferred ? 1 : 0,
    content_size: upload.contentSize,
    file_count: upload.fileCount,
    received: upload.received,
    state: upload.state,
    concat: upload.concat,
    expected_sha256: upload.expectedSha256,
    last_modified: upload.lastModified,
    replaces: upload.replaces ? 1 : 0,
    created_at: upload.createdAt,
    active_at: upload.activeAt,
  };
}

interface SumRow {
  share_key: string;
  first_path: string | null;
  first_part: string | null;
  received: number;
}

/** The first file, or the one that the first part belongs to. Parts sort by the byte they begin at. */
function firstPathOf({ first_path, first_part }: SumRow): string | null {
  const ofPart = first_part === null ? null : fileOfPart(first_part);
  if (first_path === null || ofPart === null) return first_path ?? ofPart;
  return first_path < ofPart ? first_path : ofPart;
}

export type UploadRepo = ReturnType<typeof createUploadRepo>;

export function createUploadRepo(q: Knex) {
  const table = () => q<UploadRow>('uploads');
  /** An unfinished upload, as long as the lease is valid. */
  const leased = (id: UploadId, { fence }: UploadLease) =>
    table().where({ id, state: 'receiving', ...(fence !== null && { fence }) });

  return {
    async findById(id: string): Promise<UploadRecord | null> {
      const row = await table().where({ id }).first();
      return row ? fromRow(row) : null;
    },

    async listUnfinished(shareKey: ShareKey): Promise<UploadRecord[]> {
      return (await table().where({ share_key: shareKey, state: 'receiving' })).map(fromRow);
    },

    /** Returns what each of these shares is still receiving; shares that receive nothing are missing. */
    async sumUnfinished(keys: readonly ShareKey[]): Promise<Map<ShareKey, Arriving>> {
      const rows: SumRow[] = await table()
        .whereIn('share_key', keys)
        .where({ state: 'receiving' })
        .groupBy('share_key')
        .select(
          'share_key',
          q.raw("min(case when kind = 'file' then path end) as first_path"),
          q.raw("min(case when kind = 'part' and path like '/%/%' then path end) as first_part"),
          q.raw('sum(received) as received'),
        );
      return new Map(
        rows.map((row) => [
          row.share_key as ShareKey,
          { firstPath: firstPathOf(row), receivedBytes: row.received },
        ]),
      );
    },

    async listByIds(ids: readonly string[]): Promise<UploadRecord[]> {
      return (await table().whereIn('id', ids)).map(fromRow);
    },

    /** Makes complete uploads the parts of a final one; returns how many there were. */
    async useParts(
      ids: readonly string[],
      { id, shareKey, createdAt }: Pick<UploadRecord, 'id' | 'shareKey' | 'createdAt'>,
    ): Promise<number> {
      return table()
        .whereIn('id', ids)
        .where({ share_key: shareKey, kind: 'part', state: 'receiving', is_deferred: 0 })
        .update({ state: 'committed', final_id: id, received: q.raw('length'), active_at: createdAt });
    },

    async listParts(final: UploadId): Promise<UploadRecord[]> {
      return (await table().where({ final_id: final })).map(fromRow);
    },

    /** Finds the final upload that has one of these parts. */
    async findFinalOf(parts: readonly string[]): Promise<UploadRecord | null> {
      const finals = table().whereIn('id', parts).whereNotNull('final_id').select('final_id');
      const row = await table().whereIn('id', finals).first();
      return row ? fromRow(row) : null;
    },

    async removeParts(final: UploadId): Promise<void> {
      await table().where({ final_id: final }).delete();
    },

    async listUnfinishedAt(shareKey: ShareKey, paths: readonly string[]): Promise<UploadRecord[]> {
      const rows = table().where({ share_key: shareKey, state: 'receiving' }).whereIn('path', paths);
      return (await rows).map(fromRow);
    },

    /** Lists unfinished uploads, ordered by id; only those without a byte since `idleSince` if that is given. */
    async listUnfinishedAfter(
      after: string,
      { limit, idleSince }: { limit: number; idleSince?: number },
    ): Promise<UploadRecord[]> {
      const rows = table().where({ state: 'receiving' }).where('id', '>', after).orderBy('id').limit(limit);
      if (idleSince !== undefined) rows.where('active_at', '<', idleSince);
      return (await rows).map(fromRow);
    },

    /** Shifts activity times: no upload was idle while the server was off or its clock wrong. */
    async shiftActivity({ expected, now }: { expected: number; now: number }): Promise<void> {
      const unfinished = () => table().where({ state: 'receiving' });
      await unfinished()
        .where('active_at', '<=', expected)
        .update({ active_at: q.raw('active_at + ?', [Math.max(0, now - expected)]) });
      await unfinished().where('active_at', '>', now).update({ active_at: now });
    },

    /** Inserts at most a hundred uploads. */
    async insertMany(uploads: readonly UploadRecord[]): Promise<void> {
      await table().insert(uploads.map(toRow));
    },

    /** False when the upload is no longer receiving, or the lease was lost. */
    async recordReceived(
      { id, lease }: { id: UploadId; lease: UploadLease },
      received: number,
      activeAt: number,
    ): Promise<boolean> {
      return (await leased(id, lease).update({ received, active_at: activeAt })) > 0;
    },

    /**
     * Changes the length of an upload that is still deferred, and how much it counts in its share; false when it is not,
     * or the lease was lost.
     */
    async setLength(
      id: UploadId,
      lease: UploadLease,
      { length, isDeferred }: Pick<UploadRecord, 'length' | 'isDeferred'>,
    ): Promise<boolean> {
      const changed = await leased(id, lease)
        .where({ is_deferred: 1 })
        .update({ length, content_size: length, is_deferred: isDeferred ? 1 : 0 });
      return changed > 0;
    },

    /** Lowers the received bytes to what the disk has; false when the row does not claim more. */
    async lowerReceived(id: UploadId, received: number): Promise<boolean> {
      const ahead = table().where({ id, state: 'receiving' }).where('received', '>', received);
      return (await ahead.update({ received })) > 0;
    },

    /** True for exactly one caller; false also when the lease was lost. */
    async markCommitted(id: UploadId, lease: UploadLease, activeAt: number): Promise<boolean> {
      const changed = await leased(id, lease).update({
        state: 'committed',
        received: q.raw('length'),
        active_at: activeAt,
      });
      return changed > 0;
    },

    /** Removes an unfinished upload; true for exactly one caller; false also when the lease was lost. */
    async removeUnfinished(id: UploadId, lease: UploadLease = { fence: null }): Promise<boolean> {
      return (await leased(id, lease).delete()) > 0;
    },

    /**
     * Removes at most `limit` uploads that became files of their own or parts of one between two moments, the oldest
     * first. Returns the moment to go on from, or null when that were all.
     */
    async removeFinished(
      { from, before }: { from: number; before: number },
      limit: number,
    ): Promise<number | null> {
      const rows = await table()
        .where({ state: 'committed' })
        .whereIn('kind', ['file', 'part'])
        // A final upload that is not finished needs the rows of its parts.
        .whereRaw("(final_id is null or final_id not in (select id from uploads where state = 'receiving'))")
        .where('active_at', '>=', from)
        .where('active_at', '<', before)
        .orderBy('active_at')
        .limit(limit)
        .forUpdate()
        .skipLocked()
        .select('id', 'active_at');
      const ids = rows.map(({ id }) => id);
      await table().whereIn('id', ids).delete();
      return rows.length < limit ? null : (rows.at(-1)?.active_at ?? null);
    },

    /** Removes at most `limit` uploads of a share; returns how many. */
    async removeSomeOfShare(shareKey: ShareKey, limit: number): Promise<number> {
      return removeSome(table().where({ share_key: shareKey }), ['id'], limit);
    },

    /**
     * Counts bytes in these bundles that no file uses any longer. A bundle without any file is deleted, or is being
     * deleted.
     */
    async deadBytes(bundles: readonly string[]): Promise<number> {
      const used = q('files')
        .whereIn('pack_id', bundles)
        .groupBy('pack_id')
        .select('pack_id')
        .sum({ used: 'size' });
      const rows: { dead: number | null }[] = await q('uploads')
        .join(used.as('live'), 'live.pack_id', 'uploads.id')
        .sum({ dead: q.raw('content_size - used') });
      return rows[0]?.dead ?? 0;
    },

    /** Returns the size of each of these bundles in bytes. */
    async sizesOf(bundles: readonly string[]): Promise<Map<string, number>> {
      const rows = await table().whereIn('id', bundles).select('id', 'content_size');
      return new Map(rows.map(({ id, content_size }) => [id, content_size]));
    },

    /** Bytes that unfinished uploads have announced and not yet sent. */
    async outstandingBytes(): Promise<number> {
      const rows: { total: number | null }[] = await table()
        .where({ state: 'receiving' })
        .sum({ total: q.raw('length - received') });
      return rows[0]?.total ?? 0;
    },
  };
}
