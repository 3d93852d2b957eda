import { AppError } from '#sdk/contract/errors.js';
import type { AfterCommit, UnitOfWork } from '../../db/unit-of-work.ts';
import type { BlobStore } from '../../storage/blob-store.ts';
import { blobIdOf } from '../../transfer/stored-file.ts';
import type { FileRepo } from '../files/repo.ts';
import type { ShareRepo } from '../shares/repo.ts';
import type { NewFile } from './finisher.ts';
import type { UploadRecord } from './types.ts';

interface Deps {
  uow: UnitOfWork<{ files: FileRepo }>;
  blobs: BlobStore;
}

interface Transaction {
  repos: { files: FileRepo; shares: ShareRepo };
  afterCommit: AfterCommit;
}

/**
 * Puts new files into a share, within a transaction; the counters are moved for those that give way only.
 *
 * @throws AppError `file_exists` when one of the paths is taken and must not be replaced
 */
export type PlaceFiles = (
  target: Pick<UploadRecord, 'shareKey' | 'replaces'> & { now: number },
  found: readonly NewFile[],
  transaction: Transaction,
) => Promise<void>;

export function createPlaceFiles({ uow, blobs }: Deps): PlaceFiles {
  /** Others of a bundle may still be there. */
  async function removeUnused(blobIds: readonly string[]): Promise<void> {
    const used = await uow.read.files.filterBlobs(blobIds);
    await blobs.removeMany(blobIds.filter((id) => !used.has(id)));
  }

  return async ({ shareKey, replaces, now }, found, { repos, afterCommit }) => {
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
      const blobIds = [...new Set(existing.map(blobIdOf))];
      afterCommit(() => removeUnused(blobIds));
    }
    await files.insertMany(found.map((file) => ({ ...file, shareKey, createdAt: now, damagedAt: null })));
  };
}
