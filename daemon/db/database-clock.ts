import type { Knex } from 'knex';
import type { Clock } from '../crypto/clock.ts';

export interface DatabaseClock extends Clock {
  stop(): void;
}

/** Milliseconds between two questions. A clock that is corrected slowly is off by a few milliseconds after that. */
const askEvery = 5000;

/** An answer that took longer is too inexact. */
const slowestAnswer = 1000;

/**
 * The clock of a PostgreSQL server. The servers of an instance share it: their own clocks differ, and moments that one
 * of them has stored are compared by the others. While PostgreSQL does not answer, time goes on from its last answer.
 *
 * @throws when it does not answer at first
 */
export async function createDatabaseClock(q: Knex): Promise<DatabaseClock> {
  const monotonic = () => performance.now();
  const isExact = (answer: Answer) => answer.took <= slowestAnswer;
  // The first question includes the time to connect.
  await ask(q, monotonic);
  let { offset } = await ask(q, monotonic);
  const timer = setInterval(() => {
    ask(q, monotonic).then(
      (answer) => {
        if (isExact(answer)) ({ offset } = answer);
      },
      () => undefined,
    );
  }, askEvery).unref();
  return {
    now: () => Math.round(offset + monotonic()),
    monotonic,
    stop: () => clearInterval(timer),
  };
}

interface Answer {
  /** What has to be added to the monotonic time. */
  offset: number;
  took: number;
}

async function ask(q: Knex, monotonic: () => number): Promise<Answer> {
  const before = monotonic();
  const { rows }: { rows: { now: string }[] } = await q.raw(
    'select extract(epoch from clock_timestamp()) * 1000.0 as now',
  );
  const took = monotonic() - before;
  return { offset: Number(rows[0]?.now) - before - took / 2, took };
}
