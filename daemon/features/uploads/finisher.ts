import { faultPoint } from '#faults';
import { AppError } from '#sdk/contract/errors.js';
import type { UploadId } from '#sdk/contract/formats/primitives.js';
import type { Clock } from '../../crypto/clock.ts';
import type { Lock } from '../../db/locks.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Logger } from '../../logger.ts';
import type { Blobs } from '../../storage/blobs.ts';
import type { Staging } from '../../storage/staging.ts';
import { MissingSourceError, ShortSourceError } from '../../transfer/byte-source.ts';
import type { FileRepo } from '../files/repo.ts';
import type { ThumbnailRepo } from '../files/thumbnails/thumbnail-repo.ts';
import type { FileRecord } from '../files/types.ts';
import type { ShareLimits } from '../shares/limits.ts';
import type { OwnerQuotas } from '../shares/quota.ts';
import type { ShareRepo } from '../shares/repos/share-repo.ts';
import type { ReadContents } from './contents.ts';
import type { UploadLease, UploadLocks } from './locks.ts';
import { partsOf } from './parts/concat.ts';
import type { RemovalRepo } from './removal-repo.ts';
import type { UploadRepo } from './repo.ts';
import type { InsertFiles } from './share-files.ts';
import { releaseOf, type UploadRecord } from './types.ts';

interface Repos {
  lock: Lock;
  shares: ShareRepo;
  files: FileRepo;
  uploads: UploadRepo;
  removals: RemovalRepo;
  thumbnails: ThumbnailRepo;
  users: OwnerQuotas;
}

interface Deps {
  uow: UnitOfWork<Repos>;
  blobs: Blobs;
  staging: Staging;
  clock: Clock;
  locks: Pick<UploadLocks, 'finish'>;
  readContents: ReadContents;
  insertFiles: InsertFiles;
  shareLimits: Pick<ShareLimits, 'acceptsUploads'>;
}

/** A file as read from the bytes of an upload. */
export type NewFile = Pick<FileRecord, 'id' | 'path' | 'size' | 'sha256' | 'crc32' | 'lastModified' | 'pack'>;

export interface Finisher {
  /**
   * Makes files of an upload that has all its bytes: digest, sync, move, then one transaction. Every step can be
   * repeated after a crash. Concurrent callers share one run, and wait for that of another server.
   *
   * @throws AppError `checksum_mismatch`, `bundle_invalid`, `file_path_invalid`, `file_exists`, `upload_not_found`;
   *   then the bytes are gone. `upload_locked` when another server has taken over
   */
  finish(upload: UploadRecord): Promise<void>;
  /** Finishes the upload if it has all its bytes; false when some are missing. */
  finishIfComplete(upload: UploadRecord): Promise<boolean>;
  /**
   * Discards an unfinished upload: removes its bytes and releases its reservation. False when it has become a file
   * already.
   *
   * @throws AppError `upload_locked` when the lease was lost
   */
  discard(upload: UploadRecord, lease: UploadLease): Promise<boolean>;
  /** Removes the bytes of an upload whose row is gone, and the parts that it had. */
  removeBytes(id: UploadId): Promise<void>;
}

