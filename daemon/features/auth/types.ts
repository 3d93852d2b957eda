import type { SessionId, UserId } from '#sdk/contract/primitives.js';
import type { UserRecord } from '../users/types.ts';

/** A refresh token that was replaced a moment ago. */
export interface SpentToken {
  hash: string;
  /** When it was replaced. */
  at: number;
}

/** Moments are milliseconds since 1970. */
export interface SessionRecord {
  id: SessionId;
  userId: UserId;
  /** Of the refresh token in use. */
  refreshHash: string;
  /** Oldest first. */
  spentTokens: readonly SpentToken[];
  rotatedAt: number;
  createdAt: number;
  expiresAt: number;
  userAgent: string | null;
}

/** Where a request comes from. */
export interface Origin {
  ip: string;
  userAgent: string | null;
}

/** A session with the tokens that open it; they are stored nowhere. */
export interface OpenSession {
  user: UserRecord;
  accessToken: string;
  accessTokenExpiresAt: number;
  refreshToken: string;
  expiresAt: number;
}
