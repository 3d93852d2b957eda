import type { Knex } from 'knex';
import { engineOf } from '../dialect.ts';
import { markTable } from './marks.ts';

/** A table as PostgreSQL describes it, where nothing about it is implicit. */
export interface Table {
  name: string;
  /** Includes the numbers that SQLite gives to the rows of a table, if their order matters. */
  columns: readonly string[];
  /** The columns of the primary key, in its order. */
  key: readonly string[];
  /** The column that the database numbers. */
  identity: string | null;
}

/** Lists the names of tables and views, of whatever program. */
export async function listRelations(q: Knex): Promise<string[]> {
  if (engineOf(q) === 'sqlite') {
    const names: string[] = await q('sqlite_master').whereIn('type', ['table', 'view']).pluck('name');
    return names.filter((name) => !name.startsWith('sqlite_'));
  }
  return q('pg_class')
    .whereRaw('relnamespace = current_schema()::regnamespace')
    .whereIn('relkind', ['r', 'p', 'v', 'm', 'f'])
    .pluck('relname');
}

/** Tables that belong to one database: its version, the mark of a move, and what its running servers do. */
const ofDatabase: ReadonlySet<string> = new Set(['migrations', markTable, 'servers', 'jobs']);

/** Lists the tables of an instance. */
export async function listTables(q: Knex): Promise<string[]> {
  const names = await listRelations(q);
  return names.filter((name) => !ofDatabase.has(name)).toSorted();
}

/** Reads the tables of a PostgreSQL database, each after those that it refers to. */
export async function readTables(postgres: Knex): Promise<Table[]> {
  // One after the other: in a transaction there is one connection.
  const names = await listTables(postgres);
  const columns = await readColumns(postgres);
  const keys = await readKeys(postgres);
  const references = await readReferences(postgres);
  const tables = names.map((name) => {
    const own = columns.filter(({ table }) => table === name);
    return {
      name,
      columns: own.map(({ column }) => column),
      key: keys.filter(({ table }) => table === name).map(({ column }) => column),
      identity: own.find(({ identity }) => identity === 'YES')?.column ?? null,
    };
  });
  return inOrder(tables, references);
}

function readColumns(q: Knex): Promise<{ table: string; column: string; identity: 'YES' | 'NO' }[]> {
  return q('information_schema.columns')
    .whereRaw('table_schema = current_schema()')
    .orderBy('ordinal_position')
    .select({ table: 'table_name', column: 'column_name', identity: 'is_identity' });
}

function readKeys(q: Knex): Promise<{ table: string; column: string }[]> {
  return q('information_schema.table_constraints as constraints')
    .join('information_schema.key_column_usage as usage', (join) => {
      void join
        .on('usage.constraint_schema', 'constraints.constraint_schema')
        .on('usage.constraint_name', 'constraints.constraint_name')
        .on('usage.table_name', 'constraints.table_name');
    })
    .where({ constraint_type: 'PRIMARY KEY' })
    .whereRaw('constraints.table_schema = current_schema()')
    .orderBy('usage.ordinal_position')
    .select({ table: 'usage.table_name', column: 'usage.column_name' });
}

interface Reference {
  from: string;
  to: string;
}

function readReferences(q: Knex): Promise<Reference[]> {
  return q('pg_constraint')
    .join('pg_class as source', 'source.oid', 'conrelid')
    .join('pg_class as target', 'target.oid', 'confrelid')
    .where({ contype: 'f' })
    .whereRaw('connamespace = current_schema()::regnamespace')
    .select({ from: 'source.relname', to: 'target.relname' });
}

function inOrder(tables: readonly Table[], references: readonly Reference[]): Table[] {
  const ordered: Table[] = [];
  let left = tables;
  while (left.length > 0) {
    const names = new Set(left.map(({ name }) => name));
    const waits = ({ name }: Table) => references.some(({ from, to }) => from === name && names.has(to));
    const next = left.filter((table) => !waits(table));
    if (next.length === 0) throw new Error(`tables refer to each other: ${[...names].join(', ')}`);
    ordered.push(...next);
    left = left.filter(waits);
  }
  return ordered;
}
