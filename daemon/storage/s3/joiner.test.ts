import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hasS3Server } from '../../testing/engines/s3-programs.ts';
import { s3StartTimeout } from '../../testing/engines/s3-server.ts';
import type { ByteSource } from '../../transfer/byte-source.ts';
import type { Stores } from '../stores.ts';
import { planParts } from './joiner.ts';
import { pieceFolder } from './keys.ts';
import { createTestBed, type TestBed } from './testing/test-bed.ts';

const mebibyte = 1024 * 1024;

it.each<[string, number[], number[][]]>([
  ['copies pieces that are large enough', [16, 16, 1], [[16], [16], [1]]],
  ['puts small ones together with what follows', [1, 4, 16, 2, 16], [[1, 4], [16], [2, 16]]],
  ['lets the last part be small', [6, 1, 1], [[6], [1, 1]]],
  ['has one part for few bytes', [1, 2], [[1, 2]]],
])('%s', (_, sizes, parts) => {
  const planned = planParts(sizes.map((size) => ({ size: size * mebibyte })));
  expect(planned.map((part) => part.map(({ size }) => size / mebibyte))).toEqual(parts);
});

describe.skipIf(!hasS3Server)('a blob of several objects', () => {
  let bed: TestBed;
  let store: Stores;

  beforeAll(async () => {
    bed = await createTestBed();
  }, s3StartTimeout);
  afterEach(async () => {
    await store.close();
    await bed.reset();
  });

  const answer = { type: 'application/octet-stream', disposition: 'attachment' };
  const id = randomBytes(16).toString('hex');

  /** Stores bytes in pieces of these sizes, each from a request of its own. */
  async function storeInPieces(sizes: readonly number[], removalDelay = 3_600_000): Promise<Buffer> {
    store = await bed.open({ tuning: { timing: { silence: 50, age: 500 }, removalDelay } });
    const content = randomBytes(sizes.reduce((sum, size) => sum + size, 0));
    const { signal } = new AbortController();
    await store.staging.begin(id);
    let offset = 0;
    for (const size of sizes) {
      const bytes = content.subarray(offset, offset + size);
      const options = { offset, limit: content.length, signal, isDigested: true };
      ({ offset } = await store.staging.append(id, Readable.from([bytes]), options));
    }
    await store.staging.finish(id, content.length);
    return content;
  }

  /** Returns the sizes of the objects that blobs consist of. */
  async function listObjects(): Promise<number[]> {
    const { bucket, s3 } = await bed.place();
    const sizes: number[] = [];
    for await (const { size } of bucket.list(pieceFolder(s3.prefix))) sizes.push(size);
    return sizes;
  }

  async function runJobs(): Promise<void> {
    for (const { run } of store.jobs(async () => undefined)) await run(new AbortController().signal);
  }

  async function link(): Promise<string> {
    await expect.poll(() => store.blobs.presign?.(id, answer), { timeout: 20_000 }).not.toBeNull();
    return (await store.blobs.presign?.(id, answer)) ?? '';
  }

  async function read(source: ByteSource, from: number, to: number): Promise<Buffer> {
    const bytes = Buffer.alloc(to - from);
    await source.read(bytes, from);
    return bytes;
  }

  it('becomes one object when somebody wants a link to it, and its pieces are deleted', async () => {
    const content = await storeInPieces(
      [6, 1, 2, 7, 1].map((size) => size * mebibyte),
      0,
    );
    expect(await store.blobs.presign?.(id, answer)).toBeNull();
    const got = await fetch(await link());
    expect(Buffer.from(await got.arrayBuffer()).equals(content)).toBe(true);
    await runJobs();
    expect(await listObjects()).toEqual([content.length]);
    expect((await store.blobs.stat(id))?.size).toBe(content.length);
  });

  it('can be read on by those who began before', { timeout: 60_000 }, async () => {
    const content = await storeInPieces(
      [6, 6, 6].map((size) => size * mebibyte),
      0,
    );
    const source = await store.blobs.open(id);
    const half = mebibyte;
    expect((await read(source, 0, half)).equals(content.subarray(0, half))).toBe(true);
    await link();
    await runJobs();
    for (let at = half; at < content.length; at += mebibyte) {
      expect((await read(source, at, at + mebibyte)).equals(content.subarray(at, at + mebibyte))).toBe(true);
    }
    await source.close();
  });

  it('is removed although it is being joined', async () => {
    await storeInPieces(
      [6, 6].map((size) => size * mebibyte),
      0,
    );
    expect(await store.blobs.presign?.(id, answer)).toBeNull();
    await store.blobs.remove(id);
    await store.close();
    expect(await store.blobs.stat(id)).toBeNull();
  });
});
