import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { toolVariables } from '#sdk/contract/environment.js';
import { type Database, type DatabaseAddress, openDatabase } from '../db/connection.ts';
import { migrate } from '../db/migrate.ts';
import { findPostgres, type PostgresServer, startPostgres } from './engines/postgres-server.ts';

/**
 * The database of a test belongs to its data folder: it is a file there or, if a PostgreSQL server runs for the tests
 * (`FILESHARE_TEST_DATABASE=postgres`), a database of that server, named after the folder.
 */
export function databaseIn(dataDir: string): DatabaseAddress {
  const server = serverUrl();
  if (server === null) return { engine: 'sqlite', file: join(dataDir, 'fileshare.db') };
  return {
    engine: 'postgres',
    url: Object.assign(new URL(server), { pathname: `/${basename(dataDir)}` }).href,
  };
}

/** Names the instance of a folder to a command of the host. */
export function instanceIn(dataDir: string): { dataDir: string; databaseUrl?: string } {
  const database = databaseIn(dataDir);
  return { dataDir, ...(database.engine === 'postgres' && { databaseUrl: database.url }) };
}

/** Connections that write, if not as many as usual. */
export function testWriters(): number | undefined {
  const text = process.env[toolVariables.testPostgresWriters];
  return text === undefined ? undefined : Number(text);
}

/** Opens it like another process on the same database. */
export function openDatabaseIn(dataDir: string): Database {
  return openDatabase(databaseIn(dataDir), { synchronous: 'NORMAL', writers: testWriters() });
}

/** Creates it, like `from`, if that needs to be done, and if it is not there. */
export async function createDatabaseIn(dataDir: string, from = 'template1'): Promise<void> {
  const name = basename(dataDir);
  await onServer(async ({ writer }) => {
    if (await exists(writer, name)) return;
    await writer.raw('create database ?? template ??', [name, from]);
  });
}

async function exists(q: Database['reader'], datname: string): Promise<boolean> {
  return (await q('pg_database').where({ datname }).first('oid')) !== undefined;
}

const template = 'fileshare-migrated';

/** Makes the database that others are copied from, once on a server. */
async function makeTemplate(): Promise<void> {
  await onServer(async ({ writer }) => {
    if (await exists(writer, template)) return;
    // Of several processes one makes it. The lock ends with the connection, of which there is one.
    await writer.raw('select pg_advisory_lock(1)');
    if (await exists(writer, template)) return;
    // Nothing is copied from a database that others are connected to.
    const unfinished = 'fileshare-migrating';
    await createDatabaseIn(unfinished);
    const address = databaseIn(unfinished);
    const database = openDatabase(address, { synchronous: 'NORMAL' });
    await migrate(database, address);
    await database.close();
    await writer.raw('alter database ?? rename to ??', [unfinished, template]);
  });
}

/** The file that migrating leaves, made once in a process: migrating takes longer than all else of starting. */
let migrated: Promise<Buffer> | null = null;

/** Creates it as the first start leaves it, if it is not there. */
export async function createMigratedDatabaseIn(dataDir: string): Promise<void> {
  const database = databaseIn(dataDir);
  if (database.engine === 'postgres') {
    await makeTemplate();
    return createDatabaseIn(dataDir, template);
  }
  if (existsSync(database.file)) return;
  migrated ??= readMigrated();
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(database.file, await migrated);
}

async function readMigrated(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'fileshare-migrated-'));
  const file = join(folder, 'fileshare.db');
  const address = { engine: 'sqlite', file } as const;
  const database = openDatabase(address, { synchronous: 'NORMAL' });
  try {
    await migrate(database, address);
    await database.close();
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

export async function dropDatabaseIn(dataDir: string): Promise<void> {
  await onServer(({ writer }) => writer.raw('drop database if exists ?? with (force)', [basename(dataDir)]));
}

async function onServer(work: (server: Database) => Promise<unknown>): Promise<void> {
  const url = serverUrl();
  if (url === null) return;
  const server = openDatabase({ engine: 'postgres', url }, { synchronous: 'NORMAL', writers: 1 });
  try {
    await work(server);
  } finally {
    await server.close();
  }
}

/** Set by the global setup of the tests. */
const serverUrl = () => process.env[toolVariables.testPostgresUrl] ?? null;

let shared: Promise<PostgresServer> | null = null;

/**
 * Uses PostgreSQL in this process until what it returns is called: the server of the test run or, if there is none, one
 * of this process, which ends with it.
 */
export async function useServer(): Promise<() => Promise<void>> {
  if (serverUrl() !== null) return async () => undefined;
  shared ??= startPostgres().catch((error: unknown) => {
    shared = null;
    throw error;
  });
  process.env[toolVariables.testPostgresUrl] = (await shared).url;
  // The files after this one are in the same process.
  return async () => void delete process.env[toolVariables.testPostgresUrl];
}

/** Whether databases are on a server: a test that looks into the file of SQLite has nothing to look at. */
export const usesServer = () => serverUrl() !== null;

/** Returns everything that the database has stored, as text, for searching. */
export async function dumpDatabase(dataDir: string): Promise<string> {
  const address = databaseIn(dataDir);
  if (address.engine === 'postgres') return runProgram('pg_dump', [address.url]);
  const entries = await readdir(dataDir, { withFileTypes: true });
  // The lock beside it is a socket.
  const names = entries
    .filter((entry) => entry.isFile() && entry.name.startsWith('fileshare.db'))
    .map(({ name }) => name);
  const files = await Promise.all(names.map((name) => readFile(join(dataDir, name), 'latin1')));
  return files.join('');
}

/** Copies the database of a folder while it is in use, as for a backup that is restored later: no server runs any longer. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const [source, target] = [databaseIn(from), databaseIn(to)];
  if (source.engine === 'postgres' && target.engine === 'postgres') {
    await createDatabaseIn(to);
    const dump = join(to, 'dump.sql');
    await runProgram('pg_dump', ['--file', dump, source.url]);
    await runProgram('psql', [
      '--quiet',
      '--file',
      dump,
      '--command',
      'delete from public.servers',
      target.url,
    ]);
    return;
  }
  const { writer, close } = openDatabaseIn(from);
  await writer.raw('VACUUM INTO ?', [join(to, 'fileshare.db')]);
  await close();
}

async function runProgram(name: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(join(findPostgres() ?? '', name), args, { maxBuffer: 1e8 });
  return stdout;
}

export async function listTables(q: Database['reader']): Promise<string[]> {
  const tables = usesServer()
    ? q('pg_tables').where({ schemaname: 'public' }).pluck('tablename')
    : q('sqlite_master').where({ type: 'table' }).pluck('name');
  const names: string[] = await tables;
  return names.filter((name) => !name.startsWith('sqlite_'));
}
