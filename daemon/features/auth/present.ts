import type { Session } from '#sdk/contract/auth.js';
import { presentUser } from '../users/present.ts';
import type { OpenSession } from './types.ts';

/** For browsers: the tokens travel in cookies that no script can read. */
export function presentSession({ user, accessTokenExpiresAt }: OpenSession): Session {
  return { user: presentUser(user), accessTokenExpiresAt: new Date(accessTokenExpiresAt).toISOString() };
}

/** For programs. */
export function presentSessionWithTokens(session: OpenSession): Session {
  const { accessToken, refreshToken } = session;
  return { ...presentSession(session), accessToken, refreshToken };
}
