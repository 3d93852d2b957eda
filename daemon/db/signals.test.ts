import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../logger.ts';
import { findPostgres } from '../testing/engines/postgres-server.ts';
import {
  createDatabaseIn,
  databaseIn,
  dropDatabaseIn,
  openDatabaseIn,
  useServer,
} from '../testing/test-database.ts';
import type { Database } from './connection.ts';
import { createSignals, type Signals, type SignalTopic } from './signals.ts';

const logger = createLogger({ level: 'silent', format: 'json' });

function hear(signals: Signals, topic: SignalTopic) {
  const heard: (string | null)[] = [];
  const end = signals.on(topic, (text) => void heard.push(text));
  return { heard, end };
}

async function isHeard(heard: readonly (string | null)[], ...texts: (string | null)[]): Promise<void> {
  await vi.waitFor(() => expect(heard).toEqual(texts), { timeout: 10_000 });
}

it('are heard by the one server of a SQLite database, after the sender is done', async () => {
  const signals = createSignals({
    address: { engine: 'sqlite', file: '' },
    database: {} as Database,
    logger,
  });
  const { heard, end } = hear(signals, 'upload_release');
  signals.on('upload_release', () => {
    throw new Error('a listener that fails');
  });
  const second = hear(signals, 'upload_release');
  const other = hear(signals, 'jobs');
  signals.send('upload_release', 'u1');
  signals.send('upload_release');
  expect(heard).toEqual([]);
  await isHeard(heard, 'u1', '');
  await isHeard(second.heard, 'u1', '');
  end();
  signals.send('upload_release', 'u2');
  await isHeard(second.heard, 'u1', '', 'u2');
  expect(heard).toEqual(['u1', '']);
  expect(other.heard).toEqual([]);
});

describe.skipIf(findPostgres() === null)('on PostgreSQL', () => {
  let stop: () => Promise<void>;
  let folder: string;
  let database: Database;
  let opened: Signals[] = [];

  beforeAll(async () => {
    stop = await useServer();
    folder = await mkdtemp(join(tmpdir(), 'fileshare-test-'));
    await createDatabaseIn(folder);
    database = openDatabaseIn(folder);
  });
  afterEach(async () => {
    await Promise.all(opened.map((signals) => signals.close()));
    opened = [];
  });
  afterAll(async () => {
    await database.close();
    await dropDatabaseIn(folder);
    await rm(folder, { recursive: true });
    await stop();
  });

  /** The signals of one server. */
  function open(): Signals {
    const signals = createSignals({ database, address: databaseIn(folder), logger });
    opened.push(signals);
    return signals;
  }

  const connections = () =>
    database
      .reader('pg_stat_activity')
      .whereRaw('datname = current_database()')
      .where({ application_name: 'fileshare signals' });

  it('reach every server that listens to the topic, the sender included', async () => {
    const [a, b] = [open(), open()];
    const [ofA, ofB] = [hear(a, 'upload_release'), hear(b, 'upload_release')];
    const other = hear(b, 'jobs');
    await isHeard(ofA.heard, null);
    await isHeard(ofB.heard, null);
    a.send('upload_release', 'u1');
    await isHeard(ofA.heard, null, 'u1');
    await isHeard(ofB.heard, null, 'u1');
    ofA.end();
    b.send('upload_release', "it's é");
    b.send('jobs');
    await isHeard(ofB.heard, null, 'u1', "it's é");
    await isHeard(other.heard, null, '');
    expect(ofA.heard).toEqual([null, 'u1']);
  });

  it('are heard again after the connection was lost, which the listener is told', async () => {
    const [a, b] = [open(), open()];
    const { heard } = hear(a, 'config');
    await isHeard(heard, null);
    await connections().select(database.reader.raw('pg_terminate_backend(pid)'));
    await isHeard(heard, null, null);
    b.send('config', 'x');
    await isHeard(heard, null, null, 'x');
    expect(await connections()).toHaveLength(1);
  });

  it('do not connect again once closed, and make no connection for a server that only sends', async () => {
    const [a, b] = [open(), open()];
    const { heard } = hear(a, 'config');
    await isHeard(heard, null);
    b.send('config', 'x');
    await isHeard(heard, null, 'x');
    expect(await connections()).toHaveLength(1);
    await a.close();
    a.on('config', () => undefined);
    await vi.waitFor(async () => expect(await connections()).toEqual([]));
  });
});
