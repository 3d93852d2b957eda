import type { Knex } from 'knex';
import type { FileId, ReverseShareId, ShareKey, UserId } from '#sdk/contract/formats/primitives.js';

interface ImportedRow {
  source: string;
  kind: string;
  old_id: string;
  new_id: string;
  imported_at: number;
}

interface OldLinkRow {
  link_hash: string;
  target_id: string;
}

/** The kinds of rows that are imported, and what identifies each here. */
interface ImportedIds {
  user: UserId;
  reverseShare: ReverseShareId;
  share: ShareKey;
  /** A file in a share: its old id names both. */
  file: FileId;
}

export type ImportedKind = keyof ImportedIds;

export type ImportRepo = ReturnType<typeof createImportRepo>;

/** SQLite allows at most 500 terms in one statement. */
const rowsPerInsert = 200;

/** What was taken over from other programs, and the links that led there. */
export function createImportRepo(q: Knex) {
  const rows = () => q<ImportedRow>('imported_rows');
  const links = () => q<OldLinkRow>('old_links');

  return {
    /** Returns everything of one kind that was imported from a source, by its old id. */
    async list<K extends ImportedKind>(source: string, kind: K): Promise<Map<string, ImportedIds[K]>> {
      const found = await rows().where({ source, kind }).select('old_id', 'new_id');
      return new Map(found.map((row) => [row.old_id, row.new_id as ImportedIds[K]]));
    },

    async add<K extends ImportedKind>(
      from: { source: string; kind: K; oldId: string; at: number },
      id: ImportedIds[K],
    ): Promise<void> {
      const { source, kind, oldId, at } = from;
      await rows().insert({ source, kind, old_id: oldId, new_id: id, imported_at: at });
    },

    /** Notes the files of a share, by their old ids. */
    async addFiles(
      { source, at }: { source: string; at: number },
      files: readonly { oldId: string; id: FileId }[],
    ): Promise<void> {
      const noted = files.map(({ oldId, id }) => ({
        source,
        kind: 'file',
        old_id: oldId,
        new_id: id,
        imported_at: at,
      }));
      for (let start = 0; start < noted.length; start += rowsPerInsert)
        await rows().insert(noted.slice(start, start + rowsPerInsert));
    },

    /** `hash` is that of the path of the link. False when the link leads there already. */
    async addLink(hash: string, target: ReverseShareId | FileId): Promise<boolean> {
      const added = await links()
        .insert({ link_hash: hash, target_id: target })
        .onConflict()
        .ignore()
        .returning('target_id');
      return added.length > 0;
    },

    /** Returns the reverse share that an old link leads to, with its sealed token. */
    async findReverseShare(hash: string): Promise<{ id: ReverseShareId; token: string } | null> {
      const row: { id: string; token: string } | undefined = await q('old_links')
        .join('reverse_shares', 'reverse_shares.id', 'old_links.target_id')
        .where({ link_hash: hash })
        .first('reverse_shares.id', 'reverse_shares.token');
      return row ? { id: row.id as ReverseShareId, token: row.token } : null;
    },

    /** Returns the files that an old link leads to, and the links of their shares. */
    async findFiles(hash: string): Promise<{ share: string; id: FileId }[]> {
      return q('old_links')
        .join('files', 'files.id', 'old_links.target_id')
        .join('shares', 'shares.key', 'files.share_key')
        .where({ link_hash: hash })
        .orderBy('files.id')
        .limit(20)
        .select('files.id', { share: 'shares.id' });
    },
  };
}
