import { faultPoint } from '#faults';
import { AppError } from '#sdk/contract/errors.js';
import type { ShareId } from '#sdk/contract/primitives.js';
import type { Clock } from '../../crypto/clock.ts';
import type { AfterCommit, UnitOfWork } from '../../db/unit-of-work.ts';
import type { JobWaker } from '../../jobs/runner.ts';
import type { OutboxRepo } from '../../mail/outbox-repo.ts';
import type { AuditRepo } from '../audit/repo.ts';
import type { AuditTrail } from '../audit/trail.ts';
import type { AuditCause, AuditEvent } from '../audit/types.ts';
import type { ReverseShareUses } from './reception.ts';
import type { ShareRepo } from './repo.ts';
import type { ShareRecord } from './types.ts';

interface Repos {
  audit: AuditRepo;
  shares: ShareRepo;
  outbox: OutboxRepo;
  reverseShares: ReverseShareUses;
}

interface Deps<R extends Repos> {
  uow: UnitOfWork<R>;
  clock: Clock;
  jobs: JobWaker;
  audit: Pick<AuditTrail, 'note'>;
  /** Finishes uploads that have all their bytes; answers how many lack some. */
  settleUploads(share: ShareRecord): Promise<number>;
  /** Told about a share that was published. */
  prepareArchive(share: ShareRecord): Promise<void>;
  /** Tells by mail of a share, within the transaction that publishes it. */
  announce(tx: { repos: R; afterCommit: AfterCommit }, share: ShareRecord): Promise<void>;
}

export type ShareService = ReturnType<typeof createShareService>;

export function createShareService<R extends Repos>(deps: Deps<R>) {
  const { uow, clock } = deps;

  return {
    /** Publishes a draft. Repeating it after success answers the same. */
    async complete(share: ShareRecord, by: AuditCause): Promise<ShareRecord> {
      if (share.state === 'active') return share;
      const missing = await deps.settleUploads(share);
      if (missing > 0) throw new AppError('share_incomplete', { count: missing });
      faultPoint('share:completing');
      const completed = await uow.transaction(async (repos, afterCommit) => {
        const { shares } = repos;
        const current = await shares.findByKey(share.key);
        if (!current || current.state === 'removed') throw new AppError('share_removed');
        if (current.state === 'active') return current;
        if (current.reservedCount > 0)
          throw new AppError('share_incomplete', { count: current.reservedCount });
        if (current.fileCount === 0) throw new AppError('share_empty');
        const now = clock.now();
        const change = {
          state: 'active',
          completedAt: now,
          activeAt: now,
          declaredSize: 0,
          expiresAt: expiryFromNow(current, now),
        } as const;
        await shares.transition(current.key, ['draft', 'completing'], change);
        await deps.audit.note(
          repos.audit,
          await causeOf(by, share, repos.audit),
          eventOf('share.complete', current.id),
        );
        const active = { ...current, ...change };
        await deps.announce({ repos, afterCommit }, active);
        afterCommit(() => deps.prepareArchive(active));
        return active;
      });
      faultPoint('share:completed');
      return completed;
    },

    /** The link says "removed" at once; the files go in the background. */
    async remove(share: ShareRecord, by: AuditCause): Promise<void> {
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
        const wasDraft = await shares.transition(share.key, ['draft', 'completing'], change);
        if (!wasDraft && !(await shares.transition(share.key, ['active', 'expired'], change))) return;
        if (wasDraft && share.reverseShareId) await reverseShares.giveUseBack(share.reverseShareId);
        await repos.outbox.cancelAbout(share.key);
        const cause = await causeOf(by, share, repos.audit);
        await deps.audit.note(repos.audit, cause, eventOf('share.remove', share.id));
        afterCommit(() => deps.jobs.wake('shares.purge'));
      });
    },
  };
}

/** By its link: the name is the owner's own, and goes with the share. */
function eventOf(action: 'share.complete' | 'share.remove', id: ShareId): AuditEvent {
  return { action, subject: { id, name: null } };
}

/** "7 days" means from the moment the link works, however long the upload took. */
function expiryFromNow(share: ShareRecord, now: number): number | null {
  if (share.expiresAt === null) return null;
  return (
    share.expiresAt +
    (/^\d+-/.test(share.expiration) && !share.expiration.includes('T') ? now - share.createdAt : 0)
  );
}

/** The upload token acts for the account that began the share, which is not that of who receives it. */
async function causeOf(by: AuditCause, share: ShareRecord, audit: AuditRepo): Promise<AuditCause> {
  const { ownerId, reverseShareId, completedAt } = share;
  const isOnTheWay = reverseShareId !== null && completedAt === null;
  if (by.user || ownerId === null || isOnTheWay) return by;
  return { ...by, user: { id: ownerId, username: await audit.usernameOf(ownerId) } };
}
