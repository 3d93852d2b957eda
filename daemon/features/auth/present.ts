import type { LoginChallenge as PresentedChallenge, Session } from '#sdk/contract/auth.js';
import { isoTime } from '#sdk/contract/formats/iso-time.js';
import type { SessionId } from '#sdk/contract/formats/primitives.js';
import type { ActiveSession } from '#sdk/contract/sessions.js';
import type { ConfigReader } from '../config/reader.ts';
import { presentUser } from '../users/present.ts';
import type { LoginChallenge, OpenSession, ProgramCode, SessionRecord } from './types.ts';

/** For browsers: the tokens are sent in cookies that no script can read. */
export function presentSession({ user, accessTokenExpiresAt }: OpenSession, config: ConfigReader): Session {
  return { user: presentUser(user, config), accessTokenExpiresAt: isoTime(accessTokenExpiresAt) };
}

/** For programs. */
export function presentSessionWithTokens(session: OpenSession, config: ConfigReader): Session {
  const { accessToken, refreshToken } = session;
  return { ...presentSession(session, config), accessToken, refreshToken };
}

export function presentChallenge({ loginToken, expiresAt }: LoginChallenge): PresentedChallenge {
  return { loginToken, expiresAt: isoTime(expiresAt) };
}

export function presentProgramCode({ code, expiresAt }: ProgramCode): { code: string; expiresAt: string } {
  return { code, expiresAt: isoTime(expiresAt) };
}

/** Presents a session to its owner, who asks from the session `current`. */
export function presentActiveSession(session: SessionRecord, current: SessionId | null): ActiveSession {
  const { id, userAgent, ip, createdAt, rotatedAt, expiresAt } = session;
  return {
    id,
    isCurrent: id === current,
    userAgent,
    ip,
    createdAt: isoTime(createdAt),
    lastUsedAt: isoTime(rotatedAt),
    expiresAt: isoTime(expiresAt),
  };
}
