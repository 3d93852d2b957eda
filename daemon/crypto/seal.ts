import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { deriveKey } from './keys.ts';

/** Keeps secrets that must be read again, so that a copy of the database alone reveals none. */
export interface Seal {
  /** `purpose` says what it is and whose: a sealed text opens with the same purpose only. */
  seal(text: string, purpose: string): string;
  /** @throws Error when it was sealed with another key or for another purpose, or was changed */
  open(sealed: string, purpose: string): string;
}

const cipher = 'aes-256-gcm';

/** AES-256-GCM (NIST SP 800-38D): `s1.<key id>.<nonce>.<ciphertext and tag>` in base64url. */
export function createSeal(secretKey: string): Seal {
  const key = deriveKey(secretKey, 'secrets at rest');
  const keyId = createHash('sha256').update(key).digest('hex').slice(0, 8);

  return {
    seal(text, purpose) {
      const nonce = randomBytes(12);
      const sealing = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(purpose));
      const bytes = Buffer.concat([sealing.update(text, 'utf8'), sealing.final(), sealing.getAuthTag()]);
      return ['s1', keyId, nonce.toString('base64url'), bytes.toString('base64url')].join('.');
    },
    open(sealed, purpose) {
      const [version, id, nonce = '', body = ''] = sealed.split('.');
      if (version !== 's1') throw new Error('not a sealed text');
      if (id !== keyId) throw new Error('sealed with another secret key');
      const bytes = Buffer.from(body, 'base64url');
      const opening = createDecipheriv(cipher, key, Buffer.from(nonce, 'base64url'), { authTagLength: 16 })
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(-16));
      return Buffer.concat([opening.update(bytes.subarray(0, -16)), opening.final()]).toString('utf8');
    },
  };
}
