import type { Clock } from '../../crypto/clock.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import { inBatches } from '../../jobs/in-batches.ts';
import type { JobSpec } from '../../jobs/job.ts';
import type { FlowRepo } from './flow-repo.ts';
import { flowMemory } from './policy.ts';

interface Deps {
  uow: UnitOfWork<{ socialFlows: FlowRepo }>;
  clock: Clock;
}

/** Deletes flows whose browsers will not return any longer. */
export function createOauthJobs({ uow, clock }: Deps): JobSpec[] {
  return [
    {
      name: 'oauth.sweep',
      everyMs: 3_600_000,
      run: (signal) =>
        inBatches(
          (limit) =>
            uow.transaction(({ socialFlows }) => socialFlows.removeEnded(clock.now() - flowMemory, limit)),
          signal,
        ),
    },
  ];
}
