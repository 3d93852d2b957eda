import type { Clock } from '../../crypto/clock.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Logger } from '../../logger.ts';
import type { InstanceRepo } from './repo.ts';

/** What the clock says, and what it would say without a jump that nobody has believed yet. */
export interface Moment {
  now: number;
  trusted: number;
}

/** Where the wall clock was expected, and where it is. */
export interface ClockJump {
  expected: number;
  now: number;
}

interface Deps {
  uow: UnitOfWork<{ instance: InstanceRepo }>;
  clock: Clock;
  logger: Logger;
  /** Told of a jump before anything is judged by the new time. */
  onJump(jump: ClockJump): Promise<void>;
}

/** Compares the wall clock with the time that has passed: who deletes by age must not do it because of a wrong clock. */
export interface ClockWatch {
  observe(): Promise<Moment>;
  /** From here on, what the clock says is true. */
  believe(): Promise<void>;
}

/** Clocks are corrected by seconds all the time. A short stop of the server is no jump either. */
const tolerance = 5 * 60_000;

/** Milliseconds between two notes of where the clock is. */
const noteEvery = 30_000;

export function createClockWatch({ uow, clock, logger, onJump }: Deps): ClockWatch {
  let last: { wall: number; monotonic: number } | undefined;
  let notedAt = -Infinity;
  let turn: Promise<unknown> = Promise.resolve();

  /** After a start only the time that was noted is known: a long stop looks like a jump, and may be one. */
  async function expectedNow(now: number, monotonic: number): Promise<number> {
    if (last) return last.wall + Math.round(monotonic - last.monotonic);
    return (await uow.read.instance.read('clock_seen')) ?? now;
  }

  async function note({ now, expected }: ClockJump): Promise<void> {
    const drift = now - expected;
    const hasJumped = Math.abs(drift) > tolerance;
    if (!hasJumped && clock.monotonic() - notedAt < noteEvery) return;
    if (hasJumped) {
      logger.warn({ seconds: Math.round(drift / 1000) }, 'the clock has jumped, or the server was off');
      await onJump({ now, expected });
    }
    await uow.transaction(async ({ instance }) => {
      await instance.save('clock_seen', now);
      if (!hasJumped) return;
      const ahead = ((await instance.read('clock_ahead')) ?? 0) + drift;
      if (Math.abs(ahead) > tolerance) await instance.save('clock_ahead', ahead);
      else await instance.remove('clock_ahead');
    });
    notedAt = clock.monotonic();
  }

  async function look(): Promise<Moment> {
    const now = clock.now();
    const monotonic = clock.monotonic();
    await note({ now, expected: await expectedNow(now, monotonic) });
    last = { wall: now, monotonic };
    return { now, trusted: now - ((await uow.read.instance.read('clock_ahead')) ?? 0) };
  }

  return {
    /** One at a time: a jump counts once. */
    observe() {
      const next = turn.then(look);
      turn = next.catch(() => undefined);
      return next;
    },
    async believe() {
      await uow.transaction(async ({ instance }) => void (await instance.remove('clock_ahead')));
    },
  };
}
