import { hkdfSync } from 'node:crypto';

/**
 * A key of 256 bits for one purpose, derived from the instance's secret (HKDF, RFC 5869). Keys of different purposes
 * tell nothing about each other, so none can stand in for another.
 */
export function deriveKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `fileshare ${purpose}`, 32));
}
