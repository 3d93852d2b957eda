/**
 * Time-based one-time passwords (RFC 6238) as every authenticator supports them: HMAC-SHA-1, six digits, a new code
 * every 30 seconds.
 */

const stepSeconds = 30;

/** Bytes. Accounts that were imported from other programs can have shorter secrets than new ones. */
const shortestSecret = 10;

/** Loaded when somebody uses a second factor. */
const library = () => import('otplib');

/** Creates 160 random bits in Base32, as RFC 4226 recommends. */
export async function newTotpSecret(): Promise<string> {
  const { generateSecret } = await library();
  return generateSecret({ length: 20 });
}

interface TotpLabel {
  issuer: string;
  account: string;
  secret: string;
}

/** Returns the `otpauth://` URL that authenticators read from a QR code. */
export async function totpAddress({ issuer, account, secret }: TotpLabel): Promise<string> {
  const { generateURI } = await library();
  // A colon separates the issuer from the account.
  return generateURI({ issuer: issuer.replaceAll(':', ' '), label: account, secret });
}

/**
 * Returns the time step of a code, if that is the current one or a neighboring one; null when the code is wrong. Each
 * step may be accepted once: the caller remembers the last.
 */
export async function findTotpStep(secret: string, code: string, now: number): Promise<number | null> {
  // Authenticators show two groups of three digits.
  const token = code.replace(' ', '');
  // The library throws on a text that is not six digits.
  if (!/^[0-9]{6}$/.test(token)) return null;
  const epoch = Math.floor(now / 1000);
  const { createGuardrails, verify } = await library();
  const guardrails = createGuardrails({ MIN_SECRET_BYTES: shortestSecret });
  const result = await verify({ secret, token, epoch, epochTolerance: stepSeconds, guardrails });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}
