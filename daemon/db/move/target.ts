import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Knex } from 'knex';
import { HostError } from '#sdk/contract/host.js';
import { type Database, type DatabaseAddress, openDatabase } from '../connection.ts';
import { engineOf } from '../dialect.ts';
import { describeAddress } from './address.ts';
import { removeDatabaseFile } from './database-file.ts';
import { type MoveMark, markTable, readMark } from './marks.ts';
import { listRelations } from './tables.ts';

export interface TargetFacts {
  /** Name and version of the program that stores the database. */
  version: string;
  /** The mark of an interrupted move or restore of the same instance; otherwise the target is empty. */
  interrupted: MoveMark | null;
}

/**
 * Examines a database that an instance is to be moved to, without changing anything.
 *
 * @throws HostError `database_not_empty`, `database_not_utf8`, `database_forbidden`, and what connecting throws
 */
export async function examineTarget(
  address: DatabaseAddress,
  { instance, role }: Pick<MoveMark, 'instance' | 'role'>,
): Promise<TargetFacts> {
  const target = describeAddress(address);
  const isThere = address.engine === 'postgres' || (await sizeOf(address.file)) > 0;
  // A file that is only opened would be created.
  const database = openDatabase(isThere ? address : { engine: 'sqlite', file: ':memory:' }, {
    synchronous: 'FULL',
  });
  try {
    const q = database.writer;
    const version = await readVersion(q);
    if (engineOf(q) === 'postgres') await requireUsable(q, target);
    const mark = await readMark(q);
    const isOurs = mark?.role === role && mark.instance === instance;
    if (!isOurs && (await listRelations(q)).length > 0) {
      throw new HostError('database_not_empty', { address: target });
    }
    return { version, interrupted: mark };
  } finally {
    await database.close();
  }
}

const sizeOf = async (path: string) => (await stat(path).catch(() => null))?.size ?? 0;

async function readVersion(q: Knex): Promise<string> {
  if (engineOf(q) === 'sqlite') {
    const [row] = (await q.raw('select sqlite_version() as version')) as { version: string }[];
    return `SQLite ${row?.version}`;
  }
  const { rows } = (await q.raw("select current_setting('server_version') as version")) as {
    rows: { version: string }[];
  };
  return `PostgreSQL ${rows[0]?.version}`;
}

async function requireUsable(q: Knex, address: string): Promise<void> {
  const { rows } = (await q.raw(
    `select current_setting('server_encoding') as encoding,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as "canCreate"`,
  )) as { rows: { encoding: string; canCreate: boolean }[] };
  const [facts] = rows;
  if (facts?.encoding !== 'UTF8') throw new HostError('database_not_utf8', { address });
  if (!facts.canCreate) throw new HostError('database_forbidden', { address });
}

/**
 * Requires as much space as the database has now. That of a database server is not known here.
 *
 * @throws HostError `database_full`
 */
export async function requireSpace(source: Database, address: DatabaseAddress): Promise<void> {
  if (address.engine === 'postgres') return;
  if ((await freeBytesIn(dirname(address.file))) < (await measureSize(source.writer))) {
    throw new HostError('database_full', { address: describeAddress(address) });
  }
}

/** Returns the bytes of a database, with its indexes. */
export async function measureSize(q: Knex): Promise<number> {
  if (engineOf(q) === 'postgres') {
    const { rows } = (await q.raw('select pg_database_size(current_database()) as size')) as {
      rows: { size: number }[];
    };
    return rows[0]?.size ?? 0;
  }
  const [row] = (await q.raw(
    'select page_count * page_size as size from pragma_page_count(), pragma_page_size()',
  )) as { size: number }[];
  return row?.size ?? 0;
}

/** The folder may not exist yet. */
async function freeBytesIn(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isMissing || dirname(folder) === folder) throw error;
    return freeBytesIn(dirname(folder));
  }
}

/** Removes what an interrupted move has left, except for its mark. */
export async function clearTarget(address: DatabaseAddress): Promise<void> {
  if (address.engine === 'sqlite') {
    await removeDatabaseFile(address.file);
    return;
  }
  const { writer, close } = openDatabase(address, { synchronous: 'FULL' });
  try {
    await writer.transaction(async (trx) => {
      const tables = (await listRelations(trx)).filter((name) => name !== markTable);
      for (const name of tables) await trx.raw('drop table if exists ?? cascade', [name]);
      const functions: string[] = await trx('pg_proc')
        .whereRaw("pronamespace = current_schema()::regnamespace and prorettype = 'trigger'::regtype")
        .pluck('proname');
      for (const name of functions) await trx.raw('drop function ??', [name]);
    });
  } finally {
    await close();
  }
}
