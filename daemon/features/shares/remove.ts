import type { Clock } from '../../crypto/clock.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { JobWaker } from '../../jobs/runner.ts';
import type { OutboxRepo } from '../../mail/outbox-repo.ts';
import type { AuditRepo } from '../audit/repo.ts';
import type { AuditTrail } from '../audit/trail.ts';
import type { AuditCause } from '../audit/types.ts';
import { causeOf, shareEvent } from './audit-events.ts';
import type { ReverseShareUses } from './reception.ts';
import type { ShareRepo } from './repo.ts';
import type { ShareRecord } from './types.ts';

interface Repos {
  audit: AuditRepo;
  shares: ShareRepo;
  outbox: OutboxRepo;
  reverseShares: ReverseShareUses;
}

interface Deps {
  uow: UnitOfWork<Repos>;
  clock: Clock;
  jobs: JobWaker;
  audit: Pick<AuditTrail, 'note'>;
}

/** The link says "removed" at once; the files go in the background. */
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
      const wasDraft = await shares.transition(share.key, ['draft', 'completing'], change);
      if (!wasDraft && !(await shares.transition(share.key, ['active', 'expired'], change))) return;
      if (wasDraft && share.reverseShareId) await reverseShares.giveUseBack(share.reverseShareId);
      await repos.outbox.cancelAbout(share.key);
      const cause = await causeOf(by, share, repos.audit);
      await audit.note(repos.audit, cause, shareEvent('share.remove', share.id));
      afterCommit(() => jobs.wake('shares.purge'));
    });
  };
}
