import type { Migration } from '../migrate.ts';

/** Names of the files that get a row here because they were stored before there were thumbnails. */
const pictures = ['jpg', 'jpeg', 'jpe', 'jfif', 'png', 'gif', 'webp', 'avif', 'tif', 'tiff']
  .map((extension) => `lower(path) like '%.${extension}'`)
  .join(' or ');

/**
 * One row for each file that has a thumbnail or may get one. The blob has the bytes of the small size, then those of the
 * large one.
 */
const statements = [
  `create table thumbnails (
    file_id text primary key references files(id) on delete cascade,
    share_key text not null references shares(key),
    state text not null,
    is_sent integer not null default 0,
    attempts integer not null default 0,
    due_at integer not null,
    blob_id text unique,
    small_size integer,
    large_size integer,
    width integer,
    height integer,
    hue integer,
    second_hue integer
  ) strict`,
  "create index thumbnails_due on thumbnails(due_at) where state = 'waiting'",
  // The rows of a share in the order of their arrival, for its cover.
  "create index thumbnails_ready on thumbnails(share_key) where state = 'ready'",
  'create index thumbnails_size on thumbnails(small_size, large_size) where small_size is not null',
  // The largest files of a share, for the cover of one without thumbnails.
  'create index files_size on files(share_key, size)',

  `insert into thumbnails (file_id, share_key, state, due_at)
    select id, share_key, 'waiting', created_at from files where size > 0 and (${pictures}) order by created_at`,
];

export const thumbnails: Migration = {
  name: '0011-thumbnails',
  async up(q) {
    for (const statement of statements) await q.raw(statement);
  },
};
