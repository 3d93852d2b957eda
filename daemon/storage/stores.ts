import type { StorageProblem } from '#sdk/contract/host/storage-problems.js';
import { EnvError } from '#sdk/contract/host.js';
import type { Clock } from '../crypto/clock.ts';
import type { UnitOfWork } from '../db/unit-of-work.ts';
import type { Env } from '../env/env.ts';
import type { S3Options } from '../env/storage.ts';
import type { JobSpec } from '../jobs/job.ts';
import type { Logger } from '../logger.ts';
import type { BlobRepo } from './blob-repo.ts';
import type { Blobs } from './blobs.ts';
import type { Capacity } from './capacity.ts';
import { findMissingFolders } from './local/store.ts';
import { hasLocalStores, openLocalStores } from './local/stores.ts';
import { joinStores } from './move/joined-stores.ts';
import type { ObjectRemovalRepo } from './object-removal-repo.ts';
import type { PieceRepo } from './piece-repo.ts';
import type { Bucket } from './s3/bucket.ts';
import type { S3StoreOptions } from './s3/store.ts';
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
  /** Returns what was asked of the bucket; empty without one. */
  bucketRequests(): BucketRequests;
  /** Returns the bytes of files that were read again for their digests, because other servers had received some. */
  readBackBytes(): number;
}

/** What an operation of S3 has cost since the start. */
export interface RequestTotals {
  /** Repeated requests count each time. */
  requests: number;
  /** Of these: no answer, or a refusal that says something about the server rather than about an object. */
  errors: number;
  /** Seconds until the answers began. */
  seconds: number;
}

/** By the name of the operation (`PutObject`). */
export type BucketRequests = ReadonlyMap<string, Readonly<RequestTotals>>;

/** Bytes of a blob of files that the bucket has lost, from `start` to before `end`. */
export interface LostBytes {
  id: string;
  start: number;
  end: number;
}

export { hasLocalStores } from './local/stores.ts';
export { measure, moveStores } from './move/move.ts';
export { writeBlob } from './write-blob.ts';

type Place = Pick<Env, 'dataDir' | 'fsync' | 'storage'>;

/** The tables of what is stored in a bucket. */
export interface StorageRepos {
  blobs: BlobRepo;
  pieces: PieceRepo;
  objectRemovals: ObjectRemovalRepo;
}

interface Deps {
  uow: UnitOfWork<StorageRepos>;
  clock: Clock;
  logger: Logger;
}

/**
 * Opens the stores of an instance: folders in its data folder, or a bucket. While bytes are in both, they are one store.
 *
 * @throws EnvError when it has stored bytes in a bucket that the environment does not name
 */
export async function openStores(place: Place, deps: Deps): Promise<Stores> {
  const { target, source } = await openBothStores(place, deps);
  if (!source) {
    if (hasUnusedBucket(place)) deps.logger.warn(unusedBucket);
    return target;
  }
  deps.logger.warn('files are in the data folder and in the bucket; run: fileshare admin storage move');
  return joinStores(target, source);
}

const unusedBucket =
  'files are stored in the data folder, although FILESHARE_S3_BUCKET is set: set FILESHARE_STORAGE=s3, or unset FILESHARE_S3_BUCKET';

/** Files that are moved from a bucket would need it. */
function hasUnusedBucket({ storage }: Pick<Place, 'storage'>): boolean {
  return storage.kind === 'local' && storage.s3 !== null;
}

/** Opens the store for new bytes and, if it has bytes, the other one. */
export async function openBothStores(
  { storage, ...folder }: Place,
  deps: Deps,
): Promise<{ target: Stores; source: Stores | null }> {
  if (storage.kind === 's3') {
    const source = (await hasLocalStores(folder.dataDir)) ? await openLocalStores(folder) : null;
    return { target: await openBucket(storage, deps), source };
  }
  const objects = await deps.uow.read.blobs.contents();
  if (objects === 'some' && storage.s3 === null) {
    throw new EnvError([
      'FILESHARE_S3_BUCKET and its access key must be set: files of this instance are stored there.',
    ]);
  }
  // Its jobs still delete objects of removed blobs.
  const source =
    objects !== 'none' && storage.s3 ? await openBucket({ s3: storage.s3, limit: null }, deps) : null;
  return { target: await openLocalStores(folder), source };
}

/** Opens a bucket for objects of any kind, which no store has. */
export async function openPlainBucket(s3: S3Options, logger: Logger): Promise<Bucket> {
  const { openBucket } = await import('./s3/bucket.ts');
  return openBucket(s3, logger);
}

/** The SDK of S3 takes a while to load. */
async function openBucket(options: Pick<S3StoreOptions, 's3' | 'limit'>, deps: Deps): Promise<Stores> {
  const { openS3Stores } = await import('./s3/store.ts');
  return openS3Stores({ ...options, ...deps });
}

/** Returns the folders that are missing where an instance has stored bytes before. */
export async function findMissingStores({ dataDir, storage }: Pick<Place, 'dataDir' | 'storage'>) {
  return storage.kind === 'local' ? findMissingFolders(dataDir) : [];
}
