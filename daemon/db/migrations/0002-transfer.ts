import type { Migration } from '../migrate.ts';

const statements = [
  // A file that was sent in a bundle is in the blob `pack_id`; null: it has a blob of its own, with the same id.
  'alter table files add column pack_id text',
  'alter table files add column pack_offset integer not null default 0',
  'create index files_pack on files(pack_id) where pack_id is not null',
  // When its bytes were found to be missing or wrong.
  'alter table files add column damaged_at integer',

  "alter table uploads add column kind text not null default 'file'",
  'alter table uploads add column file_count integer not null default 1',
  // Bytes that count in the share: the length of a file, or the files of a bundle without the manifest.
  'alter table uploads add column content_size integer not null default 0',
  'update uploads set content_size = length',
];

export const transfer: Migration = {
  name: '0002-transfer',
  async up(q) {
    for (const statement of statements) await q.raw(statement);
  },
};
