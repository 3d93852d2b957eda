import { text } from './text.ts';

export const accountTables = [
  `create table users (
    id ${text} primary key,
    username ${text} not null,
    username_key ${text} not null unique,
    email ${text} not null,
    email_key ${text} not null unique,
    password_hash ${text},
    is_admin bigint not null default 0,
    created_at bigint not null,
    totp_secret ${text},
    totp_pending ${text},
    totp_last_step bigint not null default 0,
    quota bigint,
    disabled_at bigint,
    last_sign_in_at bigint,
    display_name ${text}
  )`,

  `create table sessions (
    id ${text} primary key,
    user_id ${text} not null references users(id) on delete cascade,
    refresh_hash ${text} not null unique,
    spent_tokens ${text} not null,
    rotated_at bigint not null,
    created_at bigint not null,
    expires_at bigint not null,
    user_agent ${text},
    ip ${text}
  )`,
  'create index sessions_user on sessions(user_id)',
  'create index sessions_expires on sessions(expires_at)',

  `create table recovery_codes (
    user_id ${text} not null references users(id) on delete cascade,
    code_hash ${text} not null,
    primary key (user_id, code_hash)
  )`,

  `create table login_tokens (
    token_hash ${text} primary key,
    user_id ${text} not null references users(id) on delete cascade,
    password_mark ${text} not null,
    failures bigint not null default 0,
    expires_at bigint not null,
    provider ${text}
  )`,
  'create index login_tokens_user on login_tokens(user_id)',

  `create table account_links (
    user_id ${text} not null references users(id) on delete cascade,
    purpose ${text} not null,
    token_hash ${text} not null unique,
    email ${text},
    expires_at bigint not null,
    primary key (user_id, purpose)
  )`,

  // SQLite numbers the rows of its tables in the order of their arrival; where that order matters, a column does.
  `create table api_keys (
    id ${text} primary key,
    user_id ${text} not null references users(id) on delete cascade,
    name ${text} not null,
    secret_hash ${text} not null,
    scopes ${text} not null,
    created_at bigint not null,
    expires_at bigint,
    last_used_at bigint,
    rowid bigint generated always as identity
  )`,
  'create index api_keys_user on api_keys(user_id, created_at)',

  `create table social_accounts (
    provider ${text} not null,
    issuer ${text} not null,
    subject ${text} not null,
    user_id ${text} not null references users(id) on delete cascade,
    name ${text},
    created_at bigint not null,
    primary key (provider, issuer, subject)
  )`,
  'create unique index social_accounts_user on social_accounts(user_id, provider)',

  `create table oauth_flows (
    state_hash ${text} primary key,
    browser_hash ${text} not null,
    provider ${text} not null,
    session_id ${text} references sessions(id) on delete cascade,
    user_id ${text} references users(id) on delete cascade,
    return_path ${text},
    expires_at bigint not null
  )`,
  'create index oauth_flows_expires on oauth_flows(expires_at)',
  'create index oauth_flows_session on oauth_flows(session_id) where session_id is not null',
  'create index oauth_flows_user on oauth_flows(user_id) where user_id is not null',

  `create table program_codes (
    code_hash ${text} primary key,
    session_id ${text} not null references sessions(id) on delete cascade,
    code_challenge ${text} not null,
    expires_at bigint not null
  )`,
  'create index program_codes_session on program_codes(session_id)',
];
