import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Knex } from 'knex';
import { HostError } from '#sdk/contract/host.js';
import type { Database } from './connection.ts';
import { engineOf } from './dialect.ts';
import { readFreeBytes } from './disk.ts';
import { copyToFile, removeDatabaseFile } from './move/database-file.ts';
import { lastLong, lockTables } from './move/freeze.ts';

/** Copies that stay, the new one included. */
const keptCopies = 3;

/** Bytes that the change itself may need, in addition to the copy. */
const changeBytes = 16 * 1024 ** 2;

interface CopyOptions {
  /** The file of the database. On PostgreSQL, only a path that the copies are named after. */
  file: string;
  /** The first migration that will change the database. */
  step: string;
  /** Creates the tables that the database has now. */
  createTables(target: Database): Promise<void>;
  /** Tests pass another number of free bytes. */
  freeBytes?: ((file: string) => Promise<number>) | undefined;
}

/**
 * Copies a database to `<file>.before-<step>` as of now, and keeps the last few such copies. Returns the path of the
 * copy, which is complete as soon as it has its name. The copy is always an SQLite database. While a database on SQLite is
 * copied, others can use it. On PostgreSQL, `q` is a transaction, and others can only read until it ends.
 *
 * @throws HostError `copy_space` before anything is written; `database_differs`
 */
export async function copyBefore(
  q: Knex,
  { file, step, createTables, freeBytes = readFreeBytes }: CopyOptions,
): Promise<string> {
  await requireSpace(q, file, await freeBytes(file));
  const copy = `${file}.before-${step}`;
  const part = `${copy}.part`;
  await removeDatabaseFile(part);
  try {
    if (engineOf(q) === 'sqlite') await q.raw('vacuum into ?', [part]);
    else {
      await lastLong(q);
      await lockTables(q);
      await copyToFile({ from: q, file: part, createTables, signal: new AbortController().signal });
    }
    await sync(part, 'r+');
    // One of the same name is older: somebody went back to it and updates again.
    await rename(part, copy);
    // Windows has no way to do this.
    if (process.platform !== 'win32') await sync(dirname(copy), 'r');
  } catch (error) {
    await removeDatabaseFile(part);
    throw error;
  }
  await removeOld(file, copy);
  return copy;
}

async function requireSpace(q: Knex, file: string, free: number): Promise<void> {
  const missing = (await usedBytes(q)) + changeBytes - free;
  if (missing > 0) throw new HostError('copy_space', { folder: dirname(file), bytes: missing });
}

async function usedBytes(q: Knex): Promise<number> {
  if (engineOf(q) === 'sqlite') {
    const [used]: { bytes: number }[] = await q.raw(
      'select (page_count - freelist_count) * page_size as bytes from pragma_page_count, pragma_freelist_count, pragma_page_size',
    );
    return used?.bytes ?? 0;
  }
  // Not the whole database, which may belong to other programs too.
  const [used]: { bytes: number }[] = await q('pg_class')
    .whereRaw("relnamespace = current_schema()::regnamespace and relkind = 'r'")
    .select({ bytes: q.raw('coalesce(sum(pg_total_relation_size(oid)), 0)') });
  return used?.bytes ?? 0;
}

async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** By age and not by name: after going back, the new copy may have the lowest number. */
async function removeOld(file: string, newest: string): Promise<void> {
  const prefix = `${basename(file)}.before-`;
  const names = (await readdir(dirname(file))).filter((name) => name.startsWith(prefix));
  const paths = names.map((name) => join(dirname(file), name)).filter((path) => path !== newest);
  const others = await Promise.all(paths.map(async (path) => ({ path, madeAt: (await stat(path)).mtimeMs })));
  const old = others.sort((a, b) => b.madeAt - a.madeAt).slice(keptCopies - 1);
  await Promise.all(old.map(({ path }) => rm(path, { force: true })));
}