export function createFinisher(deps: Deps): Finisher {
  const { uow, blobs, staging, clock, locks, readContents, insertFiles, shareLimits } = deps;
  const running = new Map<string, Promise<void>>();

  async function commit(
    { upload, lease }: { upload: UploadRecord; lease: UploadLease },
    found: readonly NewFile[],
  ): Promise<void> {
    const { shareKey } = upload;
    const now = clock.now();
    await uow.transaction(async (repos, afterCommit) => {
      const { lock, shares, uploads } = repos;
      await lock('share', shareKey);
      if (!(await uploads.markCommitted(upload.id, lease, now))) throw await lossOf(upload, repos);
      const share = await shares.findByKey(shareKey);
      if (!share || !shareLimits.acceptsUploads(share)) throw new AppError('upload_not_found');
      await insertFiles({ ...upload, now }, found, { repos, afterCommit });
      await shares.count(shareKey, {
        size: upload.contentSize,
        files: found.length,
        ...releaseOf(upload),
        activeAt: now,
      });
    });
  }

  /** Returns why an upload could not be changed. */
  async function lossOf({ id }: UploadRecord, { uploads }: Pick<Repos, 'uploads'>): Promise<AppError> {
    const current = await uploads.findById(id);
    return new AppError(current?.state === 'receiving' ? 'upload_locked' : 'upload_not_found');
  }

  /** The caller's record may be stale: the upload may have been finished or discarded since. */
  async function run(stale: UploadRecord, lease: UploadLease): Promise<void> {
    const upload = await uow.read.uploads.findById(stale.id);
    if (!upload) throw new AppError('upload_not_found');
    if (upload.state === 'committed') return;
    try {
      if (upload.concat !== null) await joinParts(upload, upload.concat, lease);
      const found = await readContents(upload);
      faultPoint(upload.kind === 'bundle' ? 'bundle:checked' : 'finisher:digested');
      await staging.finish(upload.id, upload.length);
      await commit({ upload, lease }, found);
      faultPoint('finisher:committed');
    } catch (error) {
      const current = await uow.read.uploads.findById(upload.id);
      if (current?.state === 'committed') return;
      const isLost = error instanceof AppError && error.code === 'upload_locked';
      if (!isLost && (error instanceof AppError || !current)) await discard(upload, lease);
      throw current ? error : new AppError('upload_not_found', undefined, { cause: error });
    }
  }

  /** Makes the bytes of the parts those of the final upload; an earlier run may have done some of it, or all. */
  async function joinParts({ id }: UploadRecord, concat: string, { fence }: UploadLease): Promise<void> {
    if ((await staging.size(id)) === null && (await blobs.stat(id)) !== null) return;
    const sizes = new Map((await uow.read.uploads.listParts(id)).map((part) => [part.id, part.length]));
    const parts = partsOf(concat).map((part) => ({ id: part, size: sizes.get(part) ?? 0 }));
    try {
      await staging.join(id, parts, { offset: 0, fence, isDigested: true });
    } catch (error) {
      // Bytes were lost with the power: the client uploads the parts again.
      const isLost = error instanceof MissingSourceError || error instanceof ShortSourceError;
      throw isLost ? new AppError('upload_not_found', undefined, { cause: error }) : error;
    }
  }

  async function discard(upload: UploadRecord, lease: UploadLease): Promise<boolean> {
    const isFile = await uow.transaction(async ({ lock, shares, uploads, files }) => {
      await lock('share', upload.shareKey);
      if (await uploads.removeUnfinished(upload.id, lease)) {
        await shares.count(upload.shareKey, releaseOf(upload));
        return false;
      }
      const current = await uploads.findById(upload.id);
      if (current?.state === 'receiving') throw new AppError('upload_locked');
      return current !== null || (await files.findByBlob(upload.id)) !== null;
    });
    // The bytes of an upload that has become a file since must be kept.
    if (isFile) return false;
    await removeBytes(upload.id);
    return true;
  }

  async function removeBytes(id: UploadId): Promise<void> {
    const parts = await uow.read.uploads.listParts(id);
    for (const part of parts) await staging.discard(part.id);
    if (parts.length > 0) await uow.transaction(({ uploads }) => uploads.removeParts(id));
    await staging.discard(id);
    await blobs.remove(id);
  }

  async function finish(upload: UploadRecord): Promise<void> {
    // The parts of a file are complete when their final upload says so.
    if (upload.state === 'committed' || upload.kind === 'part') return;
    const existing = running.get(upload.id);
    if (existing) return existing;
    const work = locks
      .finish(upload.id, (lease) => run(upload, lease))
      .finally(() => running.delete(upload.id));
    running.set(upload.id, work);
    return work;
  }

  return {
    finish,
    discard,
    removeBytes,
    async finishIfComplete(upload) {
      if (upload.state === 'committed') return true;
      if (upload.isDeferred || upload.kind === 'part') return false;
      if (upload.concat !== null) {
        await finish(upload);
        return true;
      }
      const size = (await staging.size(upload.id)) ?? (await blobs.stat(upload.id))?.size;
      if (size === undefined || size < upload.length) return false;
      await finish(upload);
      return true;
    },
  };
}

interface Background {
  locks: Pick<UploadLocks, 'hold'>;
  finisher: Pick<Finisher, 'removeBytes'>;
  logger: Logger;
}

/**
 * Removes the bytes of an upload whose row is gone, in the background. A failure here must not end the server; a job
 * removes the bytes later.
 */
export async function removeBytesLater({ locks, finisher, logger }: Background, id: UploadId): Promise<void> {
  try {
    await locks.hold(id, () => finisher.removeBytes(id));
  } catch (error) {
    logger.warn({ upload: id, err: error }, 'the bytes of a discarded upload could not be deleted yet');
  }
}
