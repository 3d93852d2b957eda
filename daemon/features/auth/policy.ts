import type { AccountSource } from '#sdk/contract/oauth.js';
import type { Actor } from '../../http/actor.ts';
import type { UserRecord } from '../users/types.ts';
import type { SpentToken } from './types.ts';

const hour = 3_600_000;

/** Milliseconds that an access token is valid. */
export const accessTokenLifetime = 15 * 60_000;

/** Milliseconds between the password and the code of the authenticator. */
export const loginTokenLifetime = 5 * 60_000;

/** Milliseconds in which a program must exchange its code. */
export const programCodeLifetime = 60_000;

/** After this many wrong codes the password is required again. */
export const mostWrongCodes = 5;

/**
 * Two tabs that refresh at the same time must both stay signed in: a replaced token is accepted for this many
 * milliseconds.
 */
export const graceTime = 30_000;

/** A session that is not used ends after 30 days, even if it could last longer. */
const longestIdle = 30 * 24 * hour;

/** No legitimate client replaces more tokens than this within the grace time. */
const mostSpent = 20;

interface SessionSpan {
  createdAt: number;
  now: number;
  /** `general.sessionDuration`: hours since signing in. */
  maxHours: number;
}

/**
 * Returns when a session that is used now expires, in milliseconds since 1970; a moment in the past when its time is
 * over.
 */
export function decideSessionEnd({ createdAt, now, maxHours }: SessionSpan): number {
  return Math.min(createdAt + maxHours * hour, now + longestIdle);
}

/** Returns the replaced tokens that are within their grace time. */
export function keepInGrace(spent: readonly SpentToken[], now: number): SpentToken[] {
  return spent.filter(({ at }) => now - at <= graceTime).slice(-mostSpent);
}

/** Returns the actor as the account whose owner it has just proved to be. */
export function actAs(actor: Actor, { id, username, isAdmin }: UserRecord): Actor {
  return { ...actor, user: { id, username, isAdmin }, sessionId: null, apiKey: null };
}

/**
 * Returns the directory or proxy that knows the password of an account, if this instance does not; null: a password
 * here can be set and changed.
 */
export function findPasswordManager(
  { passwordHash }: Pick<UserRecord, 'passwordHash'>,
  sources: readonly AccountSource[],
): ManagedSource | null {
  return passwordHash === null ? (sources.find(isManaged) ?? null) : null;
}

type ManagedSource = 'ldap' | 'proxy';

const isManaged = (source: AccountSource): source is ManagedSource => source === 'ldap' || source === 'proxy';

/**
 * Returns why no link for a new password is mailed; null: one is mailed. An invited user has the link of the
 * invitation; a user who signs in with a provider can get a first password this way.
 */
export function findResetObstacle(
  user: Pick<UserRecord, 'disabledAt' | 'passwordHash'> | null,
  sources: readonly AccountSource[],
): 'unknown' | 'disabled' | 'noPassword' | 'managed' | null {
  if (!user) return 'unknown';
  if (user.disabledAt !== null) return 'disabled';
  if (findPasswordManager(user, sources)) return 'managed';
  return user.passwordHash === null && sources.length === 0 ? 'noPassword' : null;
}
