import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MissingSourceError } from '../transfer/byte-source.ts';
import type { PictureSource } from './drawer.ts';
import { withPicture } from './source.ts';

const content = Buffer.from('0123456789'.repeat(300_000));
const own = { id: 'a', size: content.length, pack: null };
const packed = { id: 'b', size: 5, pack: { id: 'a', offset: 3 } };

const open = async (id: string) => {
  if (id !== 'a') throw new MissingSourceError(id);
  return {
    size: content.length,
    read: async (buffer: Uint8Array, position: number) => content.copy(buffer, 0, position),
    close: async () => undefined,
  };
};

function pathOf(source: PictureSource): string {
  if (source instanceof Uint8Array) throw new Error('it is not in memory');
  return source.path;
}

describe('a picture in a store with paths', () => {
  const read = withPicture({ open, localPath: (id) => `/blobs/${id}` });

  it.each([
    ['of its own', own, { path: '/blobs/a', offset: 0, length: content.length, isWhole: true }],
    ['in a pack', packed, { path: '/blobs/a', offset: 3, length: 5, isWhole: false }],
  ])('is read where it is: %s', async (_name, file, expected) => {
    expect(await read(file, async (source) => source)).toEqual(expected);
  });
});

describe('a picture in a store without paths', () => {
  const read = withPicture({ open });

  it.each([
    ['of its own', own, content],
    ['in a pack', packed, Buffer.from('34567')],
  ])('is read from a private copy, which is removed: %s', async (_name, file, expected) => {
    const path = await read(file, async (source) => {
      expect(source).toMatchObject({ offset: 0, length: expected.length, isWhole: true });
      expect((await readFile(pathOf(source))).equals(expected)).toBe(true);
      expect((await stat(pathOf(source))).mode & 0o077).toBe(0);
      return pathOf(source);
    });
    expect(existsSync(dirname(path))).toBe(false);
  });

  it('leaves no copy when it cannot be drawn', async () => {
    let path = '';
    const failing = read(own, async (source) => {
      path = pathOf(source);
      throw new Error('no picture');
    });
    await expect(failing).rejects.toThrow('no picture');
    expect(existsSync(dirname(path))).toBe(false);
  });

  it('is missing when its blob is', async () => {
    const missing = { ...own, id: 'none' };
    await expect(read(missing, async () => undefined)).rejects.toBeInstanceOf(MissingSourceError);
  });
});
