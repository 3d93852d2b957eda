import { basename, join } from 'node:path';
import { toolVariables } from '#sdk/contract/environment.js';
import { type Database, type DatabaseAddress, openDatabase } from '../db/connection.ts';
import { startPostgres } from './postgres-server.ts';

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

/** Connections that write: one unless more are to race with each other. */
export const testWriters = () => Number(process.env[toolVariables.testPostgresWriters] ?? 1);

/** Opens it like another process on the same database. */
export function openDatabaseIn(dataDir: string): Database {
  return openDatabase(databaseIn(dataDir), { synchronous: 'NORMAL', writers: testWriters() });
}

/** Creates it if that needs to be done, and if it is not there. */
export async function createDatabaseIn(dataDir: string): Promise<void> {
  await onServer(async ({ writer }) => {
    const datname = basename(dataDir);
    const isThere: unknown = await writer('pg_database').where({ datname }).first('oid');
    if (!isThere) await writer.raw('create database ??', [datname]);
  });
}

export async function dropDatabaseIn(dataDir: string): Promise<void> {
  await onServer(({ writer }) => writer.raw('drop database if exists ?? with (force)', [basename(dataDir)]));
}

async function onServer(work: (server: Database) => Promise<unknown>): Promise<void> {
  const url = serverUrl();
  if (url === null) return;
  const server = openDatabase({ engine: 'postgres', url }, { synchronous: 'NORMAL' });
  try {
    await work(server);
  } finally {
    await server.close();
  }
}

/** Set by the global setup of the tests. */
const serverUrl = () => process.env[toolVariables.testPostgresUrl] ?? null;

/** Uses PostgreSQL in this process, with a server of its own unless the test run has one; returns what stops it. */
export async function useServer(): Promise<() => Promise<void>> {
  if (serverUrl() !== null) return async () => undefined;
  const server = await startPostgres();
  process.env[toolVariables.testPostgresUrl] = server.url;
  return server.stop;
}
