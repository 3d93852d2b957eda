import { createSecretKey } from 'node:crypto';
import type { JWTVerifyOptions } from 'jose';
import { SessionId, UserId } from '#sdk/contract/formats/primitives.js';
import type { Clock } from '../../../crypto/clock.ts';
import { deriveKey } from '../../../crypto/keys.ts';
import { deriveToken, isEqualText, newToken, tokenPrefixes } from '../../../crypto/tokens.ts';
import { accessTokenLifetime } from '../policy.ts';

/** The claims of an access token. Role and state of the account are read from the database at each request instead. */
export interface AccessClaims {
  userId: UserId;
  sessionId: SessionId;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export interface AccessTokens {
  /** Issues a token that is valid until `latest` at most. */
  issue(userId: UserId, sessionId: SessionId, latest: number): Promise<{ token: string; expiresAt: number }>;
  /** Returns the claims of a token that is valid now, or null. */
  verify(token: string): Promise<AccessClaims | null>;
  /** Verifies a token without checking its expiry: a late sign-out still means this session. */
  verifyExpired(token: string): Promise<AccessClaims | null>;
}

const algorithm = 'HS256';
/** RFC 9068: the token is never mistaken for one of another kind. */
const type = 'at+jwt';
const party = 'fileshare';

/** Loaded when somebody signs in. */
let library: Promise<typeof import('jose')> | undefined;
const loadLibrary = () => (library ??= import('jose'));

/** Longer than any session, in seconds. */
const anyAge = 10 * 365 * 24 * 3600;

/** JSON Web Tokens (RFC 7519), signed with a key that only this instance has. */
export function createAccessTokens(secretKey: string, clock: Clock): AccessTokens {
  const key = createSecretKey(deriveKey(secretKey, 'access token'));
  const seconds = () => Math.floor(clock.now() / 1000);

  async function read(token: string, options: JWTVerifyOptions): Promise<AccessClaims | null> {
    const { errors, jwtVerify } = await loadLibrary();
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [algorithm],
        typ: type,
        issuer: party,
        audience: party,
        requiredClaims: ['sub', 'sid', 'iat', 'exp'],
        currentDate: new Date(clock.now()),
        ...options,
      });
      return {
        userId: UserId.parse(payload.sub),
        sessionId: SessionId.parse(payload['sid']),
        expiresAt: Number(payload.exp) * 1000,
      };
    } catch (error) {
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  }

  return {
    async issue(userId, sessionId, latest) {
      const { SignJWT } = await loadLibrary();
      const issuedAt = seconds();
      const expiry = Math.min(issuedAt + accessTokenLifetime / 1000, Math.floor(latest / 1000));
      const token = await new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: algorithm, typ: type })
        .setIssuer(party)
        .setAudience(party)
        .setSubject(userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiry)
        .sign(key);
      return { token, expiresAt: expiry * 1000 };
    },
    verify: (token) => read(token, { maxTokenAge: accessTokenLifetime / 1000 }),
    verifyExpired: (token) => read(token, { clockTolerance: anyAge }),
  };
}

/**
 * Refresh tokens: `fsr_<session>_<secret>_<seal>`. The secret of the first token is random, that of each successor is
 * derived from its predecessor, so that all requests with the same token get the same successor. The seal proves that
 * we issued the token: one that is sealed but no longer in use is stolen or replayed, whenever it is sent.
 */
export interface RefreshTokens {
  create(sessionId: SessionId): string;
  successorOf(token: string): string;
  /** Returns the session of a token that we issued, or null. */
  sessionOf(token: string): SessionId | null;
}

const pattern = /^(fsr_([0-9a-f]{32})_[\w-]{43})_[\w-]{43}$/;

export function createRefreshTokens(secretKey: string): RefreshTokens {
  const key = (purpose: string) => Buffer.from(deriveKey(secretKey, purpose)).toString('hex');
  const sealKey = key('refresh token seal');
  const successorKey = key('refresh token successor');

  const seal = (body: string) => deriveToken(body, sealKey, body);
  const prefixOf = (sessionId: SessionId) => `${tokenPrefixes.refresh}_${sessionId}`;

  function sessionOf(token: string): SessionId | null {
    const [, body, sessionId] = pattern.exec(token) ?? [];
    return body && isEqualText(seal(body), token) ? SessionId.parse(sessionId) : null;
  }

  return {
    create: (sessionId) => seal(newToken(prefixOf(sessionId))),
    successorOf(token) {
      const sessionId = sessionOf(token);
      if (!sessionId) throw new Error('not one of our refresh tokens');
      return seal(deriveToken(prefixOf(sessionId), successorKey, token));
    },
    sessionOf,
  };
}
