import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPostgres } from '../testing/engines/postgres-server.ts';
import { createDatabaseIn, databaseIn, dropDatabaseIn, useServer } from '../testing/test-database.ts';
import { type Database, type DatabaseAddress, openDatabase } from './connection.ts';
import { migrate } from './migrate.ts';

/** What an engine says about a table, in the words of SQLite. */
interface TableFacts {
  columns: Record<string, string>;
  keys: string[];
  references: string[];
  indexes: Record<string, string>;
}

type Schema = Record<string, TableFacts>;

const table = (schema: Schema, name: string): TableFacts =>
  (schema[name] ??= { columns: {}, keys: [], references: [], indexes: {} });

const columnFacts = (column: { type: string; isRequired: boolean; fallback: string | null }) =>
  [column.type, column.isRequired && 'not null', column.fallback && `default ${column.fallback}`]
    .filter(Boolean)
    .join(' ');

const sorted = (schema: Schema): Schema =>
  Object.fromEntries(
    Object.entries(schema).map(([name, facts]) => [
      name,
      { ...facts, keys: facts.keys.toSorted(), references: facts.references.toSorted() },
    ]),
  );

async function readSqlite(q: Knex): Promise<Schema> {
  const schema: Schema = {};
  const names: string[] = await q('sqlite_master').where({ type: 'table' }).pluck('name');
  for (const name of names.filter((known) => !known.startsWith('sqlite_'))) {
    const facts = table(schema, name);
    const columns: { name: string; type: string; notnull: number; dflt_value: string | null; pk: number }[] =
      await q.raw(`pragma table_info(${name})`);
    for (const { name: column, type, notnull, dflt_value: fallback, pk } of columns) {
      const isRequired = notnull === 1 || pk > 0;
      facts.columns[column] = columnFacts({ type: type.toLowerCase(), isRequired, fallback });
    }
    const references: { from: string; table: string; to: string; on_delete: string }[] = await q.raw(
      `pragma foreign_key_list(${name})`,
    );
    facts.references.push(
      ...references.map((key) => `${key.from} → ${key.table}.${key.to} ${key.on_delete.toLowerCase()}`),
    );
    const indexes: { name: string; unique: number; origin: 'c' | 'u' | 'pk' }[] = await q.raw(
      `pragma index_list(${name})`,
    );
    for (const { name: index, unique, origin } of indexes) {
      const parts: { name: string }[] = await q.raw(`pragma index_info("${index}")`);
      const list = parts.map((part) => part.name).join(', ');
      if (origin !== 'c') facts.keys.push(`${origin === 'pk' ? 'primary' : 'unique'} ${list}`);
      else facts.indexes[index] = `${unique ? 'unique ' : ''}${list}${await readCondition(q, index)}`;
    }
    // The number of a row is a primary key without an index.
    const [only, ...others] = columns.filter(({ pk }) => pk > 0);
    if (only?.type === 'INTEGER' && others.length === 0) facts.keys.push(`primary ${only.name}`);
  }
  return sorted(schema);
}

async function readCondition(q: Knex, name: string): Promise<string> {
  const index: { sql: string } | undefined = await q('sqlite_master').where({ name }).first('sql');
  const condition = /\swhere\s(.*)$/s.exec(index?.sql ?? '')?.[1];
  return condition === undefined ? '' : ` where ${condition}`;
}

const types: Readonly<Record<string, string>> = { bigint: 'integer', bytea: 'blob' };

