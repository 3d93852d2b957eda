import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Knex } from 'knex';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toAppError } from '../http/error-boundary.ts';
import { findPostgres } from '../testing/engines/postgres-server.ts';
import { createDatabaseIn, databaseIn, dropDatabaseIn, useServer } from '../testing/test-database.ts';
import { type Database, openDatabase } from './connection.ts';
import { type DatabasePlace, describeDatabase } from './database.suite.ts';
import { isDatabaseUnavailable } from './dialect.ts';
import { createLock } from './locks.ts';
import { createThings, listNumbers, resetThings } from './testing/things.ts';
import { createUnitOfWork } from './unit-of-work.ts';

const createFolder = () => mkdtemp(join(tmpdir(), 'fileshare-test-'));

describeDatabase('SQLite', async () => {
  const folder = await createFolder();
  return {
    address: { engine: 'sqlite', file: join(folder, 'test.db') },
    remove: () => rm(folder, { recursive: true }),
  };
});

describe('transactions of SQLite', () => {
  let folder: string;
  let database: Database;
  beforeAll(async () => {
    folder = await createFolder();
    database = openDatabase({ engine: 'sqlite', file: join(folder, 'test.db') }, { synchronous: 'NORMAL' });
    await database.writer.raw('create table things (id text primary key, number integer) strict');
  });
  beforeEach(() => database.writer('things').delete());
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  const other = () =>
    openDatabase({ engine: 'sqlite', file: join(folder, 'test.db') }, { synchronous: 'NORMAL' });

  it('take the write lock at the beginning', async () => {
    const { writer, close } = other();
    const inserting: Promise<unknown>[] = [];
    const seen = await database.transact(async (q) => {
      inserting.push(Promise.resolve(writer('things').insert({ id: 'late', number: 0 })));
      await setTimeout(50);
      return q('things').pluck('id');
    });
    await Promise.all(inserting);
    expect(seen).toEqual([]);
    expect(await database.reader('things').pluck('id')).toEqual(['late']);
    await close();
  });

  it('wait for each other, and change nothing when they fail', async () => {
    const add = (id: string) =>
      database.transact(async (q) => {
        const [row] = await q('things').count({ count: '*' });
        await setTimeout(1);
        await q('things').insert({ id, number: Number(row?.['count']) });
        if (id === 'b') throw new Error('no');
      });
    const results = await Promise.allSettled(['a', 'b', 'c'].map(add));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await database.reader('things').orderBy('id').select('id', 'number')).toEqual([
      { id: 'a', number: 0 },
      { id: 'c', number: 1 },
    ]);
  });

  it('refuse what comes after their end, also while the next one runs', async () => {
    const late: Promise<unknown>[] = [];
    const failed = database.transact(async (q) => {
      const insertLate = async () => {
        await setTimeout(20);
        await q('things').insert({ id: 'late', number: 0 });
      };
      late.push(insertLate().catch((error: unknown) => error));
      const built = q('things').insert({ id: 'built', number: 0 });
      late.push(setTimeout(20).then(() => built.catch((error: unknown) => error)));
      await Promise.reject(new Error('no'));
    });
    const next = database.transact(async (q) => {
      await setTimeout(40);
      await q('things').insert({ id: 'next', number: 1 });
    });
    await expect(failed).rejects.toThrow('no');
    await next;
    const ended = new Error('the transaction has ended');
    expect(await Promise.all(late)).toEqual([ended, ended]);
    expect(await database.reader('things').pluck('id')).toEqual(['next']);
  });

  it('take a statement with them that is still running when another one has failed', async () => {
    const failed = database.transact(async (q) => {
      // Its text is new to the connection, which takes it two steps.
      const insert = q('things').insert({ id: 'running', number: Math.round(2.4) });
      await Promise.all([q.raw('select no_such_column'), insert]);
    });
    await expect(failed).rejects.toThrow('no_such_column');
    await database.transact((q) => q('things').insert({ id: 'next', number: 1 }));
    expect(await database.reader('things').pluck('id')).toEqual(['next']);
  });

  it('say that another process writes for too long', async () => {
    const { writer, close } = other();
    const failed = await writer.transaction(async () => {
      const failure: unknown = await database
        .transact(async () => undefined)
        .catch((error: unknown) => error);
      return failure;
    });
    expect(isDatabaseUnavailable(failed)).toBe(true);
    await database.transact((q) => q('things').insert({ id: 'a', number: 1 }));
    await close();
  });
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
    return placeIn(folder);
  }

  const placeIn = (folder: string): DatabasePlace => ({
    address: databaseIn(folder),
    async remove() {
      await dropDatabaseIn(folder);
      await rm(folder, { recursive: true });
    },
  });

  describeDatabase('PostgreSQL', createPlace);

  /** As an operator may have it, whose texts are not ordered by their bytes. */
  async function createEnglishPlace(): Promise<DatabasePlace> {
    const folder = await createFolder();
    const server = openDatabase(databaseIn('postgres'), { synchronous: 'NORMAL', writers: 1 });
    const english = "locale_provider icu icu_locale 'en-US'";
    await server.writer.raw(`create database ?? ${english} template template0`, [basename(folder)]);
    await server.close();
    return placeIn(folder);
  }

  describeDatabase('PostgreSQL in English', createEnglishPlace);

  it('tests on an English database', async () => {
    const place = await createEnglishPlace();
    const { reader, close } = openDatabase(place.address, { synchronous: 'NORMAL' });
    expect(await reader.first(reader.raw("'a' < 'B' as is_english"))).toEqual({ is_english: true });
    await close();
    await place.remove();
  });

  describe('transactions at the same moment', () => {
    let place: DatabasePlace;
    let database: Database;

    beforeAll(async () => {
      place = await createPlace();
      database = openDatabase(place.address, { synchronous: 'NORMAL', writers: 4 });
      await createThings(database);
    });
    beforeEach(() => resetThings(database));
    afterAll(async () => {
      await database.close();
      await place.remove();
    });

    const createRepos = (q: Knex) => ({ q, lock: createLock(q) });
    const onEffectError = (error: unknown) => {
      throw error;
    };
    const numbers = () => listNumbers(database);

    it('run again as a whole when they have waited for each other, with effects once', async () => {
      const uow = createUnitOfWork({ database, createRepos, onEffectError });
      const starts: string[] = [];
      const effects: string[] = [];
      let meet: () => void = () => undefined;
      const haveBoth = new Promise<void>((resolve) => (meet = resolve));
      const addInOrder = (first: string, second: string) =>
        uow.transaction(async ({ q }, afterCommit) => {
          starts.push(first);
          afterCommit(() => void effects.push(first));
          await q('things').where({ id: first }).increment('number', 1);
          if (starts.length === 2) meet();
          await haveBoth;
          await q('things').where({ id: second }).increment('number', 1);
        });
      await Promise.all([addInOrder('a', 'b'), addInOrder('b', 'a')]);
      expect(await numbers()).toEqual([2, 2]);
      expect(starts.length).toBeGreaterThan(2);
      expect(effects.toSorted()).toEqual(['a', 'b']);
    });

    it('decide one after the other with a lock', async () => {
      const uow = createUnitOfWork({ database, createRepos, onEffectError });
      const add = () =>
        uow.transaction(async ({ q, lock }) => {
          await lock('admins');
          const [number] = (await q('things').where({ id: 'a' }).pluck('number')) as number[];
          await q('things')
            .where({ id: 'a' })
            .update({ number: Number(number) + 1 });
        });
      await Promise.all(Array.from({ length: 20 }, add));
      expect(await numbers()).toEqual([20, 0]);
    });

    it('are refused for a moment when their connection is cut, and nothing else is', async () => {
      const cut = database.writer.transaction(async (trx) => {
        const pid = trx.raw('select pg_backend_pid() as pid');
        const { rows } = (await pid) as { rows: { pid: number }[] };
        await database.writer.raw('select pg_terminate_backend(?)', [rows[0]?.pid ?? 0]);
        await trx('things').delete();
      });
      const error: unknown = await cut.catch((reason: unknown) => reason);
      expect(isDatabaseUnavailable(error)).toBe(true);
      expect(toAppError(error)).toMatchObject({ code: 'overloaded' });
      expect(await numbers()).toEqual([0, 0]);
    });
  });
});
