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

  // Received by a reverse share, whose use is given back when the draft is given up.
  'alter table shares add column reverse_share_id text references reverse_shares(id) on delete set null',
  'create index shares_reverse on shares(reverse_share_id) where reverse_share_id is not null',
  // Bytes it may have, of its reverse share; null: as the instance says.
  'alter table shares add column max_size integer',
  // The name as it is sorted and searched.
  'alter table shares add column name_key text',
  // Lists, newest first: of one account, and of all.
  'drop index shares_owner',
  'create index shares_owner on shares(owner_id, created_at, key)',
  'create index shares_created on shares(created_at, key)',
  // Since when files are being added to it after it was published.
  'alter table shares add column adding_at integer',
  // Bytes of bundles that hold other files still: removed or replaced, and on the disk all the same.
  'alter table shares add column dead_size integer not null default 0',
  `update shares set dead_size = (
    select coalesce(sum(content_size), 0) from uploads where share_key = shares.key and kind = 'bundle'
      and exists (select 1 from files where pack_id = uploads.id)
  ) - (select coalesce(sum(size), 0) from files where share_key = shares.key and pack_id is not null)`,
  'drop index shares_held',
  `create index shares_held on shares(owner_id, size, reserved_size, declared_size, dead_size, state)
    where purged_at is null`,
  'create index shares_adding on shares(key) where adding_at is not null',
  // Blobs that no file uses any more and that are on the disk still: somebody reads them, or they could not be deleted.
  `create table blob_removals (
    blob_id text primary key,
    share_key text not null references shares(key) on delete cascade,
    size integer not null
  ) strict, without rowid`,
  'create index blob_removals_share on blob_removals(share_key)',
  'alter table shares add column last_access_at integer',
  'alter table shares add column archive_downloads integer not null default 0',
  'create index shares_declared on shares(declared_size) where declared_size > 0',
  // Holds space only while files are to come.
  "update shares set declared_size = 0 where state <> 'draft'",

  // Whose links are to be forgotten.
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

  // Apart from the files, whose every change makes another archive.
  `create table file_downloads (
    file_id text primary key references files(id) on delete cascade,
    share_key text not null,
    downloads integer not null,
    last_at integer not null
  ) strict, without rowid`,
  'create index file_downloads_share on file_downloads(share_key)',

  // What a mail tells of: without that nobody needs it.
  'alter table outbox add column about text',
  "create index outbox_about on outbox(about) where about is not null and state = 'queued'",
  // Mails of a kind to an account since a moment.
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
