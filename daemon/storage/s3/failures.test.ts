import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { toAppError } from '../../http/error-boundary.ts';
import { hasS3Server } from '../../testing/engines/s3-programs.ts';
import { s3StartTimeout } from '../../testing/engines/s3-server.ts';
import type { ByteSource } from '../../transfer/byte-source.ts';
import type { Stores } from '../stores.ts';
import { type FailingProxy, type Fate, startFailingProxy } from './testing/failing-proxy.ts';
import { createTestBed, type TestBed } from './testing/test-bed.ts';

describe.skipIf(!hasS3Server)('an S3 server that fails', () => {
  let bed: TestBed;
  let stores: Stores;
  let proxy: FailingProxy;
  let fateOf: (method: string, url: string) => Fate;

  beforeAll(async () => {
    bed = await createTestBed();
  }, s3StartTimeout);
  afterEach(async () => {
    await stores.close();
    await proxy.stop();
    await bed.reset();
  });

  const mebibyte = 1024 * 1024;
  const content = randomBytes(9 * mebibyte + 12_345);
  const pieceBytes = { usual: 2 * mebibyte, crowded: 2 * mebibyte };
  const newId = () => randomBytes(16).toString('hex');

  async function open(tuning: { patience?: number } = {}): Promise<void> {
    fateOf = () => 'pass';
    const { s3 } = await bed.place();
    proxy = await startFailingProxy(s3.endpoint ?? '', (...request) => fateOf(...request));
    stores = await bed.open({ s3: { ...s3, endpoint: proxy.endpoint }, tuning: { pieceBytes, ...tuning } });
  }

  const append = (id: string, bytes: Buffer, offset = 0) =>
    stores.staging.append(id, Readable.from(chunksOf(bytes)), {
      offset,
      limit: content.length,
      signal: new AbortController().signal,
      isDigested: true,
    });

  async function store(): Promise<string> {
    const id = newId();
    await append(id, content);
    await stores.staging.finish(id, content.length);
    return id;
  }

  /** Reads as a download does. */
  async function readAll(source: ByteSource, step = 128 * 1024): Promise<Buffer> {
    const bytes = Buffer.alloc(source.size);
    for (let at = 0; at < bytes.length; ) at += await source.read(bytes.subarray(at, at + step), at);
    return bytes;
  }

  it('costs nothing when a fifth of the requests are refused', async () => {
    await open();
    let count = 0;
    fateOf = () => (++count % 5 === 0 ? 'unavailable' : 'pass');
    const id = await store();
    expect((await stores.staging.digest(id, content.length)).sha256).toBe(
      createHash('sha256').update(content).digest('hex'),
    );
    const source = await stores.blobs.open(id);
    expect((await readAll(source)).equals(content)).toBe(true);
    await source.close();
  });

  it('keeps what was stored when it fails for good, and uploads resume there', async () => {
    await open();
    const id = newId();
    let puts = 0;
    fateOf = (method) => (method === 'PUT' && ++puts > 2 ? 'unavailable' : 'pass');
    const error = await append(id, content).then(
      () => null,
      (failure: unknown) => failure,
    );
    expect(toAppError(error)).toMatchObject({ code: 'storage_unavailable' });
    const safe = (await stores.staging.size(id)) ?? 0;
    expect(safe).toBeGreaterThan(0);
    fateOf = () => 'pass';
    await append(id, content.subarray(safe), safe);
    expect((await stores.staging.digest(id, content.length)).sha256).toBe(
      createHash('sha256').update(content).digest('hex'),
    );
  });

  it('continues a broken answer where it broke', async () => {
    await open();
    const id = await store();
    let gets = 0;
    fateOf = (method) => (method === 'GET' && ++gets % 2 === 0 ? { cutAfter: 700_001 } : 'pass');
    const source = await stores.blobs.open(id);
    expect((await readAll(source)).equals(content)).toBe(true);
    await source.close();
  });

  it('gets an object again whose request broke in the middle, and nothing of the half', async () => {
    await open();
    let puts = 0;
    fateOf = (method) => (method === 'PUT' && ++puts % 2 === 1 ? { cutBodyAfter: 700_001 } : 'pass');
    const id = await store();
    expect(puts).toBeGreaterThan(6);
    const source = await stores.blobs.open(id);
    expect((await readAll(source)).equals(content)).toBe(true);
    await source.close();
    const { bucket, database } = await bed.place();
    const named = await database.uow.read.pieces.listKeys({ after: '', limit: 100 });
    const listed: string[] = [];
    for await (const { key } of bucket.list('b/')) listed.push(key);
    expect(listed.toSorted()).toEqual(named.toSorted());
  });

  it('fails to read when no answer is whole, instead of waiting', async () => {
    await open();
    const id = await store();
    const before = proxy.requests.length;
    fateOf = () => ({ cutAfter: 0 });
    const source = await stores.blobs.open(id);
    await expect(source.read(Buffer.alloc(1000), 0)).rejects.toBeInstanceOf(Error);
    expect(proxy.requests.length - before).toBe(4);
    await source.close();
  });

  it('fails to read when no answer begins, before the receiver is given up', async () => {
    await open({ patience: 2000 });
    const id = await store();
    fateOf = () => 'silent';
    const source = await stores.blobs.open(id);
    const failed = source.read(Buffer.alloc(1000), 0).catch(toAppError);
    await expect(failed).resolves.toMatchObject({ code: 'storage_unavailable', status: 503 });
    await source.close();
    fateOf = () => 'pass';
    const again = await stores.blobs.open(id);
    expect((await readAll(again)).equals(content)).toBe(true);
    await again.close();
  });

  it('says that it is not ready, and that it is again', async () => {
    await open();
    fateOf = () => 'unavailable';
    await expect(stores.blobs.probe()).rejects.toMatchObject({ code: 'S3_UNAVAILABLE' });
    fateOf = () => 'pass';
    await stores.blobs.probe();
    const { length } = proxy.requests;
    await stores.blobs.probe();
    expect(proxy.requests).toHaveLength(length);
  });

  it('says that an object is missing', async () => {
    await open();
    const id = await store();
    const { bucket } = await bed.place();
    for await (const { key } of bucket.list('b/')) await bucket.deleteMany([key]);
    const source = await stores.blobs.open(id);
    await expect(source.read(Buffer.alloc(10), 0)).rejects.toMatchObject({ name: 'MissingSourceError' });
    await source.close();
  });

  it('reads ranges across the borders of pieces, each with the requests it needs', async () => {
    await open();
    const id = await store();
    const { database } = await bed.place();
    const [, second] = await database.uow.read.pieces.piecesFrom(
      (await database.uow.read.blobs.find({ place: 'files', id }))?.key ?? '',
      0,
      10,
    );
    const border = second?.start ?? 0;
    expect(border).toBeGreaterThan(0);
    const before = proxy.requests.length;
    const source = await stores.blobs.open(id);
    const ranges = [
      [border - 5, border + 5],
      [0, 3],
      [border, border + 1],
      [content.length - 7, content.length],
      [border - 1, content.length],
    ] as const;
    for (const [start, end] of ranges) {
      const bytes = Buffer.alloc(end - start);
      expect(await source.read(bytes, start)).toBe(bytes.length);
      expect(bytes.equals(content.subarray(start, end))).toBe(true);
    }
    const pieces = (await database.uow.read.pieces.listKeys({ after: '', limit: 100 })).length;
    expect(proxy.requests.length - before).toBe(2 + 1 + 1 + 1 + pieces);
    await source.close();
  });
});

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}
