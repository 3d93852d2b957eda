import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { engineOf } from '../dialect.ts';
import { toStoredText } from '../postgres.ts';
import type { Table } from './tables.ts';

/** The content of a table: equal for equal rows, whatever the engine. */
export interface Digest {
  rows: number;
  sha256: string;
}

interface CopyOptions {
  signal: AbortSignal;
}

/** SQLite accepts 32,766 values in a statement, and PostgreSQL 65,535. */
const maxValues = 30_000;

/** Rows can contain pictures of some megabytes, but only in tables with few rows. */
const maxRows = 1000;

type Row = Record<string, unknown>;

/** Copies all rows in the order of their key. Returns the digest of what has been read. */
export async function copyTable(
  { from, to, table }: { from: Knex; to: Knex; table: Table },
  { signal }: CopyOptions,
): Promise<Digest> {
  const sum = createSum(table);
  for await (const page of readPages(from, table, signal)) {
    const rows = engineOf(to) === 'postgres' ? page.map(toStorable) : page;
    sum.add(rows);
    await insert(to, table, rows);
  }
  return sum.end();
}

export async function digestTable(q: Knex, table: Table, { signal }: CopyOptions): Promise<Digest> {
  const sum = createSum(table);
  for await (const page of readPages(q, table, signal)) sum.add(page);
  return sum.end();
}

async function* readPages(q: Knex, table: Table, signal: AbortSignal): AsyncGenerator<Row[]> {
  const size = pageSize(table);
  const { columns, key } = table;
  const after = `(${key.map(() => '??').join(', ')}) > (${key.map(() => '?').join(', ')})`;
  let last: Row | undefined;
  do {
    signal.throwIfAborted();
    const query = q(table.name)
      .select(columns)
      .orderBy([...key])
      .limit(size);
    const values = last && key.map((column) => last?.[column] as Knex.Value);
    const page = (await (values ? query.whereRaw(after, [...key, ...values]) : query)) as Row[];
    if (page.length > 0) yield page;
    last = page.length < size ? undefined : page.at(-1);
  } while (last);
}

const pageSize = ({ columns }: Table) => Math.min(maxRows, Math.floor(maxValues / columns.length));

async function insert(to: Knex, { name, columns }: Table, rows: readonly Row[]): Promise<void> {
  const names = columns.map((column) => `"${column}"`).join(', ');
  // Keeps the numbers of identity columns.
  const overriding = engineOf(to) === 'postgres' ? 'overriding system value' : '';
  const values = `(${columns.map(() => '?').join(', ')})`;
  const list = rows.map(() => values).join(', ');
  await to.raw(
    `insert into "${name}" (${names}) ${overriding} values ${list}`,
    rows.flatMap((row) => columns.map((column) => row[column] as Knex.Value)),
  );
}

function toStorable(row: Row): Row {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, toStoredText(value)]));
}

function createSum({ columns }: Table) {
  const hash = createHash('sha256');
  let count = 0;
  const plain = (value: unknown) => (Buffer.isBuffer(value) ? { hex: value.toString('hex') } : value);
  return {
    add(rows: readonly Row[]): void {
      count += rows.length;
      const lines = rows.map((row) => JSON.stringify(columns.map((column) => plain(row[column]))));
      hash.update(`${lines.join('\n')}\n`);
    },
    end: (): Digest => ({ rows: count, sha256: hash.digest('hex') }),
  };
}

/** Runs work without the triggers of a database: the figures that they keep are copied like everything else. */
export async function withoutTriggers<T>(
  q: Knex,
  tables: readonly Table[],
  work: () => Promise<T>,
): Promise<T> {
  if (engineOf(q) === 'postgres') {
    const change = async (state: 'enable' | 'disable') => {
      for (const { name } of tables) await q.raw(`alter table "${name}" ${state} trigger user`);
    };
    await change('disable');
    const result = await work();
    await change('enable');
    return result;
  }
  const triggers: { name: string; sql: string }[] = await q('sqlite_master')
    .where({ type: 'trigger' })
    .select('name', 'sql');
  for (const { name } of triggers) await q.raw(`drop trigger "${name}"`);
  const result = await work();
  for (const { sql } of triggers) await q.raw(sql);
  return result;
}

/** Continues the numbers of a table where the other database would have continued them. */
export async function copyIdentity({
  from,
  to,
  table,
}: {
  from: Knex;
  to: Knex;
  table: Table;
}): Promise<void> {
  if (table.identity === null) return;
  const last = await readLastNumber(from, table.name, table.identity);
  if (last === 0) return;
  if (engineOf(to) === 'postgres') {
    await to.raw('select setval(pg_get_serial_sequence(?, ?), ?)', [table.name, table.identity, last]);
    return;
  }
  if (!(await isNumbered(to, table.name))) return;
  await to('sqlite_sequence').where({ name: table.name }).delete();
  await to('sqlite_sequence').insert({ name: table.name, seq: last });
}

async function readLastNumber(q: Knex, table: string, column: string): Promise<number> {
  if (engineOf(q) === 'postgres') {
    const found = (await q.raw('select pg_get_serial_sequence(?, ?) as name', [table, column])) as {
      rows: { name: string }[];
    };
    const sequence = found.rows[0]?.name ?? '';
    const state = (await q.raw(`select last_value, is_called from ${sequence}`)) as {
      rows: { last_value: number; is_called: boolean }[];
    };
    const [row] = state.rows;
    return row?.is_called ? row.last_value : 0;
  }
  if (await isNumbered(q, table)) {
    const row: { seq: number } | undefined = await q('sqlite_sequence').where({ name: table }).first('seq');
    return row?.seq ?? 0;
  }
  const [row] = (await q(table).max({ last: column })) as { last: number | null }[];
  return row?.last ?? 0;
}

/** Whether SQLite remembers the last number of a table even if its row is gone. */
async function isNumbered(sqlite: Knex, table: string): Promise<boolean> {
  const found: unknown = await sqlite('sqlite_master')
    .where({ type: 'table', name: table })
    .where('sql', 'like', '%autoincrement%')
    .first('name');
  return found !== undefined;
}
