import type { Knex } from 'knex';

/** A connection of the driver `sqlite3`. */
interface Connection {
  run(sql: string, bindings: readonly unknown[], done: (error: Error | null) => void): unknown;
}

/** What this needs of knex's client. */
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

/**
 * Runs transactions on the only connection of `writer`, one after the other. Those of knex make a whole client and an
 * instance for each, which costs more than the statements of most.
 */
export function createTransactions(writer: Knex): <T>(work: (q: Knex) => Promise<T>) => Promise<T> {
  const client = writer.client as Client;
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
    const result = await work(q).finally(end);
    await run(connection, 'COMMIT');
    return result;
  } catch (error) {
    // On a full disk SQLite has rolled back by itself: this fails, and the error does not mention the disk.
    await run(connection, 'ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Returns `writer` for the duration of a transaction: what comes after its end is refused. */
function createScope(writer: Knex & { context?: Context }, connection: Connection) {
  const { client } = writer as { client: Client };
  let hasEnded = false;
  const requireRunning = () => {
    if (hasEnded) throw new Error('the transaction has ended');
  };
  const bound: Client = Object.assign(Object.create(client) as Client, {
    async acquireConnection() {
      requireRunning();
      return connection;
    },
    releaseConnection: async () => undefined,
    async query(...args: Parameters<Client['query']>) {
      requireRunning();
      return client.query(...args);
    },
  });
  const context = Object.assign(Object.create(writer.context as Context) as Context, { client: bound });
  const build = (...args: Parameters<Knex>) => context.queryBuilder().table(...args);
  const q = Object.assign(Object.setPrototypeOf(build, writer) as Knex, { context });
  return { q, end: () => void (hasEnded = true) };
}

function run(connection: Connection, sql: string): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.run(sql, [], (error) => (error ? reject(error) : resolve()));
  });
}
