import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { encrypt } from '../../testing/import/palmr-instance.ts';
import { fileAt } from '../places.ts';
import { createRecipe } from './encryption.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fileshare-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(bytes: Buffer, size: number, key?: string): Promise<string | null> {
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  const recipe = createRecipe(key);
  const found = { place: fileAt(path), stored: bytes.length, size };
  if (!recipe.fits(bytes.length, size)) return 'does not fit';
  return (await recipe.canRead(found)) ? text(await recipe.read(found)) : null;
}

it.each([0, 1, 15, 16, 17, 100_000])('reads encrypted and plain files of %d bytes', async (size) => {
  const content = 'x'.repeat(size);
  expect(await read(Buffer.from(content), size)).toBe(content);
  expect(await read(encrypt(content, 'key'), size, 'key')).toBe(content);
  expect(await read(encrypt(content, 'palmr-default-encryption-key-2025'), size, 'key')).toBe(content);
});

it('reads an encrypted empty file that has no bytes but one block', async () => {
  expect(await read(Buffer.alloc(16), 0)).toBe('');
});

it('reads the form of old versions', async () => {
  // printf 'old text form' | base64 | openssl enc -aes-256-cbc -md md5 -pass pass:the-key -base64 -A
  const encoded = 'U2FsdGVkX1/o86sbLzzjZfwnShh+J/twvmiwtVB+xdZ5gEahLzKmswsNmmp5EwKe';
  expect(await read(Buffer.from(encoded), 13, 'the-key')).toBe('old text form');
  expect(await read(Buffer.from(encoded), 13, 'wrong')).toBeNull();
});

it('refuses what another key has encrypted, and other lengths', async () => {
  const encrypted = encrypt('some text that is longer', 'key');
  expect(await read(encrypted, 24, 'other')).toBeNull();
  expect(await read(encrypted, 23, 'key')).toBeNull();
  expect(await read(encrypted, 40, 'key')).toBe('does not fit');
});
