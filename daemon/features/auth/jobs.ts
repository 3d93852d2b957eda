import type { Clock } from '../../crypto/clock.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { JobSpec } from '../../jobs/job.ts';
import type { AuthRepos } from './types.ts';

interface Deps {
  uow: UnitOfWork<Pick<AuthRepos, 'sessions' | 'loginTokens'>>;
  clock: Clock;
}

/** What has ended opens nothing; its rows go once an hour. */
export function createAuthJobs({ uow, clock }: Deps): JobSpec[] {
  return [
    {
      name: 'sessions.sweep',
      everyMs: 3_600_000,
      async run() {
        await uow.transaction(async ({ sessions, loginTokens }) => {
          await sessions.removeExpired(clock.now());
          await loginTokens.removeExpired(clock.now());
        });
      },
    },
  ];
}
