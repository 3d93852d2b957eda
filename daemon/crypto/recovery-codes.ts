import { createHmac, randomInt } from 'node:crypto';
import { deriveKey } from './keys.ts';

/** Recovery codes: each replaces a code of the authenticator once. */
export interface RecoveryCodes {
  /** Creates ten codes, `abcde-fghij`, and the hashes to store. */
  create(owner: string): { codes: string[]; hashes: string[] };
  /** Returns the hash of a code, the same however it is spelled; null when it is not a code. */
  hash(owner: string, code: string): string | null;
}

const count = 10;
const length = 10;

/** Crockford's Base32: no two characters look alike. Ten of them have 50 bits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Characters that people type, and what they mean. */
const lookAlikes: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1' };

/** The second form is that of codes that were imported from Palmr: eight hexadecimal digits. */
const pattern = new RegExp(`^(?:[${alphabet}]{${length}}|[0-9a-f]{8})$`);

export function createRecoveryCodes(secretKey: string): RecoveryCodes {
  // 50 bits can be tried out: without the key of the instance the hashes reveal nothing.
  const key = deriveKey(secretKey, 'recovery codes');
  const digest = (owner: string, normal: string) =>
    createHmac('sha256', key).update(`${owner} ${normal}`).digest('hex');

  return {
    create(owner) {
      const normals = Array.from({ length: count }, newCode);
      return {
        codes: normals.map((normal) => `${normal.slice(0, length / 2)}-${normal.slice(length / 2)}`),
        hashes: normals.map((normal) => digest(owner, normal)),
      };
    },
    hash(owner, code) {
      const normal = normalize(code);
      return pattern.test(normal) ? digest(owner, normal) : null;
    },
  };
}

function newCode(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

function normalize(code: string): string {
  const plain = code.toLowerCase().replaceAll(/[\s\p{Pd}]/gu, '');
  return plain.replaceAll(/[oil]/g, (letter) => lookAlikes[letter] ?? letter);
}
