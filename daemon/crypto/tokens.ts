import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Creates a bearer secret of 256 random bits, in base64url behind a prefix that names its kind. */
export function newToken(prefix: string): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`;
}

/** Returns the stored form of a token. It has 256 random bits, so a plain hash cannot be reversed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Derives a value that only the holder of the secret can make, the same each time. */
export function deriveToken(prefix: string, secret: string, input: string): string {
  return `${prefix}_${createHmac('sha256', secret).update(input).digest('base64url')}`;
}

/** Compares in constant time, which does not reveal how much is equal. */
export function isEqualText(a: string, b: string): boolean {
  const left = createHash('sha256').update(a).digest();
  const right = createHash('sha256').update(b).digest();
  return timingSafeEqual(left, right);
}

/** The prefixes of our tokens; access tokens are JSON Web Tokens and have none. */
export const tokenPrefixes = {
  upload: 'fsu',
  share: 'fsv',
  refresh: 'fsr',
  setup: 'fss',
  login: 'fsl',
  link: 'fsm',
  program: 'fsp',
  apiKey: 'fsk',
  workload: 'fsw',
  host: 'fsh',
  reverseShare: 'fsq',
  socialFlow: 'fso',
  browser: 'fsb',
} as const;
