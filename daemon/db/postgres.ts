import type { Socket } from 'node:net';
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

/** Lets the statements of a transaction, and the silence until their answers, take as long as they need. */
export const noTimeout = 'set local statement_timeout = 0';

/** Two pools, as with SQLite, but transactions run at the same time: see `locks.ts`. */
export function openPostgres(
  url: string,
  { synchronous, writers = connections.writers, silence = longestSilence }: DatabaseOptions,
): Database {
  const commit = synchronous === 'FULL' ? '' : 'set synchronous_commit = off;';
  const open = (max: number, settings: string) =>
    openPool(url, { max, settings: `${timeouts} ${settings}`, silence });
  const writer = open(writers, commit);
  const reader = open(connections.readers, 'set default_transaction_read_only = on;');
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

/**
 * Milliseconds without an answer after which a connection is given up: more than the server needs to end a statement. A
 * network that was cut says nothing, and TCP would wait for a quarter of an hour.
 */
const longestSilence = 40_000;

interface PostgresConnection {
  setTypeParser(oid: number, format: 'text', parse: (text: string) => number): void;
  query(sql: string, done: (error: Error | null) => void): void;
}

interface PoolOptions {
  max: number;
  /** Statements that begin a connection. */
  settings: string;
  silence: number;
}

/** Knex keeps what it does not know. */
interface PoolConfig extends Knex.Config, Pick<PoolOptions, 'silence'> {}

/** The types int8 and numeric, such as sums, which the driver leaves as text. */
const numberTypes = [20, 1700];

function openPool(url: string, { max, settings, silence }: PoolOptions): Knex {
  const config: PoolConfig = {
    ...poolOptions,
    silence,
    client: loadClient() as unknown as typeof Knex.Client,
    connection: {
      connectionString: url,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 30_000,
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
  };
  return knex(config);
}

function toNumber(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) {
    throw new RangeError('the database returned a number that is too large');
  }
  return number;
}

/** What this needs of a connection of the driver. */
interface OpenConnection {
  connection: { stream: Socket };
  /** The transaction may take as long as it needs. */
  isPatient?: boolean;
}

interface ClientInternals {
  config: PoolConfig;
  acquireRawConnection(): Promise<unknown>;
  _query(connection: OpenConnection, query: { sql: string }): Promise<unknown>;
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

    override async _query(connection: OpenConnection, query: { sql: string }): Promise<unknown> {
      const stopWaiting = giveUpSilent(connection, query, this.config.silence);
      try {
        return await super._query(connection, query);
      } catch (error) {
        // An error of the server has a severity; all others are about the connection.
        throw error instanceof Error && !('severity' in error) ? new DatabaseUnavailable(error) : error;
      } finally {
        stopWaiting();
      }
    }
  });
}

/** Breaks a connection that does not answer a statement in time. Returns what to call after the answer. */
function giveUpSilent(connection: OpenConnection, { sql }: { sql: string }, silence: number): () => void {
  if (sql.includes(noTimeout)) connection.isPatient = true;
  let giveUp: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    // After a pause of the whole process, an answer may be waiting to be read.
    giveUp = setImmediate(() => connection.isPatient || connection.connection.stream.destroy());
  }, silence);
  return () => {
    clearTimeout(timer);
    clearImmediate(giveUp);
    if (endsTransaction.test(sql)) connection.isPatient = false;
  };
}

/** Not `ROLLBACK TO`, which ends a part of one. */
const endsTransaction = /^(commit|rollback);?$/i;

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
