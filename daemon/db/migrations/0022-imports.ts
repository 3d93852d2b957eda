import { dialectOf } from '../dialect.ts';
import type { Migration } from '../migrate.ts';

/** What was taken over from other programs. */
export const imports: Migration = {
  name: '0022-imports',
  async up(q) {
    const { integer, text, tableOptions } = dialectOf(q).types;
    await q.raw(`create table imported_rows (
      -- The instance of the other program.
      source ${text} not null,
      -- user, reverseShare, share or file
      kind ${text} not null,
      old_id ${text} not null,
      -- The id of the row here, even when it has been deleted since: then it is not imported again.
      new_id ${text} not null,
      imported_at ${integer} not null,
      primary key (source, kind, old_id)
    ) ${tableOptions}`);
    await q.raw(`create table old_links (
      -- SHA-256 of the path: links of reverse shares are secrets.
      link_hash ${text} not null,
      -- A reverse share, or a file, of which one link can have several. No id is used again, so a link whose target is
      -- gone leads nowhere.
      target_id ${text} not null,
      primary key (link_hash, target_id)
    ) ${tableOptions}`);
  },
};
