import { dialectOf } from '../dialect.ts';
import type { Migration } from '../migrate.ts';

/** Runs of backups. Moments are those of the clock of the database. */
export const backups: Migration = {
  name: '0021-backups',
  async up(q) {
    const { integer, text, tableOptions } = dialectOf(q).types;
    await q.raw(`create table backups (
      id ${text} primary key,
      -- create or prune
      kind ${text} not null,
      -- The address of the target, without a password.
      target ${text} not null,
      is_scheduled ${integer} not null,
      started_at ${integer} not null,
      -- Until when no other run may begin and nothing that it reads is deleted; null: it has ended.
      held_until ${integer},
      finished_at ${integer},
      -- Why it failed: the code of an error and what the system said; null: it has not.
      error ${text},
      reason ${text},
      blobs ${integer},
      bytes ${integer},
      damaged ${integer}
    ) ${tableOptions}`);
    await q.raw('create index backups_started on backups(started_at)');
    await q.raw('create index backups_held on backups(held_until) where held_until is not null');
  },
};
