import type { Clock } from '../../crypto/clock.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import { inBatches } from '../../jobs/in-batches.ts';
import type { JobSpec } from '../../jobs/job.ts';
import type { ClockWatch } from '../system/clock-watch.ts';
import type { AuthRepos } from './types.ts';

interface Deps {
  uow: UnitOfWork<Pick<AuthRepos, 'sessions' | 'loginTokens' | 'programCodes'>>;
  clock: Clock;
  clockWatch: Pick<ClockWatch, 'deletionTime'>;
}

const hour = 3_600_000;

/** Expired sessions and tokens are not valid; their rows are deleted once an hour. */
export function createAuthJobs({ uow, clock, clockWatch }: Deps): JobSpec[] {
  return [
    {
      name: 'sessions.sweep',
      everyMs: hour,
      // Users stay signed in when a wrong clock is corrected.
      async run(signal) {
        const before = await clockWatch.deletionTime();
        await inBatches(
          (limit) => uow.transaction(({ sessions }) => sessions.removeExpired(before, limit)),
          signal,
        );
      },
    },
    {
      name: 'login-tokens.sweep',
      everyMs: hour,
      run: (signal) =>
        inBatches(
          (limit) => uow.transaction(({ loginTokens }) => loginTokens.removeExpired(clock.now(), limit)),
          signal,
        ),
    },
    {
      name: 'program-codes.sweep',
      everyMs: hour,
      run: (signal) =>
        inBatches(
          (limit) => uow.transaction(({ programCodes }) => programCodes.removeExpired(clock.now(), limit)),
          signal,
        ),
    },
  ];
}
