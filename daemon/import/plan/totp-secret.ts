const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Bits after the last whole byte, by the number of digits after whole groups of eight (RFC 4648, section 6). */
const spareBits: Readonly<Record<number, number>> = { 0: 0, 2: 2, 4: 4, 5: 1, 7: 3 };

/**
 * Returns the secret of an authenticator in the form that codes can be checked with; null: there is none. Authenticators
 * ignore the spare bits of Base32, and checking codes fails when they are set.
 */
export function readTotpSecret(text: string): string | null {
  const secret = text.replace(/=+$/, '').toUpperCase();
  const spare = spareBits[secret.length % 8];
  // At least ten bytes.
  if (spare === undefined || !/^[A-Z2-7]{16,}$/.test(secret)) return null;
  const last = alphabet.indexOf(secret.slice(-1));
  return secret.slice(0, -1) + alphabet.charAt((last >> spare) << spare);
}
