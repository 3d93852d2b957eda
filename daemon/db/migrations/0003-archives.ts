import type { Migration } from '../migrate.ts';

/**
 * `shares.files_version` counts every change of the files of a share, whoever makes it: data computed from the files
 * belongs to one version. Built archives store their version, and the progress of the build.
 */
const statements = [
  'alter table shares add column files_version integer not null default 0',
  countOn('insert', 'new'),
  countOn('update', 'new'),
  countOn('delete', 'old'),

  `create table archives (
    share_key text primary key references shares(key) on delete cascade,
    state text not null,
    files_version integer not null,
    level integer not null,
    blob_id text,
    size integer,
    attempts integer not null default 0,
    due_at integer not null,
    progress_at integer not null,
    created_at integer not null
  ) strict, without rowid`,
  'create index archives_state on archives(state, due_at)',
];

function countOn(event: 'insert' | 'update' | 'delete', row: 'new' | 'old'): string {
  return `create trigger files_version_${event} after ${event} on files begin
    update shares set files_version = files_version + 1 where key = ${row}.share_key;
  end`;
}

export const archives: Migration = {
  name: '0003-archives',
  async up(q) {
    for (const statement of statements) await q.raw(statement);
  },
};
