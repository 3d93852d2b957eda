import { AppError } from '#sdk/contract/errors.js';
import type { ShareKey } from '#sdk/contract/primitives.js';
import type { AfterCommit, UnitOfWork } from '../../db/unit-of-work.ts';
import type { BlobStore } from '../../storage/blob-store.ts';
import { blobIdOf } from '../../transfer/stored-file.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { FileRepo } from '../files/repo.ts';
import type { CheckQuota, OwnerQuotas } from '../shares/quota.ts';
import type { ShareRepo } from '../shares/repo.ts';
import type { NewFile } from './finisher.ts';
import type { UploadRepo } from './repo.ts';
import type { UploadRecord } from './types.ts';

interface Deps {
  uow: UnitOfWork<{ files: FileRepo }>;
  blobs: BlobStore;
  config: ConfigReader;
  checkQuota: CheckQuota;
}

interface Transaction {
  repos: { files: FileRepo; shares: ShareRepo; uploads: UploadRepo; users: OwnerQuotas };
  afterCommit: AfterCommit;
}

/**
 * Puts new files into a share, within a transaction; the counters are moved for those that give way only.
 *
 * @throws AppError `file_exists` when one of the paths is taken and must not be replaced; `share_too_large` and
 *   `quota_exceeded` when too much of bundles has been replaced
 */
export type PlaceFiles = (
  target: Pick<UploadRecord, 'shareKey' | 'replaces'> & { now: number },
  found: readonly NewFile[],
  transaction: Transaction,
) => Promise<void>;

export function createPlaceFiles({ uow, blobs, config, checkQuota }: Deps): PlaceFiles {
  /** Others of a bundle may still be there. */
  async function removeUnused(blobIds: readonly string[]): Promise<void> {
    const used = await uow.read.files.filterBlobs(blobIds);
    await blobs.removeMany(blobIds.filter((id) => !used.has(id)));
  }

  /**
   * What is replaced in a bundle stays on the disk as long as the bundle holds another file. Replacing it again and
   * again must not pass the limits.
   */
  async function checkDead(shareKey: ShareKey, repos: Transaction['repos']): Promise<void> {
    const { shares, uploads } = repos;
    const share = await shares.findByKey(shareKey);
    if (!share) throw new AppError('share_not_found');
    const dead = await uploads.deadBytes(shareKey);
    const maxSize = config.get('share.maxSize');
    if (maxSize > 0 && share.size + share.reservedSize + dead > maxSize) {
      throw new AppError('share_too_large', { maxSize });
    }
    await checkQuota(repos, { ownerId: share.ownerId, extra: dead });
  }

  return async ({ shareKey, replaces, now }, found, transaction) => {
    const { repos, afterCommit } = transaction;
    const { files, shares } = repos;
    const existing = await files.listByPaths(
      shareKey,
      found.map((file) => file.path),
    );
    const [first] = existing;
    if (first) {
      if (!replaces) throw new AppError('file_exists', { path: first.path });
      const size = existing.reduce((sum, file) => sum + file.size, 0);
      await files.removeMany(existing.map((file) => file.id));
      await shares.count(shareKey, { size: -size, files: -existing.length });
      if (existing.some((file) => file.pack)) await checkDead(shareKey, transaction.repos);
      const blobIds = [...new Set(existing.map(blobIdOf))];
      afterCommit(() => removeUnused(blobIds));
    }
    await files.insertMany(found.map((file) => ({ ...file, shareKey, createdAt: now, damagedAt: null })));
  };
}