async function readPostgres(q: Knex): Promise<Schema> {
  const schema: Schema = {};
  const columns: {
    table: string;
    column: string;
    type: string;
    isNullable: string;
    fallback: string | null;
  }[] = await q('information_schema.columns').where({ table_schema: 'public' }).select({
    table: 'table_name',
    column: 'column_name',
    type: 'data_type',
    isNullable: 'is_nullable',
    fallback: 'column_default',
  });
  // SQLite has it without a word.
  for (const column of columns.filter((some) => some.column !== 'rowid')) {
    table(schema, column.table).columns[column.column] = columnFacts({
      type: types[column.type] ?? column.type,
      isRequired: column.isNullable === 'NO',
      fallback: column.fallback?.replace('::text', '') ?? null,
    });
  }
  const constraints: { table: string; kind: string; text: string }[] = await q('pg_constraint')
    .whereRaw("connamespace = 'public'::regnamespace")
    .select({ kind: 'contype' }, q.raw('conrelid::regclass::text as "table"'))
    .select(q.raw('pg_get_constraintdef(oid) as text'));
  for (const { table: name, kind, text } of constraints) {
    const facts = table(schema, name);
    const list = /\(([^)]*)\)/.exec(text)?.[1] ?? '';
    if (kind === 'f') {
      const [, target = '', to = ''] = /REFERENCES (\w+)\((\w+)\)/.exec(text) ?? [];
      const action = /ON DELETE (.*)$/.exec(text)?.[1] ?? 'NO ACTION';
      facts.references.push(`${list} → ${target}.${to} ${action.toLowerCase()}`);
    } else facts.keys.push(`${kind === 'p' ? 'primary' : 'unique'} ${list}`);
  }
  const indexes: { table: string; name: string; text: string }[] = await q('pg_indexes')
    .where({ schemaname: 'public' })
    .whereNotExists(q('pg_constraint').whereRaw('conname = indexname').select('oid'))
    .select({ table: 'tablename', name: 'indexname', text: 'indexdef' });
  for (const { table: name, name: index, text } of indexes) {
    const [, list = '', condition] = /USING btree \((.*?)\)(?: WHERE \((.*)\))?$/.exec(text) ?? [];
    const where = condition === undefined ? '' : ` where ${plain(condition)}`;
    const isUnique = text.startsWith('CREATE UNIQUE');
    table(schema, name).indexes[index] = `${isUnique ? 'unique ' : ''}${list.replace(', rowid', '')}${where}`;
  }
  return sorted(schema);
}

/** A condition as it was written. */
const plain = (condition: string) =>
  condition
    .replaceAll(/= ANY \(ARRAY\[(.*?)\]\)/g, (_, list: string) => `in <${list}>`)
    .replaceAll(/[()]|::text/g, '')
    .replaceAll(/<(.*?)>/g, '($1)')
    .replaceAll(/IS NOT NULL|IS NULL|AND/g, (words) => words.toLowerCase());

describe.skipIf(findPostgres() === null)('the schema of PostgreSQL', () => {
  let stop: () => Promise<void>;
  let folder: string;
  let sqlite: Database;
  let postgres: Database;

  async function open(address: DatabaseAddress): Promise<Database> {
    const database = openDatabase(address, { synchronous: 'NORMAL' });
    await migrate(database, address);
    return database;
  }

  beforeAll(async () => {
    stop = await useServer();
    folder = await mkdtemp(join(tmpdir(), 'fileshare-test-'));
    await createDatabaseIn(folder);
    sqlite = await open({ engine: 'sqlite', file: join(folder, 'fileshare.db') });
    postgres = await open(databaseIn(folder));
  });
  afterAll(async () => {
    await Promise.all([sqlite.close(), postgres.close()]);
    await dropDatabaseIn(folder);
    await rm(folder, { recursive: true });
    await stop();
  });

  it('is that of SQLite', async () => {
    const [ours, theirs] = await Promise.all([readPostgres(postgres.reader), readSqlite(sqlite.reader)]);
    expect(Object.keys(theirs).length).toBeGreaterThan(20);
    expect(ours).toEqual(theirs);
  });

  it('has the same triggers and the same steps', async () => {
    const ofSqlite = await sqlite
      .reader('sqlite_master')
      .where({ type: 'trigger' })
      .orderBy('name')
      .select({ name: 'name', table: 'tbl_name' });
    const ofPostgres = await postgres
      .reader('pg_trigger')
      .join('pg_class', 'pg_class.oid', 'tgrelid')
      .where({ tgisinternal: false })
      .orderBy('tgname')
      .select({ name: 'tgname', table: 'relname' });
    expect(ofPostgres).toEqual(ofSqlite);
    const steps = ({ reader }: Database) => reader('migrations').orderBy('name').pluck('name');
    expect(await steps(postgres)).toEqual(await steps(sqlite));
  });

  it('compares every text by its bytes', async () => {
    const others = await postgres
      .reader('information_schema.columns')
      .where({ table_schema: 'public', data_type: 'text' })
      .where((some) => void some.whereNull('collation_name').orWhereNot({ collation_name: 'C' }))
      .select('table_name', 'column_name');
    expect(others).toEqual([]);
  });
});
