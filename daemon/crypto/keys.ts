import { hkdfSync } from 'node:crypto';

/**
 * Derives a key of 256 bits for one purpose from the secret key of the instance (HKDF, RFC 5869). Keys of different
 * purposes reveal nothing about each other, so none can replace another.
 */
export function deriveKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `fileshare ${purpose}`, 32));
}
