import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from './connection.ts';

let folder: string;
let database: Database;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fileshare-test-'));
  database = openDatabase({ file: join(folder, 'test.db'), synchronous: 'NORMAL' });
  await database.writer.schema.createTable('things', (table) => table.specificType('value', 'any'));
});

afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const uses: [string, (q: Knex, value: unknown) => Promise<unknown>][] = [
  ['an insert', (q, value) => q('things').insert({ value })],
  ['a condition', (q, value) => q('things').where('value', value as string)],
  ['a raw statement', (q, value) => q.raw('select ?', [value as string])],
  ['a raw part', (q, value) => q('things').update({ value: q.raw('?', [value as string]) })],
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

it('stores what the driver stores as it is', async () => {
  const values = [1, 1.5, 'text', Buffer.from('bytes'), null];
  await database.writer.transaction((trx) => trx('things').insert(values.map((value) => ({ value }))));
  const rows: { value: unknown }[] = await database.reader('things');
  expect(rows.map(({ value }) => value)).toEqual(values);
});

it('takes the write lock at the beginning of a transaction', async () => {
  const statements: string[] = [];
  database.writer.on('query', ({ sql }: { sql: string }) => statements.push(sql));
  await database.writer.transaction((trx) => trx('things').insert({ value: 1 }));
  expect(statements[0]).toBe('BEGIN IMMEDIATE;');
});
