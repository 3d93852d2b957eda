import type { Knex } from 'knex';

/** What SQLite needs said differently. */

interface TransactionInternals {
  begin(connection: unknown): Promise<unknown>;
  query(connection: unknown, sql: string): Promise<unknown>;
}

/**
 * Transactions take the write lock at once. With a plain BEGIN, one that reads before it writes fails at the write
 * when another process (the command line, a backup) wrote in between, and no waiting helps.
 */
export function useImmediateTransactions(pool: Knex): void {
  const client = pool.client as { transaction(...args: unknown[]): TransactionInternals };
  const create = client.transaction.bind(client);
  client.transaction = (...args) => {
    const transaction = create(...args);
    transaction.begin = (connection) => transaction.query(connection, 'BEGIN IMMEDIATE;');
    return transaction;
  };
}

/** The driver stores bigints as NULL and Dates as REAL, silently: refuse what it would damage. */
export function assertBindable(pool: Knex): void {
  const client = pool.client as { prepBindings(bindings: unknown[]): unknown[] };
  const prepare = client.prepBindings.bind(client);
  client.prepBindings = (bindings) => {
    for (const value of bindings) {
      const isPlain =
        value === null ||
        value === undefined ||
        typeof value === 'string' ||
        typeof value === 'boolean' ||
        Buffer.isBuffer(value);
      if (!isPlain && !(typeof value === 'number' && Number.isFinite(value))) {
        throw new TypeError(`cannot store a ${Object.prototype.toString.call(value)} in the database`);
      }
    }
    return prepare(bindings);
  };
}

/** True when a statement broke the unique index over `columns` (`shares.id_key`). */
export function isUniqueViolation(error: unknown, columns: string): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'SQLITE_CONSTRAINT' &&
    error.message.includes(`UNIQUE constraint failed: ${columns}`)
  );
}

/** The text as a literal part of a LIKE pattern; the statement must say `ESCAPE '\'`. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);
}
