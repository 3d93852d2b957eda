import { describe, expect, it } from 'vitest';
import type { ByteSource } from './byte-source.ts';
import { createSmallContents } from './small-contents.ts';

function setUp() {
  const contents = createSmallContents();
  let opened = 0;
  let closed = 0;
  const sourceOf = (bytes: Buffer) => async (): Promise<ByteSource> => {
    opened += 1;
    return {
      size: bytes.length,
      read: async (buffer, position) => bytes.copy(buffer, 0, position),
      close: async () => void (closed += 1),
    };
  };
  async function read(key: string, bytes: Buffer, position = 0): Promise<string> {
    const source = await contents.open(key, sourceOf(bytes));
    const buffer = Buffer.alloc(source.size);
    const count = await source.read(buffer, position);
    await source.close();
    return buffer.subarray(0, count).toString();
  }
  return { contents, read, counts: () => ({ opened, closed }) };
}

describe('small contents', () => {
  it('are read once', async () => {
    const { read, counts } = setUp();
    expect(await read('a', Buffer.from('hello'))).toBe('hello');
    expect(await read('a', Buffer.from('other'), 1)).toBe('ello');
    expect(counts()).toEqual({ opened: 1, closed: 1 });
  });

  it('hold little: those not wanted for longest go first', async () => {
    const { read, counts } = setUp();
    const big = Buffer.alloc(60_000);
    await read('first', big);
    for (let index = 0; index < 130; index += 1) await read(`${index}`, big);
    await read('0', big);
    for (let index = 130; index < 140; index += 1) await read(`${index}`, big);
    const { opened } = counts();
    await read('0', big);
    expect(counts().opened).toBe(opened);
    await read('first', big);
    expect(counts().opened).toBe(opened + 1);
  });

  it('pass on what goes wrong, and try again', async () => {
    const { contents, read } = setUp();
    await expect(contents.open('a', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    expect(await read('a', Buffer.from('x'))).toBe('x');
  });
});
