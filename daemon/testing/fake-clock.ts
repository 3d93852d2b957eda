import type { Clock } from '../crypto/clock.ts';

/** A clock that stands still until a test moves it. */
export interface FakeClock extends Clock {
  advance(milliseconds: number): void;
}

export function createFakeClock(start = Date.UTC(2026, 0, 15, 12)): FakeClock {
  let now = start;
  return {
    now: () => now,
    advance(milliseconds) {
      now += milliseconds;
    },
  };
}
