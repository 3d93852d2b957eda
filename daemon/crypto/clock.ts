/** Injected, so that tests decide the time. */
export interface Clock {
  /** The wall clock, in milliseconds since 1970. Somebody may set it. */
  now(): number;
  /** Milliseconds that have passed since some moment, whatever happens to the wall clock. */
  monotonic(): number;
}

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };
