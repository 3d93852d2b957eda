import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { deriveKey } from './keys.ts';

/** Encrypts secrets that must be read again, so that a copy of the database alone reveals none. */
export interface Seal {
  /** `purpose` names the kind and owner: a sealed text opens only with the same purpose. */
  seal(text: string, purpose: string): string;
  /** @throws Error when it was sealed with another key or for another purpose, or was changed */
  open(sealed: string, purpose: string): string;
}

const cipher = 'aes-256-gcm';

/**
 * AES-256-GCM (NIST SP 800-38D): `s1.<key id>.<nonce>.<ciphertext and tag>` in base64url. Seals with `secretKey`; also
 * opens texts that one of the other keys sealed.
 */
export function createSeal(secretKey: string, others: readonly string[] = []): Seal {
  const sealing = deriveSealKey(secretKey);
  const keys = new Map([...others.map(deriveSealKey), sealing].map(({ id, key }) => [id, key]));

  return {
    seal(text, purpose) {
      const nonce = randomBytes(12);
      const encryption = createCipheriv(cipher, sealing.key, nonce).setAAD(Buffer.from(purpose));
      const bytes = Buffer.concat([
        encryption.update(text, 'utf8'),
        encryption.final(),
        encryption.getAuthTag(),
      ]);
      return ['s1', sealing.id, nonce.toString('base64url'), bytes.toString('base64url')].join('.');
    },
    open(sealed, purpose) {
      const [version, id = '', nonce = '', body = ''] = sealed.split('.');
      if (version !== 's1') throw new Error('not a sealed text');
      const key = keys.get(id);
      if (!key) throw new Error('sealed with another secret key');
      const bytes = Buffer.from(body, 'base64url');
      const opening = createDecipheriv(cipher, key, Buffer.from(nonce, 'base64url'), { authTagLength: 16 })
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(-16));
      return Buffer.concat([opening.update(bytes.subarray(0, -16)), opening.final()]).toString('utf8');
    },
  };
}

/** Opens a sealed text; null when its key is lost, or it is not what was sealed. */
export function openIfPossible(seal: Pick<Seal, 'open'>, sealed: string, purpose: string): string | null {
  try {
    return seal.open(sealed, purpose);
  } catch {
    return null;
  }
}

/** Returns an id that distinguishes keys and reveals nothing about them. */
export function secretKeyId(secretKey: string): string {
  return deriveSealKey(secretKey).id;
}

interface SealKey {
  /** Part of the sealed text; reveals nothing about the key. */
  id: string;
  key: Uint8Array;
}

function deriveSealKey(secretKey: string): SealKey {
  const key = deriveKey(secretKey, 'secrets at rest');
  return { id: createHash('sha256').update(key).digest('hex').slice(0, 8), key };
}
