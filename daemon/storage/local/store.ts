import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Store } from '../stores.ts';
import { LocalBlobs } from './blobs.ts';
import { type FsyncPolicy, LocalDisk } from './disk.ts';
import { privateDirectory } from './files.ts';
import { createQuarantine } from './quarantine.ts';
import { LocalStaging } from './staging.ts';

export interface LocalStoreOptions {
  /** Contains `blobs/`, `staging/` and `quarantine/`; created when missing. */
  directory: string;
  fsync: FsyncPolicy;
}

/** Stores bytes as files of a folder. Throws when its folders cannot be created or used. */
export async function openLocalStore({ directory, fsync }: LocalStoreOptions): Promise<Store> {
  const folders = foldersOf(directory);
  await mkdir(folders.blobs, privateDirectory);
  await mkdir(folders.staging, privateDirectory);
  const quarantine = createQuarantine(folders.quarantine);
  await quarantine.prepare();
  await requireOneFileSystem(folders);
  const disk = new LocalDisk(folders.blobs, fsync);
  const shared = { disk, quarantine };
  const blobs = new LocalBlobs({ ...shared, directory: folders.blobs, stagingDirectory: folders.staging });
  await blobs.prepare();
  const staging = new LocalStaging({ ...shared, directory: folders.staging, blobs });
  return { blobs, staging, capacity: disk, close: () => staging.stop() };
}

/** Returns the folders that a store which was opened before must have, and does not. */
export async function findMissingFolders(directory: string): Promise<string[]> {
  const { blobs, staging } = foldersOf(directory);
  const paths = [blobs, staging];
  const found = await Promise.all(paths.map((path) => stat(path).catch(() => null)));
  return paths.filter((_path, index) => !found[index]);
}

/** Whether there is a blob or an unfinished upload in folders that may be stores. */
export async function hasLocalBytes(directories: readonly string[]): Promise<boolean> {
  for (const { blobs, staging } of directories.map(foldersOf)) {
    const folders = (await readdir(blobs).catch(() => [])).map((name) => join(blobs, name));
    for (const folder of [staging, ...folders]) {
      if ((await readdir(folder).catch(() => [])).length > 0) return true;
    }
  }
  return false;
}

function foldersOf(directory: string) {
  return {
    blobs: join(directory, 'blobs'),
    staging: join(directory, 'staging'),
    quarantine: join(directory, 'quarantine'),
  };
}

async function requireOneFileSystem(folders: { blobs: string; staging: string }): Promise<void> {
  const [blobs, staging] = await Promise.all([stat(folders.blobs), stat(folders.staging)]);
  if (blobs.dev === staging.dev) return;
  throw new Error(
    `${folders.blobs} and ${folders.staging} are on different file systems: finished uploads could not be moved`,
  );
}
