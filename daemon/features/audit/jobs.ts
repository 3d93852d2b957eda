import type { UnitOfWork } from '../../db/unit-of-work.ts';
import { inBatches } from '../../jobs/in-batches.ts';
import type { JobSpec } from '../../jobs/job.ts';
import type { AuditRepo } from './repo.ts';

interface Deps {
  uow: UnitOfWork<{ audit: AuditRepo }>;
  /** Number of days that entries are kept; 0: forever. */
  retentionDays(): number;
  /** The current moment for judging the age of entries. */
  deletionTime(): Promise<number>;
}

const hour = 3_600_000;

export function createAuditJobs({ uow, retentionDays, deletionTime }: Deps): JobSpec[] {
  return [
    {
      name: 'audit.prune',
      everyMs: hour,
      async run(signal) {
        const days = retentionDays();
        if (days === 0) return;
        const before = (await deletionTime()) - days * 24 * hour;
        await inBatches((limit) => uow.transaction(({ audit }) => audit.removeBefore(before, limit)), signal);
      },
    },
  ];
}
