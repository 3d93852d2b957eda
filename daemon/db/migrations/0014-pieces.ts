import { type Dialect, dialectOf } from '../dialect.ts';
import type { Migration } from '../migrate.ts';

/** Blobs in a bucket of an S3 server: what exists there is what these rows say. Local storage leaves them empty. */
const statementsIn = ({ integer, text, tableOptions }: Dialect['types']) => [
  `create table blobs (
    -- An id can be used again, for example when an upload is discarded and begun once more.
    key ${text} primary key,
    -- files, archives or thumbnails
    place ${text} not null,
    id ${text} not null,
    -- staged, stored, set_aside or removed
    state ${text} not null,
    -- Bytes; of a staged blob, those that are safe.
    size ${integer} not null,
    -- The number of the last writer. Those before it may change nothing.
    fence ${integer} not null,
    -- When bytes were last added.
    modified_at ${integer} not null,
    -- When it was set aside or removed.
    ended_at ${integer}
  ) ${tableOptions}`,
  'create unique index blobs_id on blobs(place, id) where ended_at is null',
  'create index blobs_ended on blobs(state, ended_at) where ended_at is not null',
  'create index blobs_size on blobs(size)',

  // The bytes of a blob from 'start' on are in the object 'key' of the bucket.
  `create table pieces (
    blob_key ${text} not null references blobs(key),
    start ${integer} not null,
    size ${integer} not null,
    key ${text} not null unique,
    sha256 ${text} not null,
    crc32 ${integer} not null,
    primary key (blob_key, start)
  ) ${tableOptions}`,

  // Objects without a piece, and when they are to be deleted.
  `create table object_removals (
    key ${text} primary key,
    due_at ${integer} not null
  ) ${tableOptions}`,
  'create index object_removals_due on object_removals(due_at)',
];

export const pieces: Migration = {
  name: '0014-pieces',
  async up(q) {
    for (const statement of statementsIn(dialectOf(q).types)) await q.raw(statement);
  },
};
