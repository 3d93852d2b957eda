import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Knex } from 'knex';
import { HostError } from '#sdk/contract/host.js';
import { readFreeBytes } from './disk.ts';

/** Copies that stay, the new one included. */
const keptCopies = 3;

/** Bytes that the change itself may need, in addition to the copy. */
const changeBytes = 16 * 1024 ** 2;

interface CopyOptions {
  file: string;
  /** The first migration that will change the database. */
  step: string;
  /** Tests pass another number of free bytes. */
  freeBytes?: ((file: string) => Promise<number>) | undefined;
}

/**
 * Copies a SQLite database to `<file>.before-<step>` as of now, while others may use it, and keeps the last few such
 * copies. Returns the path of the copy. A copy is complete as soon as it has its name.
 *
 * @throws HostError `copy_space` before anything is written
 */
export async function copyBefore(
  writer: Knex,
  { file, step, freeBytes = readFreeBytes }: CopyOptions,
): Promise<string> {
  await requireSpace(writer, file, await freeBytes(file));
  const copy = `${file}.before-${step}`;
  const part = `${copy}.part`;
  await rm(part, { force: true });
  try {
    await writer.raw('vacuum into ?', [part]);
    await sync(part, 'r+');
    // One of the same name is older: somebody went back to it and updates again.
    await rename(part, copy);
    // Windows has no way to do this.
    if (process.platform !== 'win32') await sync(dirname(copy), 'r');
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  await removeOld(file, copy);
  return copy;
}

async function requireSpace(writer: Knex, file: string, free: number): Promise<void> {
  const [used]: { bytes: number }[] = await writer.raw(
    'select (page_count - freelist_count) * page_size as bytes from pragma_page_count, pragma_freelist_count, pragma_page_size',
  );
  const missing = (used?.bytes ?? 0) + changeBytes - free;
  if (missing > 0) throw new HostError('copy_space', { folder: dirname(file), bytes: missing });
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
