import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPostgres } from '../testing/postgres-server.ts';
import { createDatabaseIn, databaseIn, dropDatabaseIn, useServer } from '../testing/test-database.ts';
import { openDatabase } from './connection.ts';
import { type DatabasePlace, describeDatabase } from './database.suite.ts';

const createFolder = () => mkdtemp(join(tmpdir(), 'fileshare-test-'));

describeDatabase('SQLite', async () => {
  const folder = await createFolder();
  return {
    address: { engine: 'sqlite', file: join(folder, 'test.db') },
    remove: () => rm(folder, { recursive: true }),
  };
});

it('takes the write lock at the beginning of a transaction on SQLite', async () => {
  const folder = await createFolder();
  const { writer, close } = openDatabase(
    { engine: 'sqlite', file: join(folder, 'test.db') },
    { synchronous: 'NORMAL' },
  );
  const statements: string[] = [];
  writer.on('query', ({ sql }: { sql: string }) => statements.push(sql));
  await writer.transaction((trx) => trx.raw('select 1'));
  expect(statements[0]).toBe('BEGIN IMMEDIATE;');
  await close();
  await rm(folder, { recursive: true });
});

describe.skipIf(findPostgres() === null)('with a server', () => {
  let stop: () => Promise<void>;
  beforeAll(async () => {
    stop = await useServer();
  });
  afterAll(() => stop());

  async function createPlace(): Promise<DatabasePlace> {
    const folder = await createFolder();
    await createDatabaseIn(folder);
    return {
      address: databaseIn(folder),
      async remove() {
        await dropDatabaseIn(folder);
        await rm(folder, { recursive: true });
      },
    };
  }

  describeDatabase('PostgreSQL', createPlace);
});
