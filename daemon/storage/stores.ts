import { join } from 'node:path';
import type { Env } from '../env/env.ts';
import type { BlobStore } from './blob-store.ts';
import { openLocalStore } from './local-store.ts';

/** Where the bytes of an instance are. */
export interface Stores {
  /** Finished files. */
  blobs: BlobStore;
  /** Built archives. */
  archives: BlobStore;
  thumbnails: BlobStore;
}

/** Opens the stores in the data folder. */
export async function openStores({ dataDir, fsync }: Pick<Env, 'dataDir' | 'fsync'>): Promise<Stores> {
  return {
    blobs: await openLocalStore({ directory: dataDir, fsync }),
    archives: await openLocalStore({ directory: join(dataDir, 'archives'), fsync }),
    thumbnails: await openLocalStore({ directory: join(dataDir, 'thumbnails'), fsync }),
  };
}
