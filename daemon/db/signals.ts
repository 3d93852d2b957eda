import { EventEmitter } from 'node:events';
import type { Client } from 'pg';
import type { Logger } from '../logger.ts';
import type { Database, DatabaseAddress } from './connection.ts';

export type SignalTopic = 'jobs' | 'config' | 'upload_release';

/**
 * Short messages between the servers of an instance. A hint, never the truth: one may be lost or late, so whoever
 * listens also looks by itself from time to time.
 */
export interface Signals {
  /** Sends to all servers, this one included; outside transactions, for example after a commit. */
  send(topic: SignalTopic, text?: string): void;
  /**
   * Calls `listener` for each signal, and with null when signals may have been missed: before the connection was made,
   * or while it was lost. Returns a function that ends it.
   */
  on(topic: SignalTopic, listener: SignalListener): () => void;
  close(): Promise<void>;
}

type SignalListener = (text: string | null) => void;

interface SignalsOptions {
  database: Pick<Database, 'reader'>;
  address: DatabaseAddress;
  logger: Logger;
}

/** On SQLite there is one server, so signals stay in its memory. */
export function createSignals({ address, ...options }: SignalsOptions): Signals {
  const listeners = createListeners(options.logger);
  if (address.engine === 'sqlite') {
    return {
      // Later, as over a connection: never while the sender is still at work.
      send: (topic, text = '') => setImmediate(() => listeners.call(topic, text)),
      on: listeners.add,
      close: async () => undefined,
    };
  }
  return createPostgresSignals({ ...options, url: address.listenUrl ?? address.url, listeners });
}

type Listeners = ReturnType<typeof createListeners>;

function createListeners(logger: Logger) {
  const emitter = new EventEmitter().setMaxListeners(0);
  return {
    add(topic: SignalTopic, listener: SignalListener): () => void {
      const safe: SignalListener = (text) => {
        try {
          listener(text);
        } catch (error) {
          logger.error({ topic, err: error }, 'a signal could not be handled');
        }
      };
      emitter.on(topic, safe);
      return () => void emitter.off(topic, safe);
    },
    call: (topic: string, text: string | null) => void emitter.emit(topic, text),
    callAll(text: null) {
      for (const topic of emitter.eventNames()) emitter.emit(topic, text);
    },
  };
}

/** Milliseconds. */
const shortestWait = 250;
const longestWait = 10_000;
/** A connection that is lost without a word is found by a question that nobody answers. */
const askEvery = 30_000;
const answerWithin = 10_000;

const channelPrefix = 'fileshare_';
const topics: Record<SignalTopic, true> = { jobs: true, config: true, upload_release: true };

interface PostgresOptions extends Omit<SignalsOptions, 'address'> {
  url: string;
  listeners: Listeners;
}

/**
 * Listens with a connection of its own, made for the first listener and again whenever it is lost. Sends through the
 * pool of readers, which is never busy with a long change and has connections while this one is lost.
 */
function createPostgresSignals({ database, url, listeners, logger }: PostgresOptions): Signals {
  let hasBegun = false;
  let isClosed = false;
  let client: Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let wait = shortestWait;

  async function connect(): Promise<void> {
    // With SQLite it is never needed.
    const { Client } = await import('pg');
    if (isClosed) return;
    const connection = new Client({
      connectionString: url,
      connectionTimeoutMillis: answerWithin,
      query_timeout: answerWithin,
      keepAlive: true,
      fallback_application_name: 'fileshare signals',
    });
    client = connection;
    connection.on('notification', ({ channel, payload }) => {
      listeners.call(channel.slice(channelPrefix.length), payload ?? '');
    });
    connection.on('error', (error) => lose(connection, error));
    connection.on('end', () => lose(connection, new Error('the connection has ended')));
    listen(connection).catch((error: unknown) => lose(connection, error));
  }

  async function listen(connection: Client): Promise<void> {
    await connection.connect();
    const channels = Object.keys(topics).map((topic) => `listen ${channelPrefix}${topic}`);
    await connection.query(channels.join(';'));
    if (client !== connection) return;
    wait = shortestWait;
    timer = setInterval(() => {
      connection.query('select 1').catch((error: unknown) => lose(connection, error));
    }, askEvery).unref();
    listeners.callAll(null);
  }

  function lose(connection: Client, error: unknown): void {
    // Several things can say that one connection is lost.
    if (client !== connection) return;
    client = null;
    clearTimeout(timer);
    connection.end().catch(() => undefined);
    if (isClosed) return;
    logger.warn({ err: error }, 'no signals from other servers until the database can be reached again');
    timer = setTimeout(() => void connect(), wait).unref();
    wait = Math.min(wait * 2, longestWait);
  }

  return {
    send(topic, text = '') {
      database.reader.raw('select pg_notify(?, ?)', [channelPrefix + topic, text]).catch((error: unknown) => {
        logger.debug({ topic, err: error }, 'a signal was not sent');
      });
    },
    on(topic, listener) {
      if (!hasBegun) void connect();
      hasBegun = true;
      return listeners.add(topic, listener);
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      const connection = client;
      client = null;
      await connection?.end().catch(() => undefined);
    },
  };
}
