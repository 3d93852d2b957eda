import { join } from 'node:path';
import type { Env } from '../env/env.ts';
import type { Blobs } from './blobs.ts';
import type { Capacity } from './capacity.ts';
import { findMissingFolders, openLocalStore } from './local/store.ts';
import type { Staging } from './staging.ts';

/** One place for bytes, finished and arriving. */
export interface Store {
  blobs: Blobs;
  staging: Staging;
  capacity: Capacity;
  /** Ends its own work; nothing is read or written from then on. */
  close(): Promise<void>;
}

/** Where the bytes of an instance are: those of files, and of what is made of them. */
export interface Stores extends Store {
  /** Built archives. */
  archives: Pick<Store, 'blobs' | 'staging'>;
  thumbnails: Blobs;
}

type Place = Pick<Env, 'dataDir' | 'fsync'>;

/** Opens the stores in the data folder. */
export async function openStores({ dataDir, fsync }: Place): Promise<Stores> {
  const files = await openLocalStore({ directory: dataDir, fsync });
  const archives = await openLocalStore({ directory: join(dataDir, 'archives'), fsync });
  const { blobs: thumbnails } = await openLocalStore({ directory: join(dataDir, 'thumbnails'), fsync });
  return { ...files, archives, thumbnails };
}

/** Returns the folders that are missing where an instance has stored bytes before. */
export const findMissingStores = ({ dataDir }: Pick<Place, 'dataDir'>): Promise<string[]> =>
  findMissingFolders(dataDir);
