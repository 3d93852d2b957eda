import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toAppError } from '../http/error-boundary.ts';
import { startNetworkLine } from '../testing/engines/network-line.ts';
import { findPostgres, startPostgres } from '../testing/engines/postgres-server.ts';
import { findFreePort } from '../testing/free-port.ts';
import { createDatabaseIn, databaseIn, dropDatabaseIn, useServer } from '../testing/test-database.ts';
import { type Database, openDatabase } from './connection.ts';
import { DatabaseUnavailable, isDatabaseUnavailable } from './dialect.ts';
import { noTimeout } from './postgres.ts';
import { createThings, listNumbers, resetThings } from './testing/things.ts';

describe.skipIf(findPostgres() === null)('statements to PostgreSQL', () => {
  let stop: () => Promise<void>;
  let folder: string;
  let address: { engine: 'postgres'; url: string };
  let database: Database;

  beforeAll(async () => {
    stop = await useServer();
    folder = await mkdtemp(join(tmpdir(), 'fileshare-test-'));
    await createDatabaseIn(folder);
    const found = databaseIn(folder);
    if (found.engine !== 'postgres') throw new Error('not on a server');
    address = found;
    database = openDatabase(address, { synchronous: 'NORMAL' });
    await createThings(database);
  });
  beforeEach(() => resetThings(database));
  afterAll(async () => {
    await database.close();
    await dropDatabaseIn(folder);
    await rm(folder, { recursive: true });
    await stop();
  });

  const longStatement = 'select pg_sleep(3)';
  const numbers = () => listNumbers(database);

  it('are refused when the network to the server is cut without a word, and work again afterwards', {
    timeout: 30_000,
  }, async () => {
    const url = new URL(address.url);
    const line = await startNetworkLine(Number(url.port));
    url.port = String(line.port);
    const options = { synchronous: 'NORMAL', silence: 2000, writers: 2 } as const;
    const { writer, reader, transact, close } = openDatabase({ engine: 'postgres', url: url.href }, options);
    await Promise.all([reader('things'), writer('things')]);
    const failures: Promise<unknown>[] = [];
    const failureOf = (work: PromiseLike<unknown>) => work.then(undefined, (error: unknown) => error);
    const changing = transact(async (q) => {
      await q('things').where({ id: 'a' }).increment('number', 1);
      line.cut();
      failures.push(Promise.resolve(failureOf(reader('things'))));
      await q('things').where({ id: 'b' }).increment('number', 1);
    });
    const changed = await failureOf(changing);
    const unavailable: unknown = expect.any(DatabaseUnavailable);
    expect([changed, ...(await Promise.all(failures))]).toEqual([unavailable, unavailable]);
    line.mend();
    await expect.poll(() => reader('things').orderBy('id').pluck('number')).toEqual([0, 0]);
    await transact((q) => q('things').where({ id: 'a' }).increment('number', 1));
    expect(await numbers()).toEqual([1, 0]);
    await close();
    await line.close();
  });

  it('wait for a server that stands still for a moment', async () => {
    const own = await startPostgres();
    const options = { synchronous: 'NORMAL', silence: 8000 } as const;
    const { reader, close } = openDatabase({ engine: 'postgres', url: own.url }, options);
    await reader.raw('select 1');
    const before = performance.now();
    const frozen = own.freeze(1000);
    await reader.raw('select 1');
    expect(performance.now() - before).toBeGreaterThan(900);
    await frozen;
    await close();
    await own.stop();
  });

  it('may take long in a transaction that has lifted the limit', { timeout: 30_000 }, async () => {
    const options = { synchronous: 'NORMAL', silence: 1500, writers: 1 } as const;
    const { writer, close } = openDatabase(address, options);
    const last = (limit: string) =>
      writer.transaction(async (trx) => {
        await trx.raw(limit);
        await trx.raw(longStatement);
      });
    await last(noTimeout);
    const failureOf = (work: Promise<unknown>) => work.catch((error: unknown) => error);
    // First on the connection of that transaction.
    const failures = [await failureOf(writer.raw(longStatement)), await failureOf(last('select 1'))];
    expect(failures.map(isDatabaseUnavailable)).toEqual([true, true]);
    await close();
  });

  it('are refused when all connections are busy for too long, and when the server has none left', {
    timeout: 30_000,
  }, async () => {
    const { writer, close } = openDatabase(address, { synchronous: 'NORMAL', writers: 1 });
    const waited = await writer.transaction(async () => {
      const failure: unknown = await writer('things').catch((error: unknown) => error);
      return failure;
    });
    expect(isDatabaseUnavailable(waited)).toBe(true);
    expect(toAppError(waited)).toMatchObject({ code: 'overloaded' });
    expect(await writer('things')).toHaveLength(2);

    await writer.raw("create role few login password 'few' connection limit 1");
    await writer.raw('grant select on things to few');
    const url = Object.assign(new URL(address.url), { username: 'few', password: 'few' });
    const few = openDatabase({ engine: 'postgres', url: url.href }, { synchronous: 'NORMAL' });
    const refused = await few.writer.transaction(async (trx) => {
      await trx('things');
      const failure: unknown = await few.reader('things').catch((error: unknown) => error);
      return failure;
    });
    expect(toAppError(refused)).toMatchObject({ code: 'overloaded' });
    await few.close();
    await writer.raw('drop owned by few; drop role few');
    await close();
  });

  it('are refused while there is no server', async () => {
    const port = await findFreePort();
    const url = `postgres://fileshare:s3cret@127.0.0.1:${port}/fileshare`;
    const { reader, close } = openDatabase({ engine: 'postgres', url }, { synchronous: 'NORMAL' });
    const error: unknown = await reader('things').catch((reason: unknown) => reason);
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(inspect(error, { depth: 10 })).not.toContain('s3cret');
    await close();
  });
});
