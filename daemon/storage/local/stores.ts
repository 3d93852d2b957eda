import { join } from 'node:path';
import type { Stores } from '../stores.ts';
import { hasLocalBytes, type LocalStoreOptions, openLocalStore } from './store.ts';

interface LocalStoresOptions extends Pick<LocalStoreOptions, 'fsync'> {
  dataDir: string;
}

/** The folders of an instance: those of files, of archives and of thumbnails. */
export async function openLocalStores({ dataDir, fsync }: LocalStoresOptions): Promise<Stores> {
  const [ofFiles, ofArchives, ofThumbnails] = foldersIn(dataDir);
  const files = await openLocalStore({ directory: ofFiles, fsync });
  const archives = await openLocalStore({ directory: ofArchives, fsync });
  const { blobs: thumbnails } = await openLocalStore({ directory: ofThumbnails, fsync });
  return {
    ...files,
    archives,
    thumbnails,
    findProblem: async () => null,
    jobs: () => [],
    bucketRequests: () => new Map(),
    readBackBytes: () => 0,
  };
}

/** Whether there are blobs or unfinished uploads in a data folder. */
export const hasLocalStores = (dataDir: string) => hasLocalBytes(foldersIn(dataDir));

const foldersIn = (dataDir: string) =>
  [dataDir, join(dataDir, 'archives'), join(dataDir, 'thumbnails')] as const;
