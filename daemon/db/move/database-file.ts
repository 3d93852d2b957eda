import { rm } from 'node:fs/promises';
import type { Knex } from 'knex';
import { type Database, openDatabase } from '../connection.ts';
import { copyAll } from './copy-all.ts';

/** Opens an SQLite database that nobody else uses. Afterwards, everything is in this one file. */
export async function withDatabaseFile<T>(
  file: string,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = openDatabase({ engine: 'sqlite', file }, { synchronous: 'NORMAL' });
  try {
    const result = await work(database);
    // Otherwise the last changes would be in a file of their own.
    await database.writer.raw('pragma wal_checkpoint(truncate)');
    return result;
  } finally {
    await database.close();
  }
}

/** Removes an SQLite database, and the files that an interrupted process has left beside it. */
export async function removeDatabaseFile(file: string): Promise<void> {
  for (const end of ['', '-wal', '-shm', '-journal']) await rm(`${file}${end}`, { force: true });
}

interface FileCopy {
  /** A transaction on PostgreSQL that sees one state of the database from its beginning to its end. */
  from: Knex;
  file: string;
  /** Creates the same tables, empty. */
  createTables(target: Database): Promise<void>;
  signal: AbortSignal;
}

/**
 * Copies a PostgreSQL database into a new SQLite file, and compares both.
 *
 * @throws HostError `database_differs`, and what reading the database or writing the file throws
 */
export async function copyToFile({ from, file, createTables, signal }: FileCopy): Promise<void> {
  await withDatabaseFile(file, async (target) => {
    await createTables(target);
    await copyAll({ from, target, signal });
  });
}
