import { text } from './text.ts';

export const instanceTables = [
  `create table config (
    key ${text} primary key,
    value ${text} not null,
    updated_at bigint not null
  )`,

  `create table config_locks (
    key ${text} primary key,
    value ${text} not null
  )`,

  `create table instance (
    key ${text} primary key,
    value ${text} not null
  )`,

  `create table instance_files (
    name ${text} primary key,
    version ${text} not null,
    content bytea not null,
    updated_at bigint not null
  )`,

  `create table throttles (
    key ${text} primary key,
    hits bigint not null,
    ends_at bigint not null,
    noted bigint not null
  )`,
  'create index throttles_ends on throttles(ends_at)',

  `create table audit (
    id bigint generated always as identity primary key,
    at bigint not null,
    action ${text} not null,
    result ${text} not null,
    actor_id ${text},
    actor_name ${text},
    api_key_id ${text},
    ip ${text},
    subject_id ${text},
    subject_name ${text},
    details ${text} not null,
    request_id ${text}
  )`,
  'create index audit_at on audit(at)',
  'create index audit_action on audit(action, id)',
  'create index audit_actor on audit(actor_id) where actor_id is not null',
  'create index audit_subject on audit(subject_id) where subject_id is not null',

  `create table outbox (
    id ${text} primary key,
    user_id ${text} references users(id) on delete cascade,
    kind ${text} not null,
    recipient ${text} not null,
    message ${text},
    state ${text} not null,
    attempts bigint not null default 0,
    due_at bigint not null,
    expires_at bigint not null,
    created_at bigint not null,
    sent_at bigint,
    error ${text},
    about ${text},
    failure ${text}
  )`,
  'create index outbox_due on outbox(state, due_at)',
  "create index outbox_about on outbox(about) where about is not null and state = 'queued'",
  'create index outbox_user on outbox(user_id, kind, created_at)',
  'create index outbox_created on outbox(created_at, id)',

  `create table daily_figures (
    day ${text} not null,
    name ${text} not null,
    value bigint not null,
    primary key (day, name)
  )`,
];
