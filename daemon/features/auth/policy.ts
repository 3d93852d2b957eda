import type { SpentToken } from './types.ts';

const hour = 3_600_000;

/** Milliseconds an access token holds. */
export const accessTokenLifetime = 15 * 60_000;

/** Two tabs that refresh at the same moment must both stay signed in: this long a replaced token is forgiven. */
export const graceTime = 30_000;

/** A session nobody uses ends after 30 days, even if it could last longer. */
const longestIdle = 30 * 24 * hour;

/** More tokens than this are not replaced within the grace time by anybody well-meaning. */
const mostSpent = 20;

interface SessionSpan {
  createdAt: number;
  now: number;
  /** `general.sessionDuration`: hours from signing in. */
  maxHours: number;
}

/** When a session that is used now ends, in milliseconds since 1970; a moment in the past when its time is over. */
export function decideSessionEnd({ createdAt, now, maxHours }: SessionSpan): number {
  return Math.min(createdAt + maxHours * hour, now + longestIdle);
}

/** The replaced tokens whose grace time lasts. */
export function keepForgiven(spent: readonly SpentToken[], now: number): SpentToken[] {
  return spent.filter(({ at }) => now - at <= graceTime).slice(-mostSpent);
}
