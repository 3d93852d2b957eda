import type { UnitOfWork } from '../../db/unit-of-work.ts';
import { inBatches } from '../../in-batches.ts';
import type { JobSpec } from '../../jobs/job.ts';
import type { AuditRepo } from './repo.ts';

interface Deps {
  uow: UnitOfWork<{ audit: AuditRepo }>;
  /** How many days entries are kept; 0: for ever. */
  retentionDays(): number;
  /** What the clock says, and what it would say without a jump that nobody has believed yet. */
  observeClock(): Promise<{ now: number; trusted: number }>;
}

const hour = 3_600_000;

export function createAuditJobs({ uow, retentionDays, observeClock }: Deps): JobSpec[] {
  return [
    {
      name: 'audit.prune',
      everyMs: hour,
      async run(signal) {
        const days = retentionDays();
        if (days === 0) return;
        const { now, trusted } = await observeClock();
        // A clock that was set far ahead must not delete what is young.
        const before = Math.min(now, trusted) - days * 24 * hour;
        await inBatches((limit) => uow.transaction(({ audit }) => audit.removeBefore(before, limit)), signal);
      },
    },
  ];
}
