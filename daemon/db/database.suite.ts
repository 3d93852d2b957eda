import type { Knex } from 'knex';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createUser } from '../features/users/new-user.ts';
import { createUserRepo } from '../features/users/repo.ts';
import { type Database, type DatabaseAddress, openDatabase } from './connection.ts';
import { dialectOf, isUniqueViolation } from './dialect.ts';
import { migrate } from './migrate.ts';

export interface DatabasePlace {
  /** An empty database. */
  address: DatabaseAddress;
  remove(): Promise<void>;
}

/** What every database must do. */
export function describeDatabase(name: string, createPlace: () => Promise<DatabasePlace>): void {
  describe(`a database of ${name}`, () => {
    let place: DatabasePlace;
    let database: Database;

    beforeAll(async () => {
      place = await createPlace();
      database = openDatabase(place.address, { synchronous: 'NORMAL', writers: 2 });
      const { integer, text, blob, tableOptions } = dialectOf(database.writer).types;
      await database.writer.raw(
        `create table things (number ${integer}, text ${text}, bytes ${blob}) ${tableOptions}`,
      );
    });
    beforeEach(() => database.writer('things').delete());
    afterAll(async () => {
      await database.close();
      await place.remove();
    });

    const uses: [string, (q: Knex, value: unknown) => Promise<unknown>][] = [
      ['an insert', (q, value) => q('things').insert({ number: value })],
      ['a condition', (q, value) => q('things').where('number', value as number)],
      ['a raw statement', (q, value) => q.raw('select ?', [value as number])],
      ['a raw part', (q, value) => q('things').update({ number: q.raw('?', [value as number]) })],
    ];

    describe.each([
      ['a bigint', 1n],
      ['a Date', new Date(0)],
      ['NaN', Number.NaN],
    ])('%s', (_name, value) => {
      it.each(uses)('is refused in %s, in transactions too', async (_use, run) => {
        await expect(run(database.writer, value)).rejects.toThrow(TypeError);
        await expect(run(database.reader, value)).rejects.toThrow(TypeError);
        await expect(database.writer.transaction((trx) => run(trx, value))).rejects.toThrow(TypeError);
        const nested = database.writer.transaction((outer) => outer.transaction((trx) => run(trx, value)));
        await expect(nested).rejects.toThrow(TypeError);
        expect(await database.writer('things')).toEqual([]);
      });
    });

    it('returns what it stored, and numbers for counts and sums', async () => {
      const row = { number: Number.MAX_SAFE_INTEGER, text: 'é 🎉', bytes: Buffer.from([0, 255]) };
      const none = { number: null, text: null, bytes: null };
      await database.writer.transaction((trx) => trx('things').insert([row, none]));
      expect(await database.reader('things')).toEqual([row, none]);
      const [sums] = await database.reader('things').count({ count: '*' }).sum({ sum: 'number' });
      expect(sums).toEqual({ count: 2, sum: Number.MAX_SAFE_INTEGER });
    });

    it('orders and compares texts by their bytes', async () => {
      const texts = ['B', 'Z', '_', 'a', 'api.x', 'api_key', 'z', 'é'];
      await database.writer('things').insert([...texts].reverse().map((text) => ({ text })));
      expect(await database.reader('things').orderBy('text').pluck('text')).toEqual(texts);
      const range = database.reader('things').where('text', '>=', 'api.').where('text', '<', 'api/');
      expect(await range.pluck('text')).toEqual(['api.x']);
    });

    it('finds nothing by a text with U+0000', async () => {
      await database.writer('things').insert({ text: 'a' });
      expect(await database.reader('things').where({ text: 'a\0' })).toEqual([]);
    });

    it('reads only what is committed, and never writes through the reader', async () => {
      await database.writer.transaction(async (trx) => {
        await trx('things').insert({ number: 1 });
        expect(await database.reader('things')).toEqual([]);
      });
      expect(await database.reader('things')).toHaveLength(1);
      await expect(database.reader('things').insert({ number: 2 })).rejects.toThrow(/read-?only/i);
    });

    it('is created once by many starters, and knows which unique index was violated', async () => {
      const starters = Array.from({ length: 4 }, () =>
        openDatabase(place.address, { synchronous: 'NORMAL', writers: 1 }),
      );
      await Promise.all(starters.map((starter) => migrate(starter, place.address)));
      await Promise.all(starters.map((starter) => starter.close()));
      const users = createUserRepo(database.writer);
      const account = { username: 'Ann', email: 'ann@example.org', passwordHash: null, isAdmin: false };
      await users.insert(createUser(account, 1));
      const error: unknown = await users.insert(createUser(account, 1)).catch((reason: unknown) => reason);
      const violated = ['users.email_key', 'users.username_key'].filter((column) =>
        isUniqueViolation(error, column),
      );
      expect(violated).toHaveLength(1);
      expect(isUniqueViolation(error, 'shares.id_key')).toBe(false);
    });
  });
}
