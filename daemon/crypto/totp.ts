import { generateSecret, generateURI, verify } from 'otplib/functional';

/**
 * Time-based one-time passwords (RFC 6238) as every authenticator knows them: HMAC-SHA-1, six digits, a new code each 30
 * seconds.
 */

const stepSeconds = 30;

/** 160 random bits in Base32, as RFC 4226 recommends. */
export function newTotpSecret(): string {
  return generateSecret({ length: 20 });
}

interface TotpLabel {
  issuer: string;
  account: string;
  secret: string;
}

/** The `otpauth://` address that authenticators read from a QR code. */
export function totpAddress({ issuer, account, secret }: TotpLabel): string {
  // A colon separates the issuer from the account.
  return generateURI({ issuer: issuer.replaceAll(':', ' '), label: account, secret });
}

/**
 * The time step a code belongs to, if that is the current one or one of its neighbours; null when the code is wrong. Each
 * step may be accepted once: the caller remembers the last.
 */
export async function findTotpStep(secret: string, code: string, now: number): Promise<number | null> {
  // Authenticators show two groups of three.
  const token = code.replace(' ', '');
  // The library throws on what is not six digits.
  if (!/^[0-9]{6}$/.test(token)) return null;
  const epoch = Math.floor(now / 1000);
  const result = await verify({ secret, token, epoch, epochTolerance: stepSeconds });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}
