import { AppError } from '#sdk/contract/errors.js';
import type { UploadId } from '#sdk/contract/primitives.js';
import type { Clock } from '../../crypto/clock.ts';
import { newUploadId } from '../../crypto/ids.ts';
import type { AfterCommit, UnitOfWork } from '../../db/unit-of-work.ts';
import type { Logger } from '../../logger.ts';
import type { BlobStore } from '../../storage/blob-store.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { FileRepo } from '../files/repo.ts';
import type { ShareRepo } from '../shares/repo.ts';
import type { ShareRecord } from '../shares/types.ts';
import type { Finisher } from './finisher.ts';
import type { CreationHeaders } from './headers.ts';
import type { UploadLocker } from './locker.ts';
import type { UploadRepo } from './repo.ts';
import { releaseOf, type UploadRecord } from './types.ts';

interface Repos {
  shares: ShareRepo;
  files: FileRepo;
  uploads: UploadRepo;
}

interface Space {
  /** Above the floor. */
  free: number;
  length: number;
}

interface Deps {
  uow: UnitOfWork<Repos>;
  blobs: BlobStore;
  config: ConfigReader;
  clock: Clock;
  finisher: Finisher;
  locker: UploadLocker;
  logger: Logger;
  /** Free space that uploads leave alone; null: 2 % of what is there, at least 1 GiB. */
  minFreeBytes: number | null;
}

export type UploadService = ReturnType<typeof createUploadService>;

export function createUploadService({
  uow,
  blobs,
  config,
  clock,
  finisher,
  locker,
  logger,
  minFreeBytes,
}: Deps) {
  /** What the disk has above the floor. */
  async function freeBytes(): Promise<number> {
    const free = await blobs.freeBytes();
    return free - (minFreeBytes ?? Math.max(1024 ** 3, Math.floor(free * 0.02)));
  }

  /** Bytes that nobody has reserved yet, above the floor. */
  async function availableBytes(): Promise<number> {
    const { uploads, shares } = uow.read;
    const [free, outstanding, announced] = await Promise.all([
      freeBytes(),
      uploads.outstandingBytes(),
      shares.announcedBytes(),
    ]);
    return free - outstanding - announced;
  }

  /**
   * A new attempt at the same path takes the place of an unfinished one, whose answer the client never saw. Only once
   * the new one is admitted: a refused attempt must not cost what an earlier one had sent.
   */
  async function supersede(
    repos: Repos,
    { shareKey, path }: UploadRecord,
    afterCommit: AfterCommit,
  ): Promise<void> {
    for (const earlier of await repos.uploads.listUnfinishedAt(shareKey, path)) {
      if (!(await repos.uploads.removeUnfinished(earlier.id))) continue;
      await repos.shares.count(shareKey, releaseOf(earlier));
      // Its writer, if there is one, ends by itself: the new upload need not wait for it.
      afterCommit(() => void removeSuperseded(earlier.id));
    }
  }

  /** What fails here is found by the janitor, and must not end the server. */
  async function removeSuperseded(id: UploadId): Promise<void> {
    try {
      await locker.hold(id, () => finisher.removeBytes(id));
    } catch (error) {
      logger.warn({ upload: id, err: error }, 'bytes of a replaced upload stay for now');
    }
  }

  async function refusalOf(
    shares: ShareRepo,
    share: ShareRecord,
    { fileCount }: UploadRecord,
  ): Promise<AppError> {
    const current = await shares.findByKey(share.key);
    if (current?.state !== 'draft') return new AppError('share_completed');
    const maxFiles = config.get('share.maxFiles');
    if (current.fileCount + current.reservedCount + fileCount > maxFiles) {
      return new AppError('share_too_many_files', { maxFiles });
    }
    return new AppError('share_too_large', { maxSize: config.get('share.maxSize') });
  }

  /** After the reservation, in its transaction: what is over the quota is rolled back. */
  async function checkQuota(shares: ShareRepo, { ownerId }: ShareRecord): Promise<void> {
    const quota = config.get('share.userQuota');
    if (quota === 0 || !ownerId) return;
    if ((await shares.heldByOwner(ownerId)) > quota) throw new AppError('quota_exceeded', { quota });
  }

  /** After the reservation, in its transaction. What was announced with the draft holds its space already. */
  async function checkSpace(
    { shares, uploads }: Repos,
    share: ShareRecord,
    { free, length }: Space,
  ): Promise<void> {
    const beyond = share.size + share.reservedSize + length - share.declaredSize;
    if (beyond <= 0 || length === 0) return;
    const promised = (await uploads.outstandingBytes()) + (await shares.announcedBytes());
    if (free < promised) throw new AppError('storage_full');
  }

  return {
    availableBytes,
    freeBytes,

    /** @throws AppError `storage_full` when the disk has come down to the floor */
    async requireSpace(): Promise<void> {
      if ((await freeBytes()) <= 0) throw new AppError('storage_full');
    },

    /** Reserves room for a file; the limits hold exactly, however many ask at the same time. */
    async reserve(share: ShareRecord, headers: CreationHeaders): Promise<UploadRecord> {
      const { kind, length, contentSize, fileCount, metadata, path } = headers;
      if (share.state !== 'draft') throw new AppError('share_completed');
      const isReplacing = metadata.replace === 'true';
      if (!isReplacing && (await uow.read.files.findByPath(share.key, path)))
        throw new AppError('file_exists', { path });
      const free = await freeBytes();
      if (free <= 0) throw new AppError('storage_full');
      const now = clock.now();
      const upload: UploadRecord = {
        id: newUploadId(),
        shareKey: share.key,
        kind,
        path,
        length,
        contentSize,
        fileCount,
        received: 0,
        state: 'receiving',
        expectedSha256: metadata.sha256 ?? null,
        lastModified: metadata.lastModified === undefined ? null : Number(metadata.lastModified),
        replaces: isReplacing,
        createdAt: now,
        activeAt: now,
      };
      const limits = { maxSize: config.get('share.maxSize'), maxFiles: config.get('share.maxFiles'), now };
      await uow.transaction(async (repos, afterCommit) => {
        const { shares, uploads } = repos;
        await supersede(repos, upload, afterCommit);
        const wanted = { size: contentSize, files: fileCount };
        if (!(await shares.reserve(share.key, wanted, limits))) throw await refusalOf(shares, share, upload);
        await uploads.insert(upload);
        await checkQuota(shares, share);
        await checkSpace(repos, share, { free, length });
      });
      return upload;
    },

    find: (id: UploadId) => uow.read.uploads.findById(id),

    findShare: (upload: UploadRecord) => uow.read.shares.findByKey(upload.shareKey),

    /** Keeps the draft alive and the sums of free space right; false when the upload was given up. */
    async recordReceived(upload: UploadRecord, received: number): Promise<boolean> {
      const now = clock.now();
      return uow.transaction(async ({ shares, uploads }) => {
        const isReceiving = await uploads.recordReceived(upload.id, received, now);
        if (isReceiving) await shares.touch(upload.shareKey, now);
        return isReceiving;
      });
    },

    /** Finishes the uploads of a share that have all their bytes; answers how many lack some. */
    async settle(share: ShareRecord): Promise<number> {
      let missing = 0;
      for (const upload of await uow.read.uploads.listUnfinished(share.key)) {
        if (!(await finisher.finishIfComplete(upload))) missing += 1;
      }
      return missing;
    },
  };
}
