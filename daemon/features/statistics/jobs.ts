import { type Clock, dayOf } from '../../crypto/clock.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { JobSpec } from '../../jobs/job.ts';
import type { StatisticsRepo } from './repo.ts';

interface Deps {
  uow: UnitOfWork<{ statistics: StatisticsRepo }>;
  clock: Pick<Clock, 'now'>;
}

const hour = 3_600_000;

export function createStatisticsJobs({ uow, clock }: Deps): JobSpec[] {
  return [
    {
      name: 'statistics.measure',
      everyMs: hour,
      /** Measures once an hour: the last value of a day is that of its end, within an hour. */
      async run() {
        const value = await uow.read.statistics.storedBytes();
        const figure = { day: dayOf(clock.now()), name: 'storedBytes', value } as const;
        await uow.transaction(({ statistics }) => statistics.save(figure));
      },
    },
  ];
}
