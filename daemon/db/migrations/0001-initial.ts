import type { Migration } from '../migrate.ts';

/**
 * Ids are text, moments integers (milliseconds since 1970), sizes integers (bytes), flags 0 or 1. Tables are STRICT:
 * SQLite refuses a value of another type.
 */
const statements = [
  `create table users (
    id text primary key,
    username text not null,
    username_key text not null unique,
    email text not null,
    email_key text not null unique,
    password_hash text,
    is_admin integer not null default 0,
    created_at integer not null
  ) strict`,

  // One row per session: the refresh token in use, and as JSON the replaced ones within their grace time.
  `create table sessions (
    id text primary key,
    user_id text not null references users(id) on delete cascade,
    refresh_hash text not null unique,
    spent_tokens text not null,
    rotated_at integer not null,
    created_at integer not null,
    expires_at integer not null,
    user_agent text
  ) strict`,
  'create index sessions_user on sessions(user_id)',
  'create index sessions_expires on sessions(expires_at)',

  `create table config (
    key text primary key,
    value text not null,
    updated_at integer not null
  ) strict`,

  // Facts about the instance itself, such as the end of the setup.
  `create table instance (
    key text primary key,
    value text not null
  ) strict`,

  `create table shares (
    key text primary key,
    id text not null,
    id_key text not null unique,
    owner_id text references users(id),
    name text,
    description text,
    password_hash text,
    password_version integer not null default 0,
    max_views integer,
    views integer not null default 0,
    state text not null,
    created_at integer not null,
    completed_at integer,
    expiration text not null,
    expires_at integer,
    removed_at integer,
    purged_at integer,
    active_at integer not null,
    upload_token_hash text,
    declared_size integer not null default 0,
    size integer not null default 0,
    file_count integer not null default 0,
    reserved_size integer not null default 0,
    reserved_count integer not null default 0
  ) strict`,
  'create index shares_owner on shares(owner_id, created_at)',
  'create index shares_state on shares(state, active_at)',
  'create index shares_expires on shares(expires_at) where expires_at is not null',

  `create table share_grants (
    token_hash text not null,
    share_key text not null references shares(key) on delete cascade,
    password_version integer not null,
    created_at integer not null,
    expires_at integer not null,
    primary key (token_hash, share_key)
  ) strict, without rowid`,
  'create index share_grants_share on share_grants(share_key)',
  'create index share_grants_expires on share_grants(expires_at)',

  `create table files (
    id text primary key,
    share_key text not null references shares(key),
    path text not null,
    size integer not null,
    sha256 text not null,
    crc32 integer not null,
    last_modified integer,
    created_at integer not null,
    unique (share_key, path)
  ) strict`,

  `create table uploads (
    id text primary key,
    share_key text not null references shares(key),
    path text not null,
    length integer not null,
    received integer not null default 0,
    state text not null,
    expected_sha256 text,
    last_modified integer,
    replaces integer not null default 0,
    created_at integer not null,
    active_at integer not null
  ) strict`,
  'create index uploads_share on uploads(share_key, state)',
  'create index uploads_state on uploads(state, active_at)',
];

export const initial: Migration = {
  name: '0001-initial',
  async up(q) {
    for (const statement of statements) await q.raw(statement);
  },
};
