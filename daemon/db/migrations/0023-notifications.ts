import { dialectOf } from '../dialect.ts';
import type { Migration } from '../migrate.ts';

/** Where events are sent, each event on its way to one of them, and the mails that owners of shares want. */
export const notifications: Migration = {
  name: '0023-notifications',
  async up(q) {
    const { integer, text, tableOptions } = dialectOf(q).types;
    await q.raw(`create table webhooks (
      id ${text} primary key,
      name ${text} not null,
      kind ${text} not null,
      -- Sealed JSON: the URL, the target, the token, and the key of the signatures.
      destination ${text} not null,
      -- JSON: names of events.
      events ${text} not null,
      is_enabled ${integer} not null,
      failing_since ${integer},
      created_at ${integer} not null
    ) ${tableOptions}`);
    await q.raw(`create table webhook_deliveries (
      id ${text} primary key,
      webhook_id ${text} not null references webhooks(id) on delete cascade,
      -- The account that the event names, with which it is deleted.
      user_id ${text} references users(id) on delete cascade,
      event ${text} not null,
      payload ${text} not null,
      state ${text} not null,
      attempts ${integer} not null default 0,
      due_at ${integer} not null,
      created_at ${integer} not null,
      tried_at ${integer},
      status ${integer},
      answer ${text},
      -- A server is sending it, until this moment by the clock of the database.
      sending_until ${integer}
    ) ${tableOptions}`);
    await q.raw('create index webhook_deliveries_due on webhook_deliveries(state, webhook_id, due_at)');
    await q.raw('create index webhook_deliveries_created on webhook_deliveries(created_at)');
    await q.raw('create index webhook_deliveries_webhook on webhook_deliveries(webhook_id, created_at)');
    await q.raw('create index webhook_deliveries_user on webhook_deliveries(user_id)');
    // Without a row, an owner wants none of them.
    await q.raw(`create table owner_mails (
      user_id ${text} primary key references users(id) on delete cascade,
      first_download ${integer} not null,
      daily_downloads ${integer} not null,
      expires_tomorrow ${integer} not null,
      -- When the daily mail was last considered.
      digest_at ${integer} not null
    ) ${tableOptions}`);
    await q.raw(`create table share_notices (
      share_key ${text} primary key references shares(key) on delete cascade,
      -- When the owner was told of the first download.
      first_download_at ${integer},
      -- The number of downloads that the owner has been told of.
      told_downloads ${integer} not null default 0,
      -- The expiry that the owner was told of: an extended share has another one.
      told_expiry ${integer}
    ) ${tableOptions}`);
  },
};
