/** The wall clock, in milliseconds since 1970. Injected, so that tests decide the time. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
