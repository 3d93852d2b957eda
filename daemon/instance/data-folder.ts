import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { HostError } from '#sdk/contract/host.js';
import { newFolderId } from '../crypto/ids.ts';
import { type DatabaseAddress, openDatabase } from '../db/connection.ts';
import { describeAddress } from '../db/move/address.ts';
import { defaultDatabaseFile } from '../env/database.ts';
import type { Env } from '../env/env.ts';
import { hasLocalStores } from '../storage/stores.ts';

/** Bytes of the smallest database of SQLite that is not empty. */
const smallestPage = 512;

/**
 * A mistyped folder or address must not become an instance.
 *
 * @throws HostError `no_instance`
 */
export async function requireInstance({ dataDir, database, storage }: Env): Promise<void> {
  // Then the folder holds nothing of the instance.
  if (database.engine === 'postgres' && storage.kind === 's3') return requireTables(database, dataDir);
  // A database server also serves other instances: the folder of the files must be the one of this instance.
  const path = database.engine === 'sqlite' ? database.file : join(dataDir, 'staging');
  await stat(path).catch((error: NodeJS.ErrnoException) => {
    const isMissing = error.code === 'ENOENT' || error.code === 'ENOTDIR';
    throw isMissing ? new HostError('no_instance', { folder: dataDir }) : error;
  });
}

/**
 * With a new database, a start would take all files for unknown. A disk that is not mounted and a mistyped address must
 * not have such a consequence.
 *
 * @throws HostError `database_lost`
 */
export async function requireDatabase({ dataDir, database }: Env): Promise<void> {
  if (!(await hasLocalStores(dataDir)) || (await hasTables(database))) return;
  throw new HostError('database_lost', { folder: dataDir, address: describeAddress(database) });
}

/**
 * A server begins in an empty folder: in one with other files, such as a home folder, a mistyped path would leave its own
 * among them.
 *
 * @throws HostError `data_folder_foreign`
 */
export async function requireOwnFolder({ dataDir, database }: Env): Promise<void> {
  const names = (await readdir(dataDir)).filter((name) => !name.startsWith('.') && name !== 'lost+found');
  const file = basename(database.engine === 'sqlite' ? database.file : defaultDatabaseFile(dataDir));
  const isOwn = (name: string) => ownNames.has(name) || name.startsWith(file);
  if (names.length === 0 || names.some(isOwn) || (await hasTables(database))) return;
  throw new HostError('data_folder_foreign', { folder: dataDir });
}

/** What a data folder has besides the database; some of it is there before the first start, or after a full disk. */
const ownNames: ReadonlySet<string> = new Set([
  'archives',
  'backup',
  'blobs',
  'quarantine',
  'secret.key',
  'server.id',
  'server.sock',
  'setup-token',
  'staging',
  'thumbnails',
]);

/** Whether anything is in the database. That of SQLite is not opened for it: that would create it. */
async function hasTables(address: DatabaseAddress): Promise<boolean> {
  if (address.engine === 'postgres') return hasMigrations(address);
  if (!(await isThere(address.file))) return false;
  return (await stat(address.file)).size >= smallestPage;
}

async function hasMigrations(address: DatabaseAddress): Promise<boolean> {
  const database = openDatabase(address, { synchronous: 'NORMAL' });
  try {
    return await database.reader.schema.hasTable('migrations');
  } finally {
    await database.close();
  }
}

async function requireTables(address: DatabaseAddress, folder: string): Promise<void> {
  if (!(await hasMigrations(address))) throw new HostError('no_instance', { folder });
}

/**
 * Becomes the owner of the data folder when root runs a command: the server could not open files that root creates
 * there. Returns a function that becomes root again.
 */
export async function becomeOwner(dataDir: string): Promise<() => void> {
  const { geteuid, seteuid, getegid, setegid, getgroups, setgroups } = process;
  const owner = await stat(dataDir).catch(() => null);
  if (!geteuid || !seteuid || !getegid || !setegid || !getgroups || !setgroups) return () => undefined;
  if (geteuid() !== 0 || !owner || owner.uid === 0) return () => undefined;
  const group = getegid();
  const groups = getgroups();
  // Groups first: they cannot be changed afterwards.
  setgroups([owner.gid]);
  setegid(owner.gid);
  seteuid(owner.uid);
  return () => {
    seteuid(0);
    setegid(group);
    setgroups(groups);
  };
}

const folderIdFile = 'server.id';

/** Whether a server has ever been started with a data folder. */
export function hasServed(dataDir: string): Promise<boolean> {
  return isThere(join(dataDir, folderIdFile));
}

/** Whether there is such a file or folder. @throws when that may not be known, such as EACCES */
export async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw error;
  }
}

/** Reads the id of the data folder, which its first server writes. Only for the holder of the folder's lock. */
export async function readFolderId(dataDir: string): Promise<string> {
  const file = join(dataDir, folderIdFile);
  const known = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return '';
  });
  // A power cut may have left an empty file.
  if (/^[0-9a-f]{32}\n$/.test(known)) return known.trim();
  const id = newFolderId();
  await writeFile(file, `${id}\n`);
  return id;
}
