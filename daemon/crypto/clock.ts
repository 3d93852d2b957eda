/** Injected, so that tests decide the time. */
export interface Clock {
  /** The wall clock, in milliseconds since 1970. Somebody may set it. */
  now(): number;
  /** Milliseconds that have passed since some moment, whatever happens to the wall clock. */
  monotonic(): number;
}

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };

/** The day of a moment in UTC: `2026-11-21` */
export function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}
