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
  /** Whether there is an administrator at all. */
  | 'setup'
  /** Who is an administrator and can sign in. */
  | 'admins'
  /** The configuration variables, which are checked together. */
  | 'config'
  /** How far the clock is trusted. */
  | 'clock'
  /** The reserved storage of all users. */
  | 'space';

/** Locks without a row, one for each id. */
type NamedLock =
  /** The count of a limit, by its key. */
  'throttle';

/** Locks that are rows, with their table and its key: an owner before its shares, a share before its uploads. */
const rowLocks = {
  user: ['users', 'id'],
  session: ['sessions', 'id'],
  share: ['shares', 'key'],
  upload: ['uploads', 'id'],
} as const;

type RowLock = keyof typeof rowLocks;

/**
 * Waits until no other transaction has the lock, and keeps it until the transaction ends. A row that does not exist
 * cannot be locked, so whether it exists is read afterwards. SQLite needs no locks: its transactions run one after the
 * other.
 */
export type Lock = (
  ...lock: [kind: SharedLock, id?: undefined] | [kind: NamedLock | RowLock, id: string]
) => Promise<void>;

export function createLock(q: Knex): Lock {
  if (engineOf(q) === 'sqlite') return async () => undefined;
  return async (...[kind, id]) => {
    if (id === undefined || kind === 'throttle') {
      const name = ['fileshare', kind, id].filter((part) => part !== undefined).join(' ');
      await q.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [name]);
      return;
    }
    const [table, key] = rowLocks[kind];
    await q(table)
      .where({ [key]: id })
      .forUpdate()
      .select(key);
  };
}
