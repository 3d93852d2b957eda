import type { ShareKey } from '#sdk/contract/primitives.js';
import type { AfterCommit, UnitOfWork } from '../../db/unit-of-work.ts';
import type { BlobStore } from '../../storage/blob-store.ts';
import { blobIdOf } from '../../transfer/stored-file.ts';
import type { FileRepo } from '../files/repo.ts';
import type { FileRecord } from '../files/types.ts';
import type { ShareRepo } from '../shares/repo.ts';
import type { UploadRepo } from './repo.ts';

interface Deps {
  uow: UnitOfWork<{ files: FileRepo }>;
  blobs: BlobStore;
  /** Runs `effect` when nobody is being sent files of the share any more that are not open yet. */
  whenUnread(shareKey: ShareKey, effect: () => Promise<void>): Promise<void>;
}

interface Transaction {
  repos: { files: FileRepo; shares: ShareRepo; uploads: UploadRepo };
  afterCommit: AfterCommit;
}

/**
 * Takes files out of a share, within a transaction; counters included. Their bytes go afterwards, those of a bundle with
 * its last file: until then they count as dead, so that taking out and adding again does not pass the limits.
 */
export type TakeFiles = (
  shareKey: ShareKey,
  taken: readonly FileRecord[],
  transaction: Transaction,
) => Promise<void>;

export function createTakeFiles({ uow, blobs, whenUnread }: Deps): TakeFiles {
  /** Others of a bundle may still be there. */
  async function removeUnused(blobIds: readonly string[]): Promise<void> {
    const used = await uow.read.files.filterBlobs(blobIds);
    await blobs.removeMany(blobIds.filter((id) => !used.has(id)));
  }

  return async (shareKey, taken, { repos, afterCommit }) => {
    const { files, shares, uploads } = repos;
    const packs = [...new Set(taken.flatMap(({ pack }) => (pack ? [pack.id] : [])))];
    const deadBefore = await uploads.deadBytes(packs);
    await files.removeMany(taken.map(({ id }) => id));
    const dead = (await uploads.deadBytes(packs)) - deadBefore;
    const size = taken.reduce((sum, file) => sum + file.size, 0);
    await shares.count(shareKey, { size: -size, files: -taken.length, dead });
    const blobIds = [...new Set(taken.map(blobIdOf))];
    afterCommit(() => whenUnread(shareKey, () => removeUnused(blobIds)));
  };
}
