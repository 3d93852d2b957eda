import type { ShareKey } from '#sdk/contract/formats/primitives.js';
import type { Lock } from '../../db/locks.ts';
import type { AfterCommit, UnitOfWork } from '../../db/unit-of-work.ts';
import { eachItem } from '../../jobs/each-item.ts';
import type { JobSpec } from '../../jobs/job.ts';
import type { Logger } from '../../logger.ts';
import type { Blobs } from '../../storage/blobs.ts';
import type { ShareRepo } from '../shares/repos/share-repo.ts';
import type { RemovalRepo, UnusedBlob } from './removal-repo.ts';

interface Repos {
  lock: Lock;
  shares: Pick<ShareRepo, 'count'>;
  removals: RemovalRepo;
  backups: { isHeld(): Promise<boolean> };
}

interface Deps {
  uow: UnitOfWork<Repos>;
  blobs: Pick<Blobs, 'removeMany'>;
  logger: Logger;
  /** Runs `effect` when the current downloads that still have to open files of the share have ended. */
  whenUnread(shareKey: ShareKey, effect: () => Promise<void>): Promise<void>;
}

export interface BlobRemovals {
  /**
   * Records, within a transaction, the blobs that no file uses any longer. They are deleted after the current
   * downloads.
   */
  plan(
    shareKey: ShareKey,
    unused: readonly UnusedBlob[],
    transaction: { repos: Pick<Repos, 'removals'>; afterCommit: AfterCommit },
  ): Promise<void>;
  /** Deletes all recorded blobs of a share, even while they are being read. */
  finish(shareKey: ShareKey): Promise<void>;
  job: JobSpec;
}

const batch = 500;

/** Blobs whose files were removed from the share: they count as its dead bytes until they are deleted from the disk. */
export function createBlobRemovals({ uow, blobs, logger, whenUnread }: Deps): BlobRemovals {
  /** Can be repeated: a second caller finds neither blobs nor rows, and counts nothing. */
  async function remove(shareKey: ShareKey, blobIds: readonly string[]): Promise<void> {
    for (let at = 0; at < blobIds.length; at += batch) {
      const some = blobIds.slice(at, at + batch);
      await blobs.removeMany(some);
      await uow.transaction(async ({ lock, shares, removals }) => {
        await lock('share', shareKey);
        await shares.count(shareKey, { dead: -(await removals.removeMany(some)) });
      });
    }
  }

  /** What a running backup may still read stays until the job finds it. */
  async function removeUnlessHeld(shareKey: ShareKey, blobIds: readonly string[]): Promise<void> {
    if (!(await uow.read.backups.isHeld())) await remove(shareKey, blobIds);
  }

  /** Deletes blobs that were recorded when the process was killed, or could not be deleted before. */
  async function removeLeft(signal: AbortSignal): Promise<void> {
    await eachItem({
      page: (after) => uow.read.removals.listShares(after, batch),
      keyOf: (key) => key,
      async run(key) {
        const blobIds = await uow.read.removals.listOfShare(key);
        await whenUnread(key, () => removeUnlessHeld(key, blobIds));
      },
      onError: (key, error) => logger.warn({ share: key, err: error }, 'removed files could not be deleted'),
      signal,
    });
  }

  return {
    async plan(shareKey, unused, { repos, afterCommit }) {
      await repos.removals.insertMany(shareKey, unused);
      const blobIds = unused.map(({ id }) => id);
      afterCommit(() => whenUnread(shareKey, () => removeUnlessHeld(shareKey, blobIds)));
    },
    finish: async (shareKey) => remove(shareKey, await uow.read.removals.listOfShare(shareKey)),
    job: { name: 'uploads.remove-unused', everyMs: 3_600_000, run: removeLeft },
  };
}
