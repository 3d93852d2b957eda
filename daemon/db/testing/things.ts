import type { Database } from '../connection.ts';

/** Creates a table of numbers for tests of transactions. */
export async function createThings({ writer }: Database): Promise<void> {
  await writer.raw('create table things (id text primary key, number bigint not null)');
}

/** Leaves two numbers in the table, `a` and `b`, which are 0. */
export async function resetThings({ writer }: Database): Promise<void> {
  await writer('things').delete();
  await writer('things').insert([
    { id: 'a', number: 0 },
    { id: 'b', number: 0 },
  ]);
}

export function listNumbers({ reader }: Database): Promise<number[]> {
  return reader('things').orderBy('id').pluck('number');
}
