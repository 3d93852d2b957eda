import { faultPoint } from '#faults';
import { AppError } from '#sdk/contract/errors.js';
import type { UploadId } from '#sdk/contract/formats/primitives.js';
import type { Clock } from '../../crypto/clock.ts';
import { newUploadId } from '../../crypto/ids.ts';
import type { Lock } from '../../db/locks.ts';
import type { AfterCommit, UnitOfWork } from '../../db/unit-of-work.ts';
import type { Staging } from '../../storage/staging.ts';
import type { FileRepo } from '../files/repo.ts';
import type { ThumbnailRepo } from '../files/thumbnails/thumbnail-repo.ts';
import type { OwnerQuotas } from '../shares/quota.ts';
import type { ShareRepo } from '../shares/repos/share-repo.ts';
import type { ShareRecord } from '../shares/types.ts';
import type { Finisher } from './finisher.ts';
import type { CreationHeaders } from './headers.ts';
import type { UploadLease, UploadLocks } from './locks.ts';
import type { RemovalRepo } from './removal-repo.ts';
import type { UploadRepo } from './repo.ts';
import { type Extend, lockForUploads, type Reserve } from './reserve.ts';
import type { InsertFiles } from './share-files.ts';
import type { UploadSpace } from './space.ts';
import { type UploadRecord, uploadOf } from './types.ts';
import type { FileGroup, WholeFile } from './whole-files.ts';

interface Repos {
  lock: Lock;
  shares: ShareRepo;
  files: FileRepo;
  uploads: UploadRepo;
  removals: RemovalRepo;
  thumbnails: ThumbnailRepo;
  users: OwnerQuotas;
}

interface Transaction {
  repos: Repos;
  afterCommit: AfterCommit;
}

interface Deps {
  uow: UnitOfWork<Repos>;
  clock: Clock;
  staging: Pick<Staging, 'size'>;
  locks: Pick<UploadLocks, 'hold' | 'isBusy'>;
  finisher: Finisher;
  space: UploadSpace;
  reserve: Reserve;
  extend: Extend;
  insertFiles: InsertFiles;
}

export type UploadService = ReturnType<typeof createUploadService>;

export function createUploadService(deps: Deps) {
  const { uow, clock, staging, locks, finisher, space, reserve, extend, insertFiles } = deps;

  async function isEmptyPart({ id, kind }: UploadRecord): Promise<boolean> {
    return kind === 'part' && ((await staging.size(id)) ?? 0) === 0 && !(await locks.isBusy(id));
  }

  return {
    ...space,

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
      const free = await space.requireRoom();
      await uow.transaction(async (repos, afterCommit) => {
        await lockForUploads(repos.lock, [upload]);
        await reserve([upload], { areFinished: false, free }, { repos, afterCommit });
      });
      faultPoint('upload:reserved');
    },

    /**
     * Reserves more or less storage for an upload whose length is deferred, and stores its length once it is known.
     *
     * @throws AppError like reserving an upload; `upload_not_found` when it was discarded, `upload_locked` when another
     *   server has taken over
     */
    async extend(
      upload: UploadRecord,
      to: Pick<UploadRecord, 'length' | 'isDeferred'>,
      lease: UploadLease,
    ): Promise<UploadRecord> {
      const free = await space.requireRoom();
      const extended = { ...upload, ...to, contentSize: to.length };
      await uow.transaction(async (repos) => {
        await lockForUploads(repos.lock, [extended]);
        if (await extend(upload, { ...to, lease, free }, repos)) return;
        const current = await repos.uploads.findById(upload.id);
        throw new AppError(current?.state === 'receiving' ? 'upload_locked' : 'upload_not_found');
      });
      return extended;
    },

    /** Reserves and commits files whose bytes are already stored, in one step, all or none. */
    async commitWhole(groups: readonly FileGroup[]): Promise<void> {
      const free = await space.requireRoom();
      const now = clock.now();
      await uow.transaction(async (repos, afterCommit) => {
        const transaction = { repos, afterCommit };
        await lockForUploads(
          repos.lock,
          groups.flatMap(({ files }) => files.map(({ upload }) => upload)),
        );
        for (const { files, pack } of groups) {
          if (pack) await repos.uploads.insertMany([pack]);
          const uploads = files.map(({ upload }) => upload);
          // First remove what is replaced: a repeated creation must not be refused because of the file it made before.
          await insertGroup(insertFiles, { files, now }, transaction);
          await reserve(uploads, { areFinished: true, free }, transaction);
        }
      });
      faultPoint('finisher:committed');
    },

    /** Finds an upload; a file of its own answers for the upload that it came from. */
    async find(id: UploadId): Promise<UploadRecord | null> {
      const upload = await uow.read.uploads.findById(id);
      if (upload) return upload;
      const file = await uow.read.files.findByUpload(id);
      return file && uploadOf(id, file);
    },

    findShare: (upload: UploadRecord) => uow.read.shares.findByKey(upload.shareKey),

    /**
     * Keeps the draft alive and the reserved bytes up to date; false when the upload was discarded or the lease lost.
     */
    async recordReceived(upload: UploadRecord, received: number, lease: UploadLease): Promise<boolean> {
      const now = clock.now();
      return uow.transaction(async ({ lock, shares, uploads }) => {
        await lock('share', upload.shareKey);
        const isReceiving = await uploads.recordReceived({ id: upload.id, lease }, received, now);
        if (isReceiving) await shares.touch(upload.shareKey, now);
        return isReceiving;
      });
    },

    /**
     * Finishes the uploads of a share that have all their bytes; returns how many are still incomplete. A part without a
     * byte is discarded: if the answer to its creation was lost, nobody knows its address.
     */
    async finishUploads(share: ShareRecord): Promise<number> {
      let missing = 0;
      for (const upload of await uow.read.uploads.listUnfinished(share.key)) {
        if (await finisher.finishIfComplete(upload)) continue;
        if (await isEmptyPart(upload))
          await locks.hold(upload.id, (lease) => finisher.discard(upload, lease));
        else missing += 1;
      }
      return missing;
    },
  };
}

async function insertGroup(
  insertFiles: InsertFiles,
  { files, now }: { files: readonly WholeFile[]; now: number },
  transaction: Transaction,
): Promise<void> {
  for (const replaces of [true, false]) {
    const chosen = files.filter(({ upload }) => upload.replaces === replaces);
    const [first] = chosen;
    if (!first) continue;
    const found = chosen.map(({ file }) => file);
    await insertFiles({ shareKey: first.upload.shareKey, replaces, now }, found, transaction);
  }
}
