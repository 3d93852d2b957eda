import { SessionId } from '#sdk/contract/formats/primitives.js';
import { deriveKey } from '../../crypto/keys.ts';
import { deriveToken, isEqualText, newToken, tokenPrefixes } from '../../crypto/tokens.ts';

/**
 * Refresh tokens: `fsr_<session>_<secret>_<seal>`. The secret of the first is random, that of each successor derived
 * from the token before, so that all who present the same token get the same successor. The seal proves that we made
 * the token: one that is sealed but not in use any more is stolen or replayed, whenever it comes.
 */
export interface RefreshTokens {
  create(sessionId: SessionId): string;
  successorOf(token: string): string;
  /** The session of a token that we made, or null. */
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
