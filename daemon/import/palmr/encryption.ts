import { createDecipheriv, createHash, type Decipher, scryptSync } from 'node:crypto';
import { Readable } from 'node:stream';
import { readAll, readPart, type SourcePlace } from '../places.ts';
import type { ByteRecipe, StoredBytes } from '../source-bytes.ts';

/** What versions that always encrypted have used without a key of their own. */
const defaultKey = 'palmr-default-encryption-key-2025';

const block = 16;

/** AES-256-CBC with PKCS #7 padding, after 16 bytes of initialization vector. */
const encryptedLength = (size: number) => block + block * (Math.floor(size / block) + 1);

/** The oldest form: the file in Base64, encrypted like `openssl enc`, and that in Base64 again. */
const textLength = (size: number) => base64Length(encryptedLength(base64Length(size)));

const base64Length = (size: number) => 4 * Math.ceil(size / 3);

/**
 * Reads files of Palmr, of which each can be encrypted or not. Which one shows its length: the encryption has no checksum
 * to tell.
 */
export function createRecipe(encryptionKey: string | undefined): ByteRecipe {
  const texts = encryptionKey === undefined ? [defaultKey] : [encryptionKey, defaultKey];
  const keys = new Map<string, Buffer>();

  function keyOf(text: string): Buffer {
    const key = keys.get(text) ?? scryptSync(text, 'salt', 32);
    keys.set(text, key);
    return key;
  }

  async function findKey({ place, stored, size }: StoredBytes): Promise<Buffer | null> {
    // The last block but one is the initialization vector of the last.
    const end = await readPart(place, stored - 2 * block, stored);
    return texts.map(keyOf).find((key) => isRightKey(key, end, size)) ?? null;
  }

  const readText = async ({ place, size }: StoredBytes) => {
    const encrypted = Buffer.from((await readAll(place)).toString('latin1'), 'base64');
    for (const text of texts) {
      const decoded = decodeText(encrypted, text);
      if (decoded?.length === size) return decoded;
    }
    return null;
  };

  return {
    fits: (stored, size) =>
      stored === size ||
      stored === encryptedLength(size) ||
      stored === textLength(size) ||
      (size === 0 && stored === block),

    async canRead(found) {
      const { stored, size } = found;
      if (stored === size || size === 0) return true;
      return (stored === encryptedLength(size) ? await findKey(found) : await readText(found)) !== null;
    },

    async read(found) {
      const { place, stored, size } = found;
      if (stored === size) return place.open();
      if (size === 0) return Readable.from([]);
      if (stored !== encryptedLength(size))
        return Readable.from([(await readText(found)) ?? Buffer.alloc(0)]);
      const key = await findKey(found);
      if (!key) throw new Error('no key decrypts the file');
      return decryptFile(place, key);
    },
  };
}

async function decryptFile(place: SourcePlace, key: Buffer): Promise<Readable> {
  const iv = await readPart(place, 0, block);
  const decipher: Decipher = createDecipheriv('aes-256-cbc', key, iv);
  const source = await place.open(block);
  source.once('error', (error) => decipher.destroy(error));
  return source.pipe(decipher);
}

/** The padding fills the last block, and each of its bytes is its length. */
function isRightKey(key: Buffer, end: Buffer, size: number): boolean {
  const decipher = createDecipheriv('aes-256-cbc', key, end.subarray(0, block)).setAutoPadding(false);
  const last = decipher.update(end.subarray(block));
  const padding = block - (size % block);
  return last.subarray(-padding).every((byte) => byte === padding);
}

/** OpenSSL's own format: `Salted__`, eight bytes of salt, and a key that is derived with MD5. */
function decodeText(encrypted: Buffer, text: string): Buffer | null {
  if (encrypted.toString('latin1', 0, 8) !== 'Salted__') return null;
  const salt = encrypted.subarray(8, 16);
  let derived = Buffer.alloc(0);
  for (let last = derived; derived.length < 48; derived = Buffer.concat([derived, last])) {
    last = createHash('md5')
      .update(Buffer.concat([last, Buffer.from(text), salt]))
      .digest();
  }
  try {
    const decipher = createDecipheriv('aes-256-cbc', derived.subarray(0, 32), derived.subarray(32, 48));
    const base64 = Buffer.concat([decipher.update(encrypted.subarray(16)), decipher.final()]);
    return Buffer.from(base64.toString('latin1'), 'base64');
  } catch {
    return null;
  }
}
