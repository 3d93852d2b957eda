import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Database, openDatabase } from './connection.ts';

let folder: string;
let database: Database;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fileshare-test-'));
  database = openDatabase({ engine: 'sqlite', file: join(folder, 'test.db') }, { synchronous: 'NORMAL' });
  await database.writer.raw('create table things (id integer primary key, name text) strict');
});

afterEach(async () => {
  // It could not be closed if a statement were left.
  await database.close();
  await rm(folder, { recursive: true });
});

const things = () => database.writer('things');

it('gives each of many uses of one text at the same moment its own answer', async () => {
  const numbers = Array.from({ length: 50 }, (_, index) => index);
  const answers = await database.writer.transaction((trx) =>
    Promise.all(
      numbers.map((number) =>
        trx('things')
          .insert({ name: `${number}` })
          .returning('name'),
      ),
    ),
  );
  expect(answers).toEqual(numbers.map((number) => [{ name: `${number}` }]));
  const changed = await Promise.all(numbers.map((id) => things().where({ id }).update({ name: 'x' })));
  expect(changed).toEqual(numbers.map((id) => (id === 0 ? 0 : 1)));
});

it('says each time what is wrong', async () => {
  await things().insert({ id: 1, name: 'a' });
  for (let times = 0; times < 3; times += 1) {
    await expect(database.writer.raw('select wrong from things')).rejects.toThrow('no such column: wrong');
    await expect(things().insert({ id: 1, name: 'b' })).rejects.toThrow('UNIQUE constraint failed');
  }
  const all = ['select wrong', 'select wrong'].map((text) => database.reader.raw(text));
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await things()).toEqual([{ id: 1, name: 'a' }]);
});

it('follows a schema that changes', async () => {
  await things().insert({ name: 'a' });
  expect(await database.reader('things')).toEqual([{ id: 1, name: 'a' }]);
  await database.writer.raw('alter table things add column size integer');
  expect(await database.reader('things')).toEqual([{ id: 1, name: 'a', size: null }]);
  await database.writer.raw('drop table things');
  await expect(database.reader('things')).rejects.toThrow('no such table');
});

it('keeps few, and sees what others have written', async () => {
  for (let index = 0; index < 200; index += 1) {
    expect(await database.reader.raw(`select ${index} as number`)).toEqual([{ number: index }]);
  }
  for (let id = 1; id < 4; id += 1) {
    await things().insert({ name: 'a' });
    expect(await database.reader('things').count({ count: '*' })).toEqual([{ count: id }]);
  }
});
