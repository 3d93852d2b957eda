import type { Migration } from '../migrate.ts';

const statements = [
  // Sealed with the instance's secret key: a copy of the database alone cannot generate codes.
  'alter table users add column totp_secret text',
  // Shown once, and becomes active when a code was verified.
  'alter table users add column totp_pending text',
  // Each code is accepted once: this is the time step of the last one.
  'alter table users add column totp_last_step integer not null default 0',
  'alter table users add column quota integer',
  'alter table users add column disabled_at integer',
  'alter table users add column last_sign_in_at integer',
  'alter table sessions add column ip text',

  `create table recovery_codes (
    user_id text not null references users(id) on delete cascade,
    code_hash text not null,
    primary key (user_id, code_hash)
  ) strict, without rowid`,

  // Tokens between the password and the code.
  `create table login_tokens (
    token_hash text primary key,
    user_id text not null references users(id) on delete cascade,
    password_mark text not null,
    failures integer not null default 0,
    expires_at integer not null
  ) strict, without rowid`,
  'create index login_tokens_user on login_tokens(user_id)',

  // Mailed links: one per purpose and account, so that only the newest is valid.
  `create table account_links (
    user_id text not null references users(id) on delete cascade,
    purpose text not null,
    token_hash text not null unique,
    email text,
    expires_at integer not null,
    primary key (user_id, purpose)
  ) strict, without rowid`,

  `create table api_keys (
    id text primary key,
    user_id text not null references users(id) on delete cascade,
    name text not null,
    secret_hash text not null,
    scopes text not null,
    created_at integer not null,
    expires_at integer,
    last_used_at integer
  ) strict`,
  'create index api_keys_user on api_keys(user_id, created_at)',

  // How often something was tried in the window that ends at this time.
  `create table throttles (
    key text primary key,
    hits integer not null,
    ends_at integer not null,
    noted integer not null
  ) strict, without rowid`,
  'create index throttles_ends on throttles(ends_at)',

  // Names are kept as they were; those of deleted accounts are replaced.
  `create table audit (
    id integer primary key autoincrement,
    at integer not null,
    action text not null,
    result text not null,
    actor_id text,
    actor_name text,
    api_key_id text,
    ip text,
    subject_id text,
    subject_name text,
    details text not null,
    request_id text
  ) strict`,
  'create index audit_at on audit(at)',
  'create index audit_action on audit(action, id)',
  'create index audit_actor on audit(actor_id) where actor_id is not null',
  'create index audit_subject on audit(subject_id) where subject_id is not null',

  // Mails that wait, were sent, or were given up. The sealed message is removed when the mail is finished.
  `create table outbox (
    id text primary key,
    user_id text references users(id) on delete cascade,
    kind text not null,
    recipient text not null,
    message text,
    state text not null,
    attempts integer not null default 0,
    due_at integer not null,
    expires_at integer not null,
    created_at integer not null,
    sent_at integer,
    error text
  ) strict`,
  'create index outbox_due on outbox(state, due_at)',
  'create index outbox_user on outbox(user_id)',
];

export const accounts: Migration = {
  name: '0005-accounts',
  async up(q) {
    for (const statement of statements) await q.raw(statement);
  },
};
