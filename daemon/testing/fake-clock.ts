import type { Clock } from '../crypto/clock.ts';

/** A clock that stops until a test moves it. */
export interface FakeClock extends Clock {
  /** Lets time pass. */
  advance(milliseconds: number): void;
  /** Sets the wall clock, without time passing. */
  jump(milliseconds: number): void;
}

export function createFakeClock(start = Date.UTC(2026, 0, 15, 12)): FakeClock {
  let now = start;
  let monotonic = 0;
  return {
    now: () => now,
    // Fractions, and never the same twice, like the real clock.
    monotonic: () => {
      monotonic += 0.001;
      return monotonic;
    },
    advance(milliseconds) {
      now += milliseconds;
      monotonic += milliseconds;
    },
    jump(milliseconds) {
      now += milliseconds;
    },
  };
}
