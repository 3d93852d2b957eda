import { createHash } from 'node:crypto';
import type { Clock } from '../../crypto/clock.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { S3Options } from '../../env/storage.ts';
import type { Logger } from '../../logger.ts';
import type { Place } from '../blob-repo.ts';
import type { StorageRepos, Store, Stores } from '../stores.ts';
import { S3Blobs } from './blobs.ts';
import { type Bucket, openBucket } from './bucket.ts';
import { createS3Capacity } from './capacity.ts';
import { createPieceDigester } from './digester.ts';
import { createJoiner } from './joiner.ts';
import { createKeys } from './keys.ts';
import { createMemoryBudget } from './memory-budget.ts';
import { createPieceIndex } from './piece-index.ts';
import type { FlushTiming } from './piece-writer.ts';
import { findProblem } from './problems.ts';
import { createRemovalJobs } from './removals.ts';
import { createSharedBuffers } from './shared-buffers.ts';
import { type PieceBytes, S3Staging } from './staging.ts';

export interface S3StoreOptions {
  s3: S3Options;
  /** Bytes that may be stored; null: as many as the server has space for. */
  limit: number | null;
  uow: UnitOfWork<StorageRepos>;
  clock: Clock;
  logger: Logger;
  /** Tests pass others. */
  tuning?: Partial<Tuning>;
  /** Tests pass one that fails. */
  bucket?: Bucket;
}

interface Tuning {
  timing: FlushTiming;
  pieceBytes: PieceBytes;
  /** Bytes that all writers may have in memory. */
  memory: number;
  /** Milliseconds for which objects that are no longer needed stay, because somebody may be reading them. */
  removalDelay: number;
  /** Milliseconds in which the server must begin to answer a read. */
  patience?: number;
}

const mebibyte = 1024 * 1024;

const defaultTuning: Tuning = {
  timing: { silence: 2000, age: 10_000 },
  pieceBytes: { usual: 16 * mebibyte, crowded: 4 * mebibyte },
  memory: 256 * mebibyte,
  removalDelay: 3_600_000,
};

/** Stores bytes in a bucket. Nothing is asked of the server before bytes are. */
export function openS3Stores(options: S3StoreOptions): Stores {
  const { s3, limit, uow, clock, logger } = options;
  const { timing, pieceBytes, memory, removalDelay, patience } = { ...defaultTuning, ...options.tuning };
  const bucket = options.bucket ?? openBucket(s3, logger, patience);
  const index = createPieceIndex({ uow, clock, removalDelay });
  const digester = createPieceDigester();
  const newKey = createKeys(s3.prefix);
  const joiner = createJoiner({ bucket, index, logger, newKey });
  const shared = {
    bucket,
    index,
    joiner,
    digester,
    memory: createMemoryBudget(memory),
    buffers: createSharedBuffers(),
    newKey,
    pieceBytes,
    timing,
    probe: createProbe(bucket, `${s3.prefix}probe`),
  };
  const capacity = createS3Capacity(limit, index);
  const open = (place: Place): Pick<Store, 'blobs'> & { staging: S3Staging } => ({
    blobs: new S3Blobs({ ...shared, place }),
    staging: new S3Staging({ ...shared, place }),
  });
  const [files, archives] = [open('files'), open('archives')];
  return {
    ...files,
    archives,
    thumbnails: open('thumbnails').blobs,
    capacity,
    findProblem: (options = {}) => findProblem({ ...shared, s3, prefix: s3.prefix }, options),
    jobs: (onLost) =>
      createRemovalJobs({ bucket, index, clock, logger, prefix: s3.prefix, removalDelay, onLost }),
    bucketRequests: () => bucket.meter,
    readBackBytes: () => files.staging.readBack,
    async close() {
      await Promise.all([files.staging.stop(), archives.staging.stop(), joiner.stop()]);
      await digester.stop();
      bucket.close();
    },
  };
}

/** Milliseconds for which a successful write proves that the bucket can be written. */
const trustInProbe = 30_000;

/** Writes an object, not at every question whether the server is ready. */
function createProbe(bucket: Bucket, key: string): () => Promise<void> {
  const bytes = Buffer.from('probe');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  let writtenAt = -Infinity;
  let write: Promise<void> | null = null;
  return async () => {
    if (performance.now() - writtenAt < trustInProbe) return;
    // Concurrent callers share one write.
    write ??= bucket.put(key, bytes, sha256).finally(() => (write = null));
    await write;
    writtenAt = performance.now();
  };
}
