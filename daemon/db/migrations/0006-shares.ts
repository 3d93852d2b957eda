import type { Knex } from 'knex';
import { foldText } from '../fold-text.ts';
import type { Migration } from '../migrate.ts';

const statements = [
  `create table reverse_shares (
    id text primary key,
    owner_id text not null references users(id) on delete cascade,
    token_hash text not null unique,
    token text not null,
    name text,
    name_key text,
    description text,
    password_hash text,
    expires_at integer,
    share_expiration text,
    max_share_size integer,
    max_uses integer,
    uses integer not null default 0,
    sends_notification integer not null default 0,
    requires_sign_in integer not null default 0,
    has_simple_form integer not null default 0,
    closed_at integer,
    created_at integer not null
  ) strict`,
  'create index reverse_shares_owner on reverse_shares(owner_id, created_at)',

  // The reverse share it was sent through, whose use is released when the draft is discarded.
  'alter table shares add column reverse_share_id text references reverse_shares(id) on delete set null',
  'create index shares_reverse on shares(reverse_share_id) where reverse_share_id is not null',
  // Size limit in bytes, set by its reverse share; null: the limit of the instance.
  'alter table shares add column max_size integer',
  // The name in the form used for sorting and searching.
  'alter table shares add column name_key text',
  // For lists, newest first: of one account, and of all.
  'drop index shares_owner',
  'create index shares_owner on shares(owner_id, created_at, key)',
  'create index shares_created on shares(created_at, key)',
  // Since when files are being added to the published share.
  'alter table shares add column adding_at integer',
  // Bytes of removed or replaced files that are still on the disk, in bundles with other files.
  'alter table shares add column dead_size integer not null default 0',
  `update shares set dead_size = (
    select coalesce(sum(content_size), 0) from uploads where share_key = shares.key and kind = 'bundle'
      and exists (select 1 from files where pack_id = uploads.id)
  ) - (select coalesce(sum(size), 0) from files where share_key = shares.key and pack_id is not null)`,
  'drop index shares_held',
  `create index shares_held on shares(owner_id, size, reserved_size, declared_size, dead_size, state)
    where purged_at is null`,
  'create index shares_adding on shares(key) where adding_at is not null',
  // Blobs that no file uses any longer and that are still on the disk: they are being read, or could not be deleted.
  `create table blob_removals (
    blob_id text primary key,
    share_key text not null references shares(key) on delete cascade,
    size integer not null
  ) strict, without rowid`,
  'create index blob_removals_share on blob_removals(share_key)',
  'alter table shares add column last_access_at integer',
  'alter table shares add column archive_downloads integer not null default 0',
  'create index shares_declared on shares(declared_size) where declared_size > 0',
  // Reserves storage only while files are expected.
  "update shares set declared_size = 0 where state <> 'draft'",

  // Shares whose links are to be released.
  'create index shares_purged on shares(key) where purged_at is not null',

  `create table share_recipients (
    share_key text not null references shares(key) on delete cascade,
    email_key text not null,
    email text not null,
    state text not null,
    mail_id text,
    problem text,
    changed_at integer not null,
    primary key (share_key, email_key)
  ) strict, without rowid`,
  'create index share_recipients_mail on share_recipients(mail_id) where mail_id is not null',

  // Separate from the files, because every change of a file makes a new archive.
  `create table file_downloads (
    file_id text primary key references files(id) on delete cascade,
    share_key text not null,
    downloads integer not null,
    last_at integer not null
  ) strict, without rowid`,
  'create index file_downloads_share on file_downloads(share_key)',

  // The subject of the mail: without it the mail is not needed.
  'alter table outbox add column about text',
  "create index outbox_about on outbox(about) where about is not null and state = 'queued'",
  // For counting mails of a kind to an account since a moment.
  'drop index outbox_user',
  'create index outbox_user on outbox(user_id, kind, created_at)',
  'create index outbox_created on outbox(created_at, id)',
];

export const shares: Migration = {
  name: '0006-shares',
  async up(q) {
    for (const statement of statements) await q.raw(statement);
    await foldNames(q);
  },
};

async function foldNames(q: Knex): Promise<void> {
  const named: { key: string; name: string }[] = await q('shares').whereNotNull('name').select('key', 'name');
  for (const { key, name } of named)
    await q('shares')
      .where({ key })
      .update({ name_key: foldText(name) });
}
