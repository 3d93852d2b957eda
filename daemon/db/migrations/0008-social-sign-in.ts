import type { Migration } from '../migrate.ts';

const statements = [
  // Identifies users at a provider. With the issuer, because another provider set up in its place may give the same
  // subjects to other people.
  `create table social_accounts (
    provider text not null,
    issuer text not null,
    subject text not null,
    user_id text not null references users(id) on delete cascade,
    name text,
    created_at integer not null,
    primary key (provider, issuer, subject)
  ) strict, without rowid`,
  'create unique index social_accounts_user on social_accounts(user_id, provider)',

  // Browsers that were sent to a provider and will return once. The other values of the request are derived from the
  // state with the key of the instance, and are not stored.
  `create table oauth_flows (
    state_hash text primary key,
    browser_hash text not null,
    provider text not null,
    session_id text references sessions(id) on delete cascade,
    user_id text references users(id) on delete cascade,
    return_path text,
    expires_at integer not null
  ) strict, without rowid`,
  'create index oauth_flows_expires on oauth_flows(expires_at)',
  'create index oauth_flows_session on oauth_flows(session_id) where session_id is not null',
  'create index oauth_flows_user on oauth_flows(user_id) where user_id is not null',

  // The provider that the user signed in with, until the code of the authenticator is right.
  'alter table login_tokens add column provider text',

  // Codes for programs that a user has authorized, before they are exchanged.
  `create table program_codes (
    code_hash text primary key,
    session_id text not null references sessions(id) on delete cascade,
    code_challenge text not null,
    expires_at integer not null
  ) strict, without rowid`,
  'create index program_codes_session on program_codes(session_id)',
];

export const socialSignIn: Migration = {
  name: '0008-social-sign-in',
  async up(q) {
    for (const statement of statements) await q.raw(statement);
  },
};
