import knex, { type Knex } from 'knex';
import type { Database, DatabaseOptions } from './connection.ts';
import { createDatabaseClock, type DatabaseClock } from './database-clock.ts';
import { DatabaseUnavailable } from './dialect.ts';
import { poolOptions, requireStorable } from './pool.ts';

/** Most connections that only read, and that write. PostgreSQL allows 100 in all by default. */
const connections = { readers: 10, writers: 10 };

/** Set on the connection and not in the URL, where a pooler between us and the server may refuse them. */
const timeouts = `set statement_timeout = '30s'; set idle_in_transaction_session_timeout = '30s';
  set lock_timeout = '5s'; set timezone = 'UTC';`;

/** Two pools, as with SQLite, but transactions run at the same time: see `locks.ts`. */
export function openPostgres(
  url: string,
  { synchronous, writers = connections.writers }: DatabaseOptions,
): Database {
  const commit = synchronous === 'FULL' ? '' : 'set synchronous_commit = off;';
  const writer = openPool(url, writers, `${timeouts} ${commit}`);
  const reader = openPool(url, connections.readers, `${timeouts} set default_transaction_read_only = on;`);
  let clock: Promise<DatabaseClock> | undefined;
  return {
    writer,
    reader,
    async transact(work) {
      const failures: unknown[] = [];
      const run = (q: Knex) =>
        work(q).catch((error: unknown) => {
          failures.push(error);
          throw error;
        });
      // When the connection is lost, the ROLLBACK fails, and its error does not say why.
      return writer.transaction(run).catch((error: unknown) => Promise.reject(failures[0] ?? error));
    },
    clock: () => (clock ??= createDatabaseClock(reader)),
    async close() {
      (await clock?.catch(() => undefined))?.stop();
      await reader.destroy();
      await writer.destroy();
    },
  };
}

interface PostgresConnection {
  setTypeParser(oid: number, format: 'text', parse: (text: string) => number): void;
  query(sql: string, done: (error: Error | null) => void): void;
}

/** The types int8 and numeric, such as sums, which the driver leaves as text. */
const numberTypes = [20, 1700];

function openPool(url: string, max: number, settings: string): Knex {
  return knex({
    ...poolOptions,
    client: loadClient() as unknown as typeof Knex.Client,
    connection: {
      connectionString: url,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      // The URL can set another name.
      fallback_application_name: 'fileshare',
    } as Knex.PgConnectionConfig,
    pool: {
      min: 0,
      max,
      afterCreate(connection: PostgresConnection, done: (error: Error | null, connection: unknown) => void) {
        for (const type of numberTypes) connection.setTypeParser(type, 'text', toNumber);
        connection.query(settings, (error) => done(error, connection));
      },
    },
  });
}

function toNumber(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) {
    throw new RangeError('the database returned a number that is too large');
  }
  return number;
}

interface ClientInternals {
  acquireRawConnection(): Promise<unknown>;
  _query(connection: unknown, query: unknown): Promise<unknown>;
}

type ClientClass = new (config: Knex.Config) => Knex.Client & ClientInternals;

let postgresClient: ClientClass | undefined;

/** The knex client of both pools; a class for the same reason as that of SQLite. */
function loadClient(): ClientClass {
  if (postgresClient) return postgresClient;
  // Taken from an instance that connects to nothing, because knex exports the class without a type. It loads the driver.
  const { constructor } = knex({ client: 'pg' }).client as { constructor: ClientClass };

  return (postgresClient = class extends constructor {
    override prepBindings(bindings: readonly unknown[] | undefined): unknown {
      requireStorable(bindings);
      return super.prepBindings(bindings?.map(toStoredText));
    }

    override acquireRawConnection(): Promise<unknown> {
      return super.acquireRawConnection().catch(failAsUnavailable);
    }

    override _query(connection: unknown, query: unknown): Promise<unknown> {
      return super._query(connection, query).catch((error: unknown) => {
        // An error of the server has a severity; all others are about the connection.
        throw error instanceof Error && !('severity' in error) ? new DatabaseUnavailable(error) : error;
      });
    }
  });
}

/**
 * U+0000, which PostgreSQL refuses in texts, becomes the replacement character, as a surrogate without its other half
 * does in UTF-8: a search for it finds nothing, as on SQLite.
 */
export function toStoredText(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;
}

function failAsUnavailable(error: unknown): never {
  throw error instanceof Error ? new DatabaseUnavailable(error) : error;
}
