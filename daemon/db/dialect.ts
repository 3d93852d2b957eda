import knex, { type Knex } from 'knex';

/** What knex says differently for SQLite. */

interface TransactionInternals {
  begin(connection: unknown): Promise<unknown>;
  query(connection: unknown, sql: string): Promise<unknown>;
}

/** Taken from an instance that connects to nothing, because knex exports the class without a type. */
const { constructor: KnexSqliteClient } = knex({ client: 'sqlite3', useNullAsDefault: true }).client as {
  constructor: typeof Knex.Client;
};

/**
 * The knex client of both pools. It is a class, because knex creates the client of a transaction from the prototype: a
 * change on an instance has no effect there.
 */
export class SqliteClient extends KnexSqliteClient {
  /**
   * Makes transactions take the write lock at once. With a plain BEGIN, one that reads before it writes fails at the
   * write when another process (the command line, a backup) wrote in between, and waiting does not help.
   */
  override transaction(container: unknown, config: unknown, outer: unknown): Knex.Transaction {
    const transaction = super.transaction(container, config, outer);
    const internals = transaction as unknown as TransactionInternals;
    internals.begin = (connection) => internals.query(connection, 'BEGIN IMMEDIATE;');
    return transaction;
  }

  /** The driver silently stores bigints as NULL and Dates as REAL: refuse values that it would damage. */
  override prepBindings(bindings: readonly unknown[] | undefined): unknown {
    for (const value of bindings ?? []) {
      const isPlain =
        value === null ||
        value === undefined ||
        typeof value === 'string' ||
        typeof value === 'boolean' ||
        Buffer.isBuffer(value);
      if (!isPlain && !(typeof value === 'number' && Number.isFinite(value))) {
        const what = typeof value === 'number' ? value : Object.prototype.toString.call(value);
        throw new TypeError(`cannot store ${what} in the database`);
      }
    }
    return super.prepBindings(bindings);
  }
}

/** Whether a statement violated the unique index over `columns` (`shares.id_key`). */
export function isUniqueViolation(error: unknown, columns: string): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'SQLITE_CONSTRAINT' &&
    error.message.includes(`UNIQUE constraint failed: ${columns}`)
  );
}

/** Whether the disk has no space for a change. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'SQLITE_FULL';
}

/** Escapes the text as a literal part of a LIKE pattern; the statement must say `ESCAPE '\'`. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);
}
