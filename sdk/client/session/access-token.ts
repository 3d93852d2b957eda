/** The claims of an access token. Only the server can verify them. */
export interface AccessTokenClaims {
  /** ID of the signed-in user (`sub`). */
  userId: string;
  /** ID of the session (`sid`). */
  sessionId: string;
  /** When the server stops accepting the token (`exp`). */
  expiresAt: Date;
}

/**
 * Reads an access token, a JSON Web Token (RFC 7519), without checking its signature.
 *
 * @throws TypeError when the text does not have exactly three parts or contains no claims
 * @example
 * console.log(readAccessToken(token).expiresAt);
 */
export function readAccessToken(token: string): AccessTokenClaims {
  const parts = token.split('.');
  const payload = parts[1];
  if (parts.length !== 3 || !payload || parts.includes('')) throw new TypeError('not an access token');
  const claims = parsePayload(payload);
  const { sub, sid, exp } = claims;
  if (typeof sub !== 'string' || typeof sid !== 'string' || typeof exp !== 'number') {
    throw new TypeError('not an access token');
  }
  return { userId: sub, sessionId: sid, expiresAt: new Date(exp * 1000) };
}

function parsePayload(payload: string): { sub?: unknown; sid?: unknown; exp?: unknown } {
  try {
    const bytes = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const claims: unknown = JSON.parse(
      new TextDecoder().decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0))),
    );
    return typeof claims === 'object' && claims !== null ? claims : {};
  } catch (cause) {
    throw new TypeError('not an access token', { cause });
  }
}
