import type { Actor } from '../../http/actor.ts';
import type { UserRecord } from '../users/types.ts';
import type { SpentToken } from './types.ts';

const hour = 3_600_000;

/** Milliseconds an access token holds. */
export const accessTokenLifetime = 15 * 60_000;

/** Milliseconds between the password and the code of the authenticator. */
export const loginTokenLifetime = 5 * 60_000;

/** Milliseconds in which a program exchanges its code. */
export const programCodeLifetime = 60_000;

/** Afterwards the password is asked again. */
export const mostWrongCodes = 5;

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
export function keepInGrace(spent: readonly SpentToken[], now: number): SpentToken[] {
  return spent.filter(({ at }) => now - at <= graceTime).slice(-mostSpent);
}

/** The caller, who has just proved to be the owner of an account. */
export function actAs(actor: Actor, { id, username, isAdmin }: UserRecord): Actor {
  return { ...actor, user: { id, username, isAdmin }, sessionId: null, apiKey: null };
}

/**
 * Why no link for a new password is mailed; null: one is. Who is only invited has a link of the invitation; who signs in by
 * a provider can get a first password this way.
 */
export function findResetObstacle(
  user: Pick<UserRecord, 'disabledAt' | 'passwordHash'> | null,
  isLinked: boolean,
): 'unknown' | 'disabled' | 'noPassword' | null {
  if (!user) return 'unknown';
  if (user.disabledAt !== null) return 'disabled';
  return user.passwordHash === null && !isLinked ? 'noPassword' : null;
}
