import type { Clock } from '../../crypto/clock.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { JobSpec } from '../../jobs/job.ts';
import type { SessionRepo } from './repo.ts';

interface Deps {
  uow: UnitOfWork<{ sessions: SessionRepo }>;
  clock: Clock;
}

/** Ended sessions open nothing; their rows go once an hour. */
export function createAuthJobs({ uow, clock }: Deps): JobSpec[] {
  return [
    {
      name: 'sessions.sweep',
      everyMs: 3_600_000,
      async run() {
        await uow.transaction(({ sessions }) => sessions.removeExpired(clock.now()));
      },
    },
  ];
}
