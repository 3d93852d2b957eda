import { join } from 'node:path';
import { EnvError, type StorageProblem } from '#sdk/contract/host.js';
import type { Clock } from '../crypto/clock.ts';
import type { UnitOfWork } from '../db/unit-of-work.ts';
import type { Env } from '../env/env.ts';
import type { JobSpec } from '../jobs/job.ts';
import type { Logger } from '../logger.ts';
import type { Blobs } from './blobs.ts';
import type { Capacity } from './capacity.ts';
import { findMissingFolders, hasLocalBlobs, openLocalStore } from './local/store.ts';
import type { PieceRepo } from './piece-repo.ts';
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
  /**
   * Returns what keeps the storage from being used at all, with its settings or its server; null: nothing is known. A
   * bucket is marked as that of this instance, unless the check only reads.
   */
  findProblem(options?: { onlyReads?: boolean }): Promise<StorageProblem | null>;
  /** Its own periodic work, which tells about bytes of files that it finds lost. */
  jobs(onLost: (lost: LostBytes) => Promise<void>): JobSpec[];
  /** Returns the bytes of files that were read again for their digests, because other servers had received some. */
  readBackBytes(): number;
}

/** Bytes of a blob of files that the bucket has lost, from `start` to before `end`. */
export interface LostBytes {
  id: string;
  start: number;
  end: number;
}

type Place = Pick<Env, 'dataDir' | 'fsync' | 'storage'>;

interface Deps {
  uow: UnitOfWork<{ pieces: PieceRepo }>;
  clock: Clock;
  logger: Logger;
}

/**
 * Opens the stores of an instance: folders in its data folder, or a bucket.
 *
 * @throws EnvError when it has stored bytes in the other place
 */
export async function openStores({ dataDir, fsync, storage }: Place, deps: Deps): Promise<Stores> {
  if (storage.kind === 's3') {
    if (await hasLocalBlobs(dataDir)) throw movedFrom('local');
    // The SDK of S3 takes a while to load.
    const { openS3Stores } = await import('./s3/store.ts');
    return openS3Stores({ ...storage, ...deps });
  }
  if (await deps.uow.read.pieces.hasAny()) throw movedFrom('s3');
  const files = await openLocalStore({ directory: dataDir, fsync });
  const archives = await openLocalStore({ directory: join(dataDir, 'archives'), fsync });
  const { blobs: thumbnails } = await openLocalStore({ directory: join(dataDir, 'thumbnails'), fsync });
  return {
    ...files,
    archives,
    thumbnails,
    findProblem: async () => null,
    jobs: () => [],
    readBackBytes: () => 0,
  };
}

/** Returns the folders that are missing where an instance has stored bytes before. */
export async function findMissingStores({ dataDir, storage }: Pick<Place, 'dataDir' | 'storage'>) {
  return storage.kind === 'local' ? findMissingFolders(dataDir) : [];
}

const movedFrom = (kind: Env['storage']['kind']) =>
  new EnvError([`FILESHARE_STORAGE must stay ${kind}: files of this instance are stored there.`]);
