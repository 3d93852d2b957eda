import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdtemp, open, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readWhole, receive } from './receive.ts';

const content = randomBytes(3_500_000);
const never = new AbortController().signal;

function chunksOf(bytes: Buffer, size: number, failure?: Error): Readable {
  function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    if (failure) throw failure;
  }
  return Readable.from(chunks(), { objectMode: false });
}

describe('receive', () => {
  let directory: string;
  let path: string;
  let file: FileHandle;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'receive-'));
    path = join(directory, 'file');
    file = await open(path, 'w+');
  });

  afterEach(async () => {
    await file.close();
    await rm(directory, { recursive: true, force: true });
  });

  const write = async (chunks: Buffer[], offset: number) => {
    await file.writev(chunks, offset);
  };
  const options = () => ({ write, offset: 0, limit: content.length, signal: never });

  it.each([1000, 65_521, 2_000_000])('writes what comes, in pieces of %d bytes', async (size) => {
    const offsets: number[] = [];
    const received = await receive(chunksOf(content, size), {
      ...options(),
      onWritten: (offset) => void offsets.push(offset),
    });
    expect(received).toEqual({ offset: content.length, outcome: 'complete' });
    expect((await readFile(path)).equals(content)).toBe(true);
    expect(offsets.at(-1)).toBe(content.length);
    expect(offsets.length).toBeLessThan(10);
  });

  it('goes on at an offset', async () => {
    await file.write(content, 0, 1000, 0);
    const received = await receive(chunksOf(content.subarray(1000), 100_000), { ...options(), offset: 1000 });
    expect(received.offset).toBe(content.length);
    expect((await readFile(path)).equals(content)).toBe(true);
  });

  it('keeps what had arrived when the sender is gone', async () => {
    const source = chunksOf(content, 400_000, new Error('gone'));
    expect(await receive(source, options())).toEqual({ offset: content.length, outcome: 'cut' });
    expect((await readFile(path)).equals(content)).toBe(true);
  });

  it('keeps what had arrived when it is asked to stop', async () => {
    const stop = new AbortController();
    const source = new PassThrough();
    source.write(content.subarray(0, 1000));
    setImmediate(() => stop.abort());
    expect(await receive(source, { ...options(), signal: stop.signal })).toEqual({
      offset: 1000,
      outcome: 'stopped',
    });
    expect((await readFile(path)).equals(content.subarray(0, 1000))).toBe(true);
  });

  it('writes what a slow sender sent without waiting for more', async () => {
    const source = new PassThrough();
    source.write(content.subarray(0, 10));
    const first = await new Promise<number>((resolve) => {
      void receive(source, { ...options(), onWritten: resolve });
    });
    expect(first).toBe(10);
    source.destroy();
  });

  it('takes no byte beyond the limit', async () => {
    const received = await receive(chunksOf(content, 1000), { ...options(), limit: 1500 });
    expect(received).toEqual({ offset: 1000, outcome: 'too_long' });
    expect((await stat(path)).size).toBe(1000);
  });

  it('ends with the error of a listener, and lets the sender go', async () => {
    const source = chunksOf(content, 65_536);
    const failed = receive(source, {
      ...options(),
      onWritten: () => {
        throw new Error('given up');
      },
    });
    await expect(failed).rejects.toThrow('given up');
    expect(source.listenerCount('data')).toBe(0);
  });

  it('holds a fast sender back while it writes', async () => {
    const source = chunksOf(Buffer.alloc(20_000_000), 65_536);
    const states: boolean[] = [];
    await receive(source, {
      ...options(),
      limit: 20_000_000,
      async onWritten() {
        await new Promise((resolve) => setTimeout(resolve, 5));
        states.push(source.isPaused());
      },
    });
    expect(states.filter(Boolean).length).toBeGreaterThan(15);
  });
});

describe('readWhole', () => {
  it('gives a stream of the right length', async () => {
    const bytes = await readWhole(chunksOf(content, 65_536), content.length, never);
    expect(bytes?.equals(content)).toBe(true);
  });

  it.each([content.length - 1, content.length + 1])(
    'gives nothing for another length: %d',
    async (length) => {
      expect(await readWhole(chunksOf(content, 65_536), length, never)).toBeNull();
    },
  );
});
