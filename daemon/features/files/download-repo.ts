import type { Knex } from 'knex';
import type { FileId, ShareKey } from '#sdk/contract/formats/primitives.js';

interface DownloadRow {
  file_id: string;
  share_key: string;
  downloads: number;
  last_at: number;
}

/** The number of downloads, and the time of the last one. */
export interface DownloadCount {
  downloads: number;
  lastAt: number;
}

/** The visits to a share. */
export interface ShareVisits {
  /** Of single files, which are counted file by file. */
  fileDownloads: number;
  archiveDownloads: number;
  lastAt: number;
}

/** Each has three values; SQLite allows 32,766 in a statement. */
const filesPerStatement = 500;

export type DownloadRepo = ReturnType<typeof createDownloadRepo>;

/** The downloads of files; in a table beside the files, because every change of a file makes a new archive. */
export function createDownloadRepo(q: Knex) {
  const table = () => q<DownloadRow>('file_downloads');

  async function addSome(counts: readonly [FileId, DownloadCount][]): Promise<void> {
    const row = '(cast(? as text), cast(? as bigint), cast(? as bigint))';
    await q.raw(
      `insert into file_downloads (file_id, share_key, downloads, last_at)
        select id, share_key, column2, column3
          from files, (values ${counts.map(() => row).join(', ')}) as counted where id = column1
        on conflict (file_id) do update set
          downloads = file_downloads.downloads + excluded.downloads,
          last_at = case when excluded.last_at > file_downloads.last_at
            then excluded.last_at else file_downloads.last_at end`,
      counts.flatMap(([id, { downloads, lastAt }]) => [id, downloads, lastAt]),
    );
  }

  return {
    /** Returns the downloads of single files, for the shares that have some. */
    async sumByShare(keys: readonly ShareKey[]): Promise<Map<ShareKey, number>> {
      const rows: { share_key: string; total: number | string }[] = await q('file_downloads')
        .whereIn('share_key', keys)
        .groupBy('share_key')
        .select('share_key')
        .sum({ total: 'downloads' });
      return new Map(rows.map(({ share_key, total }) => [share_key as ShareKey, Number(total)]));
    },

    /** Returns the counts of the files that were downloaded. */
    async findByFiles(ids: readonly FileId[]): Promise<Map<FileId, DownloadCount>> {
      const rows = await table().whereIn('file_id', ids);
      return new Map(
        rows.map(({ file_id, downloads, last_at }) => [file_id as FileId, { downloads, lastAt: last_at }]),
      );
    },

    /** Adds to the counts of files; one that is gone has none. */
    async addToFiles(counts: ReadonlyMap<FileId, DownloadCount>): Promise<void> {
      const all = [...counts];
      for (let at = 0; at < all.length; at += filesPerStatement) {
        await addSome(all.slice(at, at + filesPerStatement));
      }
    },

    /** Adds to the completed downloads of a day, for the whole instance. */
    async addToDay(day: string, downloads: number): Promise<void> {
      await q.raw(
        `insert into daily_figures (day, name, value) values (?, 'downloads', ?)
          on conflict (day, name) do update set value = daily_figures.value + excluded.value`,
        [day, downloads],
      );
    },

    /** Adds to the visits of a share; the time of the last one never goes back. */
    async addToShare(key: ShareKey, { archiveDownloads, lastAt }: ShareVisits): Promise<void> {
      await q('shares')
        .where({ key })
        .update({
          archive_downloads: q.raw('archive_downloads + ?', [archiveDownloads]),
          last_access_at: q.raw('case when last_access_at > ? then last_access_at else ? end', [
            lastAt,
            lastAt,
          ]),
        });
    },
  };
}
