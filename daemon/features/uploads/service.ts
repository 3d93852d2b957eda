import { faultPoint } from '#faults';
import { AppError } from '#sdk/contract/errors.js';
import type { ShareKey, UploadId } from '#sdk/contract/formats/primitives.js';
import type { Clock } from '../../crypto/clock.ts';
import { newUploadId } from '../../crypto/ids.ts';
import type { DatabaseDisk } from '../../db/disk.ts';
import type { AfterCommit, UnitOfWork } from '../../db/unit-of-work.ts';
import type { Logger } from '../../logger.ts';
import type { BlobStore } from '../../storage/blob-store.ts';
import { floorOf } from '../../storage/space-floor.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { FileRepo } from '../files/repo.ts';
import type { CheckQuota, OwnerQuotas, ShareLimits } from '../shares/limits.ts';
import type { ShareRepo } from '../shares/repos/share-repo.ts';
import type { ShareRecord } from '../shares/types.ts';
import type { Finisher } from './finisher.ts';
import type { CreationHeaders } from './headers.ts';
import type { UploadLocker } from './locker.ts';
import type { RemovalRepo } from './removal-repo.ts';
import type { UploadRepo } from './repo.ts';
import type { InsertFiles } from './share-files.ts';
import { releaseOf, type UploadRecord } from './types.ts';
import type { WholeFile } from './whole-files.ts';

interface Repos {
  shares: ShareRepo;
  files: FileRepo;
  uploads: UploadRepo;
  removals: RemovalRepo;
  users: OwnerQuotas;
}

interface Transaction {
  repos: Repos;
  afterCommit: AfterCommit;
}

interface Deps {
  uow: UnitOfWork<Repos>;
  blobs: BlobStore;
  config: ConfigReader;
  clock: Clock;
  finisher: Finisher;
  locker: UploadLocker;
  insertFiles: InsertFiles;
  checkQuota: CheckQuota;
  shareLimits: ShareLimits;
  logger: Logger;
  /** Free space that uploads never use; null: 2 % of the free space, at least 1 GiB. */
  minFreeBytes: number | null;
  databaseDisk: Pick<DatabaseDisk, 'measure'>;
}

export type UploadService = ReturnType<typeof createUploadService>;

