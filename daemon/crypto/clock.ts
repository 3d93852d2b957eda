/** A clock, injected so that tests control the time. */
export interface Clock {
  /** The wall clock, in milliseconds since 1970. It may be set to another time. */
  now(): number;
  /** Milliseconds since some moment, independent of the wall clock. */
  monotonic(): number;
}

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };

/** Returns the day of a moment in UTC: `2026-11-21` */
export function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}
