import knex, { type Knex } from 'knex';
import { SqliteClient } from './dialect.ts';

/**
 * Two pools on one SQLite file: a single connection that writes, so that transactions queue instead of colliding, and a
 * few that only read and see the last commit (write-ahead log).
 */
export interface Database {
  writer: Knex;
  reader: Knex;
  close(): Promise<void>;
}

interface DatabaseOptions {
  file: string;
  /** With FULL every commit survives a power cut, with NORMAL the last ones may be lost. */
  synchronous: 'FULL' | 'NORMAL';
}

export function openDatabase({ file, synchronous }: DatabaseOptions): Database {
  const pragmas = `PRAGMA journal_mode=WAL; PRAGMA synchronous=${synchronous}; PRAGMA foreign_keys=ON;
    PRAGMA journal_size_limit=67108864; PRAGMA temp_store=MEMORY;`;
  const writer = openPool(file, 1, pragmas);
  const reader = openPool(file, 4, `${pragmas} PRAGMA query_only=ON;`);
  return {
    writer,
    reader,
    async close() {
      await reader.destroy();
      await writer.destroy();
    },
  };
}

const nothing = () => undefined;

/** Errors are thrown. Standard output belongs to our own log and to the documents of commands. */
const silent = { debug: nothing, warn: nothing, error: nothing, deprecate: nothing };

interface SqliteConnection {
  configure(option: 'busyTimeout', milliseconds: number): void;
  exec(sql: string, done: (error: Error | null) => void): void;
}

function openPool(filename: string, max: number, pragmas: string): Knex {
  return knex({
    client: SqliteClient,
    connection: { filename },
    useNullAsDefault: true,
    // Errors are logged, so they name the statement without its values.
    compileSqlOnError: false,
    acquireConnectionTimeout: 10_000,
    log: silent,
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