export function createUploadService({
  uow,
  blobs,
  config,
  clock,
  finisher,
  locker,
  insertFiles,
  checkQuota,
  shareLimits,
  logger,
  minFreeBytes,
  databaseDisk,
}: Deps) {
  /**
   * Returns the free bytes of the disk above the floor. It is 0 when the disk of the database is full, because every
   * file needs rows.
   */
  async function freeBytes(): Promise<number> {
    const [free, database] = await Promise.all([blobs.freeBytes(), databaseDisk.measure()]);
    return database.isFull ? 0 : free - floorOf(free, minFreeBytes);
  }

  /** Called before anything new is accepted; returns the free bytes above the floor. */
  async function requireRoom(): Promise<number> {
    blobs.requireUsable();
    const free = await freeBytes();
    if (free <= 0) throw new AppError('storage_full');
    return free;
  }

  /** Returns the bytes that were announced and have not arrived. */
  async function reservedBytes({ uploads, shares }: Repos): Promise<number> {
    const [outstanding, announced] = await Promise.all([uploads.outstandingBytes(), shares.announcedBytes()]);
    return outstanding + announced;
  }

  /** Returns the bytes above the floor that are not reserved. */
  async function availableBytes(): Promise<number> {
    const [free, reserved] = await Promise.all([freeBytes(), reservedBytes(uow.read)]);
    return free - reserved;
  }

  /**
   * A new attempt at the same path replaces an unfinished one, whose answer the client never saw. It does so only after
   * the new one has reserved its storage: a refused attempt must not cost the bytes of an earlier one.
   */
  async function supersede(
    repos: Repos,
    uploads: readonly UploadRecord[],
    afterCommit: AfterCommit,
  ): Promise<void> {
    const [first] = uploads;
    if (!first) return;
    const paths = uploads.map((upload) => upload.path);
    for (const earlier of await repos.uploads.listUnfinishedAt(first.shareKey, paths)) {
      if (!(await repos.uploads.removeUnfinished(earlier.id))) continue;
      await repos.shares.count(earlier.shareKey, releaseOf(earlier));
      // Its writer, if there is one, ends without being asked: the new upload need not wait for it.
      afterCommit(() => void removeSuperseded(earlier.id));
    }
  }

  /** A failure here must not end the server; a job removes the bytes later. */
  async function removeSuperseded(id: UploadId): Promise<void> {
    try {
      await locker.hold(id, () => finisher.removeBytes(id));
    } catch (error) {
      logger.warn({ upload: id, err: error }, 'the bytes of a replaced upload could not be deleted yet');
    }
  }

  async function refusalOf(shares: ShareRepo, key: ShareKey, files: number): Promise<AppError> {
    const current = await shares.findByKey(key);
    if (!current || !shareLimits.acceptsUploads(current)) return new AppError('share_completed');
    const maxFiles = config.get('share.maxFiles');
    if (current.fileCount + current.reservedCount + files > maxFiles) {
      return new AppError('share_too_many_files', { maxFiles });
    }
    return new AppError('share_too_large', { maxSize: shareLimits.maxSizeOf(current) });
  }

  /**
   * Runs after the checks of the share, in its transaction. Files that were announced with the draft already have their
   * storage reserved.
   */
  async function checkSpace(repos: Repos, share: ShareRecord, free: number): Promise<void> {
    if (share.size + share.reservedSize <= share.declaredSize) return;
    if (free < (await reservedBytes(repos))) throw new AppError('storage_full');
  }

  /** Adds uploads to one share within its limits, all or none, even for concurrent requests. */
  async function reserve(
    uploads: readonly UploadRecord[],
    { areFinished, free }: { areFinished: boolean; free: number },
    { repos, afterCommit }: Transaction,
  ): Promise<void> {
    const [first] = uploads;
    if (!first) return;
    const { shareKey } = first;
    const { shares } = repos;
    await supersede(repos, uploads, afterCommit);
    const size = uploads.reduce((sum, upload) => sum + upload.contentSize, 0);
    const files = uploads.reduce((sum, upload) => sum + upload.fileCount, 0);
    const limits = {
      maxSize: config.get('share.maxSize'),
      maxFiles: config.get('share.maxFiles'),
      now: clock.now(),
    };
    if (!(await shares.reserve(shareKey, { size, files, areFinished }, limits))) {
      throw await refusalOf(shares, shareKey, files);
    }
    await repos.uploads.insertMany(uploads);
    const share = await shares.findByKey(shareKey);
    if (!share) throw new AppError('share_not_found');
    // If the quota is exceeded, the transaction is rolled back.
    await checkQuota(repos, share);
    if (uploads.some((upload) => upload.length > 0)) await checkSpace(repos, share, free);
  }

  async function insertGroup(
    group: readonly WholeFile[],
    now: number,
    transaction: Transaction,
  ): Promise<void> {
    for (const replaces of [true, false]) {
      const chosen = group.filter(({ upload }) => upload.replaces === replaces);
      const [first] = chosen;
      if (!first) continue;
      const files = chosen.map(({ file }) => file);
      await insertFiles({ shareKey: first.upload.shareKey, replaces, now }, files, transaction);
    }
  }

  return {
    availableBytes,
    freeBytes,

    /**
     * Returns the free space of the disks, the part of it reserved by uploads, and the part still available to them.
     */
    async space() {
      const [free, above, reserved, database] = await Promise.all([
        blobs.freeBytes(),
        freeBytes(),
        reservedBytes(uow.read),
        databaseDisk.measure(),
      ]);
      return { free, reserved, available: above - reserved, database };
    },

    /**
     * Returns the free bytes of the disk above the floor.
     *
     * @throws AppError `storage_full` when that is 0, `not_ready` when the disk has failed
     */
    requireRoom,

    /** Reads what a creation asks for; nothing is reserved yet. */
    describe(share: ShareRecord, headers: CreationHeaders): UploadRecord {
      const { metadata, ...announced } = headers;
      const now = clock.now();
      return {
        id: newUploadId(),
        shareKey: share.key,
        ...announced,
        received: 0,
        state: 'receiving',
        expectedSha256: metadata.sha256 ?? null,
        lastModified: metadata.lastModified === undefined ? null : Number(metadata.lastModified),
        replaces: metadata.replace === 'true',
        createdAt: now,
        activeAt: now,
      };
    },

    /** Reserves storage for an upload. */
    async reserve(upload: UploadRecord): Promise<void> {
      const { shareKey, path, replaces } = upload;
      if (!replaces && (await uow.read.files.findByPath(shareKey, path))) {
        throw new AppError('file_exists', { path });
      }
      const free = await requireRoom();
      await uow.transaction((repos, afterCommit) =>
        reserve([upload], { areFinished: false, free }, { repos, afterCommit }),
      );
      faultPoint('upload:reserved');
    },

    /** Reserves and commits files whose bytes are already on the disk, in one step, all or none. */
    async commitWhole(files: readonly WholeFile[]): Promise<void> {
      const free = await requireRoom();
      const now = clock.now();
      await uow.transaction(async (repos, afterCommit) => {
        const transaction = { repos, afterCommit };
        for (const group of groupByShare(files)) {
          const uploads = group.map(({ upload }) => asCommitted(upload));
          // First remove what is replaced: a repeated creation must not be refused because of the file it made before.
          await insertGroup(group, now, transaction);
          await reserve(uploads, { areFinished: true, free }, transaction);
        }
      });
      faultPoint('finisher:committed');
    },

    find: (id: UploadId) => uow.read.uploads.findById(id),

    findShare: (upload: UploadRecord) => uow.read.shares.findByKey(upload.shareKey),

    /** Keeps the draft alive and the reserved bytes up to date; false when the upload was discarded. */
    async recordReceived(upload: UploadRecord, received: number): Promise<boolean> {
      const now = clock.now();
      return uow.transaction(async ({ shares, uploads }) => {
        const isReceiving = await uploads.recordReceived(upload.id, received, now);
        if (isReceiving) await shares.touch(upload.shareKey, now);
        return isReceiving;
      });
    },

    /** Finishes the uploads of a share that have all their bytes; returns how many are still incomplete. */
    async finishUploads(share: ShareRecord): Promise<number> {
      let missing = 0;
      for (const upload of await uow.read.uploads.listUnfinished(share.key)) {
        if (!(await finisher.finishIfComplete(upload))) missing += 1;
      }
      return missing;
    },
  };
}

function groupByShare(files: readonly WholeFile[]): WholeFile[][] {
  const groups = new Map<ShareKey, WholeFile[]>();
  for (const file of files) {
    const group = groups.get(file.upload.shareKey);
    if (group) group.push(file);
    else groups.set(file.upload.shareKey, [file]);
  }
  return [...groups.values()];
}

function asCommitted(upload: UploadRecord): UploadRecord {
  return { ...upload, state: 'committed', received: upload.length };
}
