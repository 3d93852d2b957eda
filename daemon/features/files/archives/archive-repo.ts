import type { Knex } from 'knex';
import type { ShareKey } from '#sdk/contract/formats/primitives.js';
import { dialectOf, engineOf } from '../../../db/dialect.ts';
import type { ArchiveRecord, ArchiveState, FileShare } from '../types.ts';

interface ArchiveRow {
  share_key: string;
  state: string;
  files_version: number;
  level: number;
  blob_id: string | null;
  size: number | null;
  attempts: number;
  due_at: number;
  progress_at: number;
  created_at: number;
  build: string | null;
  build_until: number | null;
}

function fromRow(row: ArchiveRow): ArchiveRecord {
  return {
    shareKey: row.share_key as ShareKey,
    state: row.state as ArchiveState,
    filesVersion: row.files_version,
    level: row.level,
    blob: row.blob_id === null || row.size === null ? null : { id: row.blob_id, size: row.size },
    attempts: row.attempts,
    dueAt: row.due_at,
    progressAt: row.progress_at,
    createdAt: row.created_at,
    build: row.build,
  };
}

function toRow(archive: ArchiveRecord): Omit<ArchiveRow, 'build_until'> {
  return {
    share_key: archive.shareKey,
    state: archive.state,
    files_version: archive.filesVersion,
    level: archive.level,
    blob_id: archive.blob?.id ?? null,
    size: archive.blob?.size ?? null,
    attempts: archive.attempts,
    due_at: archive.dueAt,
    progress_at: archive.progressAt,
    created_at: archive.createdAt,
    build: archive.build,
  };
}

interface ShareRow {
  key: string;
  id: string;
  name: string | null;
  state: string;
  size: number;
  file_count: number;
  adding_at: number | null;
}

/** Milliseconds without progress after which another server builds an archive from its start. */
const buildLifetime = 30_000;

export type ArchiveRepo = ReturnType<typeof createArchiveRepo>;

export function createArchiveRepo(q: Knex) {
  const table = () => q<ArchiveRow>('archives');
  const isShared = engineOf(q) === 'postgres';
  const { now: databaseNow } = dialectOf(q);
  /** Until when other servers believe that a build goes on; on SQLite there are none. */
  const buildUntil = () => (isShared ? q.raw(`${databaseNow} + ?`, [buildLifetime]) : null);
  const ofBuild = ({ shareKey, build }: Pick<ArchiveRecord, 'shareKey' | 'build'>) =>
    table().where({ share_key: shareKey, build });

  return {
    async find(shareKey: ShareKey): Promise<ArchiveRecord | null> {
      const row = await table().where({ share_key: shareKey }).first();
      return row ? fromRow(row) : null;
    },

    /** Replaces what is recorded about the archive of this share. */
    async save(archive: ArchiveRecord): Promise<void> {
      await table().insert(toRow(archive)).onConflict('share_key').merge();
    },

    async remove(shareKey: ShareKey): Promise<void> {
      await table().where({ share_key: shareKey }).delete();
    },

    /** Begins a build of an archive as it was listed; false when another server was faster, or it has changed. */
    async claim({ state, build, ...archive }: ArchiveRecord, building: ArchiveRecord): Promise<boolean> {
      const listed = ofBuild({ ...archive, build }).where({ state });
      return (await listed.update({ ...toRow(building), build_until: buildUntil() })) > 0;
    },

    /** Records the progress of a build; false when it is no longer the current one. */
    async touch(build: Pick<ArchiveRecord, 'shareKey' | 'build'>, now: number): Promise<boolean> {
      return (await ofBuild(build).update({ progress_at: now, build_until: buildUntil() })) > 0;
    },

    /** Records how a build has ended; false when it is no longer the current one. */
    async endBuild(build: string, archive: ArchiveRecord): Promise<boolean> {
      const ended = { ...toRow(archive), build: null, build_until: null };
      return (await ofBuild({ ...archive, build }).update(ended)) > 0;
    },

    /** Lists archives to build, ordered by when they were requested, also those whose build was interrupted. */
    async listDue(now: number, limit: number): Promise<ArchiveRecord[]> {
      const rows = table().whereIn('state', ['waiting', 'building']).where('due_at', '<=', now);
      if (isShared) rows.whereRaw(`(state = 'waiting' or coalesce(build_until, 0) < ${databaseNow})`);
      return (await rows.orderBy('due_at').limit(limit)).map(fromRow);
    },

    /** Makes all waiting archives due now. */
    async hasten(now: number): Promise<void> {
      await table().where({ state: 'waiting' }).where('due_at', '>', now).update({ due_at: now });
    },

    /** Returns which of these blobs are archives. */
    async filterBlobs(blobIds: readonly string[]): Promise<Set<string>> {
      const rows = await table().whereIn('blob_id', blobIds).select('blob_id');
      return new Set(rows.map((row) => row.blob_id ?? ''));
    },

    /** Whether the files of the share are to be deleted, or are being deleted. */
    async isEnding(key: ShareKey): Promise<boolean> {
      return (await q('shares').where({ key }).whereNotNull('removed_at').first('key')) !== undefined;
    },

    /** Loads the properties of a share that an archive needs. */
    async findShare(key: ShareKey): Promise<(FileShare & { size: number }) | null> {
      const row = await q<ShareRow>('shares').where({ key }).first();
      if (!row) return null;
      const { id, name, state, size, file_count: fileCount, adding_at: addingAt } = row;
      return { key, id, name, state, size, fileCount, addingAt } as FileShare & { size: number };
    },
  };
}
