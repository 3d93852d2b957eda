import { AppError } from '#sdk/contract/errors.js';
import type { UploadId } from '#sdk/contract/primitives.js';
import type { Clock } from '../../crypto/clock.ts';
import { newUploadId } from '../../crypto/ids.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { BlobStore } from '../../storage/blob-store.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { FileRepo } from '../files/repo.ts';
import type { ShareRepo } from '../shares/repo.ts';
import type { ShareRecord } from '../shares/types.ts';
import type { Finisher } from './finisher.ts';
import type { CreationHeaders } from './headers.ts';
import type { UploadRepo } from './repo.ts';
import type { UploadRecord } from './types.ts';

interface Deps {
  uow: UnitOfWork<{ shares: ShareRepo; files: FileRepo; uploads: UploadRepo }>;
  blobs: BlobStore;
  config: ConfigReader;
  clock: Clock;
  finisher: Finisher;
  /** Free space that uploads leave alone; null: 2 % of what is there, at least 1 GiB. */
  minFreeBytes: number | null;
}

export type UploadService = ReturnType<typeof createUploadService>;

export function createUploadService({ uow, blobs, config, clock, finisher, minFreeBytes }: Deps) {
  /** Bytes that nobody has reserved yet, above the floor. */
  async function availableBytes(): Promise<number> {
    const [free, outstanding, announced] = await Promise.all([
      blobs.freeBytes(),
      uow.read.uploads.outstandingBytes(),
      uow.read.shares.announcedBytes(),
    ]);
    const floor = minFreeBytes ?? Math.max(1024 ** 3, Math.floor(free * 0.02));
    return free - floor - outstanding - announced;
  }

  /** A new attempt at the same path takes the place of an unfinished one, whose answer the client never saw. */
  async function supersede(share: ShareRecord, path: string): Promise<void> {
    const earlier = await uow.read.uploads.listUnfinishedAt(share.key, path);
    for (const upload of earlier) await finisher.discard(upload);
  }

  async function refusalOf(shares: ShareRepo, share: ShareRecord): Promise<AppError> {
    const current = await shares.findByKey(share.key);
    if (current?.state !== 'draft') return new AppError('share_completed');
    const maxFiles = config.get('share.maxFiles');
    if (current.fileCount + current.reservedCount + 1 > maxFiles) {
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

  /** What was announced with the draft holds its space already. */
  async function checkSpace(share: ShareRecord, length: number): Promise<void> {
    const beyond = share.size + share.reservedSize + length - share.declaredSize;
    const needed = Math.min(Math.max(0, beyond), length);
    if ((await availableBytes()) < needed) throw new AppError('storage_full');
  }

  return {
    availableBytes,

    /** Reserves room for a file; the limits hold exactly, however many ask at the same time. */
    async reserve(share: ShareRecord, { length, metadata, path }: CreationHeaders): Promise<UploadRecord> {
      if (share.state !== 'draft') throw new AppError('share_completed');
      const isReplacing = metadata.replace === 'true';
      if (!isReplacing && (await uow.read.files.findByPath(share.key, path)))
        throw new AppError('file_exists', { path });
      await supersede(share, path);
      await checkSpace(share, length);
      const now = clock.now();
      const upload: UploadRecord = {
        id: newUploadId(),
        shareKey: share.key,
        path,
        length,
        received: 0,
        state: 'receiving',
        expectedSha256: metadata.sha256 ?? null,
        lastModified: metadata.lastModified === undefined ? null : Number(metadata.lastModified),
        replaces: isReplacing,
        createdAt: now,
        activeAt: now,
      };
      const limits = { maxSize: config.get('share.maxSize'), maxFiles: config.get('share.maxFiles') };
      await uow.transaction(async ({ shares, uploads }) => {
        if (!(await shares.reserve(share.key, length, limits))) throw await refusalOf(shares, share);
        await checkQuota(shares, share);
        await uploads.insert(upload);
      });
      return upload;
    },

    find: (id: UploadId) => uow.read.uploads.findById(id),

    findShare: (upload: UploadRecord) => uow.read.shares.findByKey(upload.shareKey),

    /** Keeps the draft alive and the sums of free space right. */
    async recordReceived(upload: UploadRecord, received: number): Promise<void> {
      const now = clock.now();
      await uow.transaction(async ({ shares, uploads }) => {
        await uploads.recordReceived(upload.id, received, now);
        await shares.touch(upload.shareKey, now);
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
