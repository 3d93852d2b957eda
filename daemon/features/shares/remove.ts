import { AppError } from '#sdk/contract/errors.js';
import type { FileId, ShareKey } from '#sdk/contract/formats/primitives.js';
import type { Clock } from '../../crypto/clock.ts';
import type { Lock } from '../../db/locks.ts';
import type { AfterCommit, UnitOfWork } from '../../db/unit-of-work.ts';
import type { JobWaker } from '../../jobs/runner.ts';
import type { OutboxRepo } from '../../mail/outbox-repo.ts';
import type { AuditLog } from '../audit/log.ts';
import type { AuditRepo } from '../audit/repo.ts';
import type { AuditCause } from '../audit/types.ts';
import type { FileRepo } from '../files/repo.ts';
import type { FileRecord } from '../files/types.ts';
import { causeOf, shareEvent } from './audit-events.ts';
import type { ShareRepo } from './repos/share-repo.ts';
import type { ReverseShareUses } from './reverse-share-terms.ts';
import type { ShareRecord } from './types.ts';

interface Repos {
  lock: Lock;
  audit: AuditRepo;
  shares: ShareRepo;
  outbox: OutboxRepo;
  reverseShares: ReverseShareUses;
}

interface Deps {
  uow: UnitOfWork<Repos>;
  clock: Clock;
  jobs: JobWaker;
  audit: Pick<AuditLog, 'note'>;
}

/** The link says "removed" at once; the files are deleted in the background. */
export type RemoveShare = (share: ShareRecord, by: AuditCause) => Promise<void>;

export function createRemoveShare({ uow, clock, jobs, audit }: Deps): RemoveShare {
  return async (share, by) => {
    const now = clock.now();
    const change = {
      state: 'removed',
      removedAt: now,
      activeAt: now,
      addingAt: null,
      declaredSize: 0,
    } as const;
    await uow.transaction(async (repos, afterCommit) => {
      const { shares, reverseShares } = repos;
      await repos.lock('ownedShare', share.key);
      const wasDraft = await shares.transition(share.key, ['draft', 'completing'], change);
      if (!wasDraft && !(await shares.transition(share.key, ['active', 'expired'], change))) return;
      if (wasDraft && share.reverseShareId) await reverseShares.releaseUse(share.reverseShareId);
      await repos.outbox.cancelAbout(share.key);
      const cause = await causeOf(by, share, repos.audit);
      await audit.note(repos.audit, cause, shareEvent('share.remove', share.id));
      afterCommit(() => jobs.wake('shares.purge'));
    });
  };
}

interface RemoveFileRepos {
  lock: Lock;
  audit: AuditRepo;
  files: FileRepo;
  shares: ShareRepo;
}

interface RemoveFileDeps<Repos> {
  uow: UnitOfWork<Repos>;
  audit: Pick<AuditLog, 'note'>;
  /** Removes rows and adjusts the counters within the transaction; the bytes are deleted after it. */
  removeFiles(
    shareKey: ShareKey,
    removed: readonly FileRecord[],
    transaction: { repos: Repos; afterCommit: AfterCommit },
  ): Promise<void>;
  /** Called for a share whose files have changed. */
  prepareArchive(share: ShareRecord): Promise<void>;
}

/**
 * Removes one file from a share. Downloads of it that are already running may finish.
 *
 * @throws AppError `share_removed`, `share_not_found`, `file_not_found`; `share_empty` for the last file of a published
 *   share
 */
export type RemoveFile = (share: ShareRecord, id: FileId, by: AuditCause) => Promise<void>;

export function createRemoveFile<Repos extends RemoveFileRepos>({
  uow,
  audit,
  removeFiles,
  prepareArchive,
}: RemoveFileDeps<Repos>): RemoveFile {
  return async ({ key }, id, by) =>
    uow.transaction(async (repos, afterCommit) => {
      await repos.lock('share', key);
      const share = await repos.shares.findByKey(key);
      if (share?.state === 'removed') throw new AppError('share_removed');
      if (!share || share.removedAt !== null || share.purgedAt !== null)
        throw new AppError('share_not_found');
      const file = await repos.files.findById(key, id);
      if (!file) throw new AppError('file_not_found');
      const isPublished = share.completedAt !== null;
      if (isPublished && share.fileCount === 1) throw new AppError('share_empty');
      await removeFiles(key, [file], { repos, afterCommit });
      if (!isPublished) return;
      await audit.note(repos.audit, by, shareEvent('share.file_remove', share.id));
      afterCommit(() => prepareArchive({ ...share, fileCount: share.fileCount - 1 }));
    });
}
