import type { Knex } from 'knex';
import { engineOf } from './dialect.ts';

/**
 * Every transaction that reads in order to decide takes its lock first: what it reads afterwards stays true until it
 * ends. One that needs several takes them in the order in which they are listed here, from top to bottom, so that no
 * two transactions wait for each other.
 */

/** Locks without a row. */
type SharedLock =
  | 'migrations'
  /** Which servers run. */
  | 'servers'
  /** Whether there is an administrator at all. */
  | 'setup'
  /** Who is an administrator and can sign in. */
  | 'admins'
  /** The configuration variables, which are checked together. */
  | 'config'
  /** The workload identities. */
  | 'workloads'
  /** The webhooks, and what is recorded about their deliveries. */
  | 'webhooks'
  /** How far the clock is trusted. */
  | 'clock'
  /** The reserved storage of all users. */
  | 'space'
  /** Whether a backup runs. */
  | 'backup';

/** Locks without a row, one for each id. */
type NamedLock =
  /** The count of a limit, by its key. */
  | 'throttle'
  /** A person at a sign-in provider, who may have no account here. */
  | 'person';

type RowLock = 'user' | 'session' | 'ownedShare' | 'share' | 'upload';

/** Rows with the key of their table. */
interface LockedRows {
  key: string;
  find(q: Knex, ids: readonly string[]): Knex.QueryBuilder;
}

const rowsOf = (table: string, key: string): LockedRows => ({
  key,
  find: (q, ids) => q(table).whereIn(key, ids),
});

const shares = rowsOf('shares', 'key');

const owners: LockedRows = {
  key: 'id',
  find: (q, keys) => q('users').whereIn('id', shares.find(q, keys).select('owner_id')),
};

/** Locks that are rows, in the order in which they are taken: an owner before its shares, a share before its uploads. */
const rowLocks: Readonly<Record<RowLock, readonly LockedRows[]>> = {
  user: [rowsOf('users', 'id')],
  session: [rowsOf('sessions', 'id')],
  /**
   * Shares and the users who own them: a share uses its owner's storage and the uses of its owner's reverse share, and
   * the mails about it belong to the owner.
   */
  ownedShare: [owners, shares],
  share: [shares],
  upload: [rowsOf('uploads', 'id')],
};

/**
 * Waits until no other transaction has the lock, and keeps it until the transaction ends; several rows are locked in
 * the order of their keys. A row that does not exist cannot be locked, so whether it exists is read afterwards. SQLite
 * needs no locks: its transactions run one after the other.
 */
export type Lock = (
  ...lock: [kind: SharedLock] | [kind: NamedLock, id: string] | [kind: RowLock, ...ids: string[]]
) => Promise<void>;

export function createLock(q: Knex): Lock {
  if (engineOf(q) === 'sqlite') return async () => undefined;
  return async (...[kind, ...ids]) => {
    if (isRowLock(kind)) {
      if (ids.length === 0) return;
      for (const { find, key } of rowLocks[kind]) await lockRows(q, find(q, ids), key);
      return;
    }
    await q.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [
      ['fileshare', kind, ...ids].join(' '),
    ]);
  };
}

function isRowLock(kind: string): kind is RowLock {
  return kind in rowLocks;
}

/**
 * Locks the rows that a statement is about to change. The order in which an UPDATE or a DELETE gets to its rows is not
 * known, so one that changes many would wait in a circle with another.
 *
 * Rows that refer to these can still be added: PostgreSQL checks the foreign key of a row again when a transaction
 * changes it for the second time, so with `for update` one that has a share would then wait for the owner.
 */
export async function lockRows(q: Knex, rows: Knex.QueryBuilder, key: string): Promise<void> {
  if (engineOf(q) === 'sqlite') return;
  await rows.orderBy(key).forNoKeyUpdate().select(key);
}
