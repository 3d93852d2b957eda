import { createHash, randomBytes } from 'node:crypto';

/** What ties an answer of the browser to this run of the program. */
export interface Authorization {
  /** Comes back with the answer (RFC 6749, section 10.12). */
  state: string;
  /** Stays here until the code is exchanged, so that nobody who sees the code can use it (RFC 7636). */
  codeVerifier: string;
  /** Method S256 */
  codeChallenge: string;
}

export function createAuthorization(): Authorization {
  const codeVerifier = randomToken();
  return {
    state: randomToken(),
    codeVerifier,
    codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url'),
  };
}

/** 256 bits in 43 characters. */
function randomToken(): string {
  return randomBytes(32).toString('base64url');
}
