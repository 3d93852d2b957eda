import { AppError } from '#sdk/contract/errors.js';
import type { Clock } from '../../crypto/clock.ts';
import type { Lock } from '../../db/locks.ts';
import type { AfterCommit } from '../../db/unit-of-work.ts';
import type { Logger } from '../../logger.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { ShareLimits } from '../shares/limits.ts';
import type { CheckQuota, OwnerQuotas } from '../shares/quota.ts';
import type { ShareRepo } from '../shares/repos/share-repo.ts';
import type { ShareRecord } from '../shares/types.ts';
import { type Finisher, removeBytesLater } from './finisher.ts';
import type { UploadLease, UploadLocks } from './locks.ts';
import type { UploadRepo } from './repo.ts';
import { reservedBytes } from './space.ts';
import { releaseOf, type UploadRecord } from './types.ts';

interface Transaction {
  repos: { shares: ShareRepo; uploads: UploadRepo; users: OwnerQuotas };
  afterCommit: AfterCommit;
}

interface Deps {
  config: ConfigReader;
  clock: Clock;
  finisher: Pick<Finisher, 'removeBytes'>;
  locks: Pick<UploadLocks, 'hold'>;
  checkQuota: CheckQuota;
  shareLimits: ShareLimits;
  logger: Logger;
}

interface ReserveOptions {
  /** The bytes are already on the disk. */
  areFinished: boolean;
  /** Free bytes of the disk above the floor. */
  free: number;
}

/** The first step of a transaction that adds uploads, to one share or to several. */
export async function lockForUploads(lock: Lock, uploads: readonly UploadRecord[]): Promise<void> {
  if (uploads.some((upload) => upload.length > 0)) await lock('space');
  await lock('ownedShare', ...new Set(uploads.map(({ shareKey }) => shareKey)));
}

/**
 * Adds uploads to one share within its limits, all or none, even for concurrent requests, after `lockForUploads`.
 */
export type Reserve = (
  uploads: readonly UploadRecord[],
  options: ReserveOptions,
  transaction: Transaction,
) => Promise<void>;

export function createReserve(deps: Deps): Reserve {
  const { checkQuota } = deps;
  return async (uploads, { areFinished, free }, transaction) => {
    const [first] = uploads;
    if (!first) return;
    const { shareKey } = first;
    const { repos } = transaction;
    const size = uploads.reduce((sum, upload) => sum + upload.contentSize, 0);
    const files = uploads.reduce((sum, upload) => sum + upload.fileCount, 0);
    const limits = limitsOf(deps);
    const added = { size, files, areFinished };
    let share = await repos.shares.reserve(shareKey, added, limits);
    const mayHaveEarlier = share === null || share.reservedCount > (areFinished ? 0 : files);
    if (mayHaveEarlier && (await supersede(deps, uploads, transaction))) {
      share = share
        ? await repos.shares.findByKey(shareKey)
        : await repos.shares.reserve(shareKey, added, limits);
    }
    if (!share) throw refusalOf(deps, await repos.shares.findByKey(shareKey), files);
    // Files that are finished answer for their uploads.
    if (!areFinished) await repos.uploads.insertMany(uploads);
    // If the quota is exceeded, the transaction is rolled back.
    await checkQuota(repos, share);
    if (uploads.some((upload) => upload.length > 0)) await checkSpace(repos, share, free);
  };
}

/**
 * Changes the length of an upload whose length is deferred, and what is reserved for it, within the limits of its
 * share, as a step of a transaction that began with `lockForUploads`. False when the upload has ended, or its lease.
 */
export type Extend = (
  upload: UploadRecord,
  to: Pick<UploadRecord, 'length' | 'isDeferred'> & { lease: UploadLease; free: number },
  repos: Transaction['repos'],
) => Promise<boolean>;

export function createExtend(deps: Deps): Extend {
  return async ({ id, shareKey, length }, { lease, free, ...to }, repos) => {
    if (!(await repos.uploads.setLength(id, lease, to))) return false;
    const added = { size: to.length - length, files: 0, areFinished: false };
    const share = await repos.shares.reserve(shareKey, added, limitsOf(deps));
    if (!share) throw refusalOf(deps, await repos.shares.findByKey(shareKey), 0);
    await deps.checkQuota(repos, share);
    if (added.size > 0) await checkSpace(repos, share, free);
    return true;
  };
}

function limitsOf({ config, clock, shareLimits }: Deps) {
  return {
    maxSize: config.get('share.maxSize'),
    maxFiles: shareLimits.rulesFor('user').maxFiles,
    maxFilesOfGuests: shareLimits.rulesFor('guest').maxFiles,
    now: clock.now(),
  };
}

/**
 * A new attempt at the same path replaces an unfinished one, whose answer the client never saw; false when there is
 * none. If the new one is refused, the transaction is rolled back: it must not cost the bytes of an earlier one.
 */
async function supersede(
  deps: Deps,
  uploads: readonly UploadRecord[],
  { repos, afterCommit }: Transaction,
): Promise<boolean> {
  const [first] = uploads;
  if (!first) return false;
  const paths = uploads.map((upload) => upload.path);
  const unfinished = await repos.uploads.listUnfinishedAt(first.shareKey, paths);
  for (const earlier of unfinished) {
    if (!(await repos.uploads.removeUnfinished(earlier.id))) continue;
    await repos.shares.count(earlier.shareKey, releaseOf(earlier));
    // Its writer, if there is one, ends without being asked: the new upload need not wait for it.
    afterCommit(() => void removeBytesLater(deps, earlier.id));
  }
  return unfinished.length > 0;
}

/** Returns why `files` more did not fit into the share. */
function refusalOf({ shareLimits }: Deps, share: ShareRecord | null, files: number): AppError {
  if (!share || !shareLimits.acceptsUploads(share)) return new AppError('share_completed');
  const maxFiles = shareLimits.maxFilesOf(share);
  if (share.fileCount + share.reservedCount + files > maxFiles) {
    return new AppError('share_too_many_files', { maxFiles });
  }
  return new AppError('share_too_large', { maxSize: shareLimits.maxSizeOf(share) });
}

/**
 * Runs after the checks of the share, in its transaction. Files that were announced with the draft already have their
 * storage reserved.
 */
async function checkSpace(repos: Transaction['repos'], share: ShareRecord, free: number): Promise<void> {
  if (share.size + share.reservedSize <= share.declaredSize) return;
  if (free < (await reservedBytes(repos))) throw new AppError('storage_full');
}
