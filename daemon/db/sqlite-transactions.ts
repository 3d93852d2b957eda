import type { Knex } from 'knex';

/** A connection of the driver `sqlite3`. */
interface Connection {
  run(sql: string, bindings: readonly unknown[], done: (error: Error | null) => void): unknown;
  /** With a reason, the pool opens another connection instead of this one. */
  __knex__disposed?: unknown;
}

interface Client {
  acquireConnection(): Promise<Connection>;
  releaseConnection(connection: Connection): Promise<void>;
  query(connection: Connection, query: unknown): Promise<unknown>;
}

/** What makes the builders of a knex. */
interface Context {
  client: Client;
  queryBuilder(): { table(...args: Parameters<Knex>): Knex.QueryBuilder };
}

/** What knex has, and its types do not say. */
function internalsOf(q: Knex): { client: Client; context: Context } {
  return q as unknown as { client: Client; context: Context };
}

/**
 * Runs transactions on the only connection of `writer`, one after the other. Those of knex make a whole client and an
 * instance for each, which costs more than the statements of most.
 */
export function createTransactions(writer: Knex): <T>(work: (q: Knex) => Promise<T>) => Promise<T> {
  const { client } = internalsOf(writer);
  return async (work) => {
    const connection = await client.acquireConnection();
    try {
      return await transact({ writer, connection, work });
    } finally {
      await client.releaseConnection(connection);
    }
  };
}

interface Transaction<T> {
  writer: Knex;
  connection: Connection;
  work: (q: Knex) => Promise<T>;
}

async function transact<T>({ writer, connection, work }: Transaction<T>): Promise<T> {
  const { q, end } = createScope(writer, connection);
  // It takes the write lock at once. With a plain BEGIN, one that reads before it writes fails at the write when another
  // process (the command line, a backup) wrote in between, and waiting does not help.
  await run(connection, 'BEGIN IMMEDIATE');
  try {
    const result = await work(q);
    await end();
    await run(connection, 'COMMIT');
    return result;
  } catch (error) {
    await end();
    await rollBack(connection);
    throw error;
  }
}

/** On a full disk SQLite has rolled back by itself: this fails, and the error does not mention the disk. */
async function rollBack(connection: Connection): Promise<void> {
  try {
    await run(connection, 'ROLLBACK');
  } catch (error) {
    const isOver = error instanceof Error && error.message.includes('no transaction is active');
    // Nothing could be written on a connection whose transaction never ends.
    if (!isOver) connection.__knex__disposed = error;
  }
}

/** Returns `writer` for the duration of a transaction: what comes after its end is refused. */
function createScope(writer: Knex, connection: Connection): { q: Knex; end(): Promise<void> } {
  const { client, context } = internalsOf(writer);
  let hasEnded = false;
  let running = 0;
  let onIdle: (() => void) | null = null;
  const requireRunning = () => {
    if (hasEnded) throw new Error('the transaction has ended');
  };
  const bound = derive(client, {
    async acquireConnection() {
      requireRunning();
      return connection;
    },
    releaseConnection: async () => undefined,
    async query(...args) {
      requireRunning();
      running += 1;
      try {
        return await client.query(...args);
      } finally {
        running -= 1;
        if (running === 0) onIdle?.();
      }
    },
  });
  const scoped = derive(context, { client: bound });
  const build = (...args: Parameters<Knex>) => scoped.queryBuilder().table(...args);
  // A knex is a function with the methods of its prototype, which build with its context.
  const q = Object.assign(Object.setPrototypeOf(build, writer) as Knex, { context: scoped });
  return {
    q,
    /** Waits for statements that nobody waits for any longer: they belong to this transaction, too. */
    async end() {
      hasEnded = true;
      if (running > 0) await new Promise<void>((resolve) => (onIdle = resolve));
    },
  };
}

/** Returns an object that has `changes`, and all else of `base`. */
function derive<T extends object>(base: T, changes: Partial<T>): T {
  return Object.assign(Object.create(base) as T, changes);
}

function run(connection: Connection, sql: string): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.run(sql, [], (error) => (error ? reject(error) : resolve()));
  });
}
