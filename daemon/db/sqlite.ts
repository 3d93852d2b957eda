import knex, { type Knex } from 'knex';
import { HostError } from '#sdk/contract/host.js';
import { systemClock } from '../crypto/clock.ts';
import type { Database, DatabaseOptions } from './connection.ts';
import { keepStatements, type StatementConnection } from './kept-statements.ts';
import { poolOptions, requireStorable } from './pool.ts';
import { createTransactions } from './sqlite-transactions.ts';

/**
 * Two pools on one file: a single connection that writes, so that transactions queue instead of colliding, and a few
 * that only read and see the last commit (write-ahead log).
 */
export function openSqlite(file: string, { synchronous }: DatabaseOptions): Database {
  const pragmas = `PRAGMA journal_mode=WAL; PRAGMA synchronous=${synchronous}; PRAGMA foreign_keys=ON;
    PRAGMA journal_size_limit=67108864; PRAGMA temp_store=MEMORY;`;
  const writer = openPool(file, 1, pragmas);
  const reader = openPool(file, 4, `${pragmas} PRAGMA query_only=ON;`);
  return {
    writer,
    reader,
    transact: createTransactions(writer),
    clock: async () => systemClock,
    async close() {
      await reader.destroy();
      await writer.destroy();
    },
  };
}

interface SqliteConnection {
  configure(option: 'busyTimeout', milliseconds: number): void;
  exec(sql: string, done: (error: Error | null) => void): void;
}

function openPool(filename: string, max: number, pragmas: string): Knex {
  return knex({
    ...poolOptions,
    client: SqliteClient as unknown as typeof Knex.Client,
    connection: { filename },
    useNullAsDefault: true,
    pool: {
      min: 0,
      max,
      idleTimeoutMillis: 0x7fffffff,
      afterCreate(connection: SqliteConnection, done: (error: Error | null, connection: unknown) => void) {
        connection.configure('busyTimeout', 5000);
        connection.exec(pragmas, (error) => done(error, connection));
      },
    },
  });
}

interface TransactionInternals {
  begin(connection: unknown): Promise<unknown>;
  query(connection: unknown, sql: string): Promise<unknown>;
}

interface CompilerInternals {
  skipLocked(): string;
}

/** Taken from an instance that connects to nothing, because knex exports the class without a type. */
const { constructor: KnexSqliteClient } = knex({ client: 'sqlite3', useNullAsDefault: true }).client as {
  constructor: new (config: Knex.Config) => Knex.Client & ClientInternals;
};

interface ClientInternals {
  driver: unknown;
  _driver(): unknown;
  initializeDriver(): void;
  acquireRawConnection(): Promise<unknown>;
  destroyRawConnection(connection: unknown): Promise<void>;
}

/**
 * The knex client of both pools. It is a class, because knex creates the client of a transaction from the prototype: a
 * change on an instance has no effect there.
 */
class SqliteClient extends KnexSqliteClient {
  static readonly #releases = new WeakMap<object, () => void>();

  /** The driver is an optional dependency: an installation that only uploads and downloads does not need it. */
  override initializeDriver(): void {
    try {
      this.driver = this._driver();
    } catch (error) {
      throw new HostError('sqlite_missing', {}, { cause: error });
    }
  }

  override async acquireRawConnection(): Promise<unknown> {
    const connection = (await super.acquireRawConnection()) as StatementConnection;
    SqliteClient.#releases.set(connection, keepStatements(connection));
    return connection;
  }

  override async destroyRawConnection(connection: object): Promise<void> {
    SqliteClient.#releases.get(connection)?.();
    await super.destroyRawConnection(connection);
  }

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

  /** There are no locks on rows to skip: knex leaves out `for update` by itself, but refuses this. */
  override queryCompiler(builder: unknown, ...rest: []): CompilerInternals {
    const compiler = super.queryCompiler(builder, ...rest) as CompilerInternals;
    compiler.skipLocked = () => '';
    return compiler;
  }

  override prepBindings(bindings: readonly unknown[] | undefined): unknown {
    requireStorable(bindings);
    return super.prepBindings(bindings);
  }
}
