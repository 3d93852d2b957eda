import type { Clock } from '../crypto/clock.ts';

/** A clock that stands still until a test moves it. */
export interface FakeClock extends Clock {
  /** Time passes. */
  advance(milliseconds: number): void;
  /** No time passes, and somebody sets the wall clock. */
  jump(milliseconds: number): void;
}

export function createFakeClock(start = Date.UTC(2026, 0, 15, 12)): FakeClock {
  let now = start;
  let monotonic = 0;
  return {
    now: () => now,
    // Fractions, and never the same twice, like the real one.
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
