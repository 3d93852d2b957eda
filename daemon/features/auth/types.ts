import type { SessionId, UserId } from '#sdk/contract/primitives.js';
import type { Actor } from '../../http/actor.ts';
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
  /** Address at the last refresh. */
  ip: string | null;
}

/** Where a request comes from: an `Actor` will do. */
export type Origin = Pick<Actor, 'ip' | 'userAgent' | 'requestId'>;

/** A session with the tokens that open it; they are stored nowhere. */
export interface OpenSession {
  user: UserRecord;
  accessToken: string;
  accessTokenExpiresAt: number;
  refreshToken: string;
  expiresAt: number;
}
