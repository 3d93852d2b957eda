import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDigest } from './digests.ts';
import { receive } from './receive.ts';

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

  const content = randomBytes(3_500_000);

  async function* chunksOf(bytes: Buffer, size: number, failure?: Error) {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    if (failure) throw failure;
  }

  it('writes what comes, in whatever pieces, and shows each once', async () => {
    const digest = createDigest();
    const source = chunksOf(content, 65_521);
    const end = await receive(source, { file, offset: 0, onWritten: (chunk) => digest.update(chunk) });
    expect(end).toBe(content.length);
    expect((await readFile(path)).equals(content)).toBe(true);
    const expected = createDigest();
    expected.update(content);
    expect(digest.digest()).toEqual(expected.digest());
  });

  it('goes on at an offset', async () => {
    await file.write(content, 0, 1000, 0);
    const end = await receive(chunksOf(content.subarray(1000), 1_000_000), {
      file,
      offset: 1000,
      onWritten: () => undefined,
    });
    expect(end).toBe(content.length);
    expect((await readFile(path)).equals(content)).toBe(true);
  });

  it('keeps what had arrived when the stream breaks off', async () => {
    let written = 0;
    const source = chunksOf(content, 400_000, new Error('gone'));
    const onWritten = (chunk: Uint8Array) => {
      written += chunk.length;
    };
    await expect(receive(source, { file, offset: 0, onWritten })).rejects.toThrow('gone');
    expect(written).toBe(content.length);
    expect((await readFile(path)).equals(content)).toBe(true);
  });

  it('counts nothing as written that could not be', async () => {
    let written = 0;
    const readOnly = await open(path, 'r');
    const onWritten = (chunk: Uint8Array) => {
      written += chunk.length;
    };
    const receiving = receive(chunksOf(content, 400_000), { file: readOnly, offset: 0, onWritten });
    await expect(receiving).rejects.toThrow('EBADF');
    await readOnly.close();
    expect(written).toBe(0);
  });

  it('takes nothing for nothing', async () => {
    const end = await receive(chunksOf(content.subarray(0, 0), 1), {
      file,
      offset: 7,
      onWritten: () => undefined,
    });
    expect(end).toBe(7);
  });
});
