import type { Knex } from 'knex';
import type { Database } from '../connection.ts';
import { engineOf, movedMessage } from '../dialect.ts';
import { noTimeout } from '../postgres.ts';
import { listTables } from './tables.ts';

/**
 * Runs work in a transaction during which nobody else can change the database, and everybody can read it. The database
 * itself ends this when the process dies, and it binds servers on other machines too.
 */
export function withoutWriters<T>(
  { writer }: Database,
  work: (trx: Knex.Transaction) => Promise<T>,
): Promise<T> {
  return writer.transaction(async (trx) => {
    // On SQLite, every transaction of the writer has the only write lock.
    if (engineOf(trx) === 'postgres') {
      await lastLong(trx);
      await trx.raw("set local lock_timeout = '30s'");
      await lockTables(trx);
    }
    return work(trx);
  });
}

/** On PostgreSQL, lets everybody read the tables and nobody else change them until the transaction ends. */
export async function lockTables(trx: Knex): Promise<void> {
  const tables = (await listTables(trx)).map((name) => `"${name}"`);
  await trx.raw(`lock table ${tables.join(', ')} in exclusive mode`);
}

/** Lets a transaction take as long as it needs. */
export async function lastLong(trx: Knex): Promise<void> {
  if (engineOf(trx) === 'sqlite') return;
  await trx.raw(`${noTimeout}; set local idle_in_transaction_session_timeout = 0`);
}

const changes = ['insert', 'update', 'delete'] as const;

/** Makes the database refuse every change to its rows, also those of servers that run on it now. */
export async function refuseChanges(trx: Knex): Promise<void> {
  const tables = await listTables(trx);
  if (engineOf(trx) === 'sqlite') {
    for (const table of tables) {
      for (const change of changes) {
        await trx.raw(`create trigger "moved_${table}_${change}" before ${change} on "${table}"
          begin select raise(abort, '${movedMessage}'); end`);
      }
    }
    return;
  }
  // 25006: the transaction may only read.
  await trx.raw(`create function refuse_change() returns trigger language plpgsql as $$ begin
    raise exception using errcode = '25006', message = '${movedMessage}';
  end $$`);
  for (const table of tables) {
    await trx.raw(`create trigger moved before ${changes.join(' or ')} or truncate on "${table}"
      for each statement execute function refuse_change()`);
  }
}
