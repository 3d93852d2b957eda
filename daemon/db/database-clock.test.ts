import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPostgres } from '../testing/engines/postgres-server.ts';
import { createDatabaseIn, databaseIn, dropDatabaseIn, useServer } from '../testing/test-database.ts';
import { type Database, openDatabase } from './connection.ts';

const hour = 3_600_000;

describe.skipIf(findPostgres() === null)('the clock of PostgreSQL', () => {
  let stopServer: () => Promise<void>;
  let folder: string;
  let database: Database;
  const open = () => openDatabase(databaseIn(folder), { synchronous: 'NORMAL' });

  beforeAll(async () => {
    stopServer = await useServer();
    folder = await mkdtemp(join(tmpdir(), 'fileshare-test-'));
    await createDatabaseIn(folder);
    const setUp = open();
    // A server whose clock is an hour ahead.
    await setUp.writer.raw(`create function public.clock_timestamp() returns timestamptz
      language sql as $$ select pg_catalog.clock_timestamp() + interval '1 hour' $$`);
    await setUp.writer.raw('alter database ?? set search_path = public, pg_catalog', [basename(folder)]);
    await setUp.close();
    database = open();
  });
  afterAll(async () => {
    await database.close();
    await dropDatabaseIn(folder);
    await rm(folder, { recursive: true });
    await stopServer();
  });

  it('is what the program goes by, whatever this machine says', async () => {
    const clock = await database.clock();
    const ahead = clock.now() - Date.now();
    expect(ahead).toBeGreaterThan(hour - 60_000);
    expect(ahead).toBeLessThan(hour + 60_000);
    expect(Number.isInteger(clock.now())).toBe(true);
  });

  it('goes on while PostgreSQL does not answer', async () => {
    const clock = await database.clock();
    await database.reader.destroy();
    const before = clock.now();
    await expect.poll(clock.now).toBeGreaterThan(before);
  });
});
