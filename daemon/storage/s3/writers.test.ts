import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hasS3Server } from '../../testing/engines/s3-programs.ts';
import { s3StartTimeout } from '../../testing/engines/s3-server.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { openTestUnitOfWork } from '../../testing/open-unit-of-work.ts';
import { MissingSourceError } from '../../transfer/byte-source.ts';
import type { Staging } from '../staging.ts';
import type { Stores } from '../stores.ts';
import type { Bucket } from './bucket.ts';
import { createTestBed, type TestBed } from './testing/test-bed.ts';

/** Writers of several instances, and writers that die. */
describe.skipIf(!hasS3Server)('writers', () => {
  let bed: TestBed;
  let opened: Stores[] = [];

  beforeAll(async () => {
    bed = await createTestBed();
  }, s3StartTimeout);
  afterEach(async () => {
    await Promise.all(opened.map((stores) => stores.close()));
    opened = [];
    await bed.reset();
  });

  const mebibyte = 1024 * 1024;
  const day = 86_400_000;
  const content = randomBytes(9 * mebibyte + 12_345);
  const newId = () => randomBytes(16).toString('hex');
  const pieceBytes = { usual: 2 * mebibyte, crowded: 2 * mebibyte };

  async function open(options: Parameters<TestBed['open']>[0] = {}): Promise<Stores> {
    const stores = await bed.open({ ...options, tuning: { pieceBytes, ...options.tuning } });
    opened.push(stores);
    return stores;
  }

  const append = (staging: Staging, id: string, source: Buffer | Readable, offset: number) =>
    staging.append(id, Buffer.isBuffer(source) ? Readable.from(chunksOf(source)) : source, {
      offset,
      limit: content.length,
      signal: new AbortController().signal,
      isDigested: true,
    });

  function* chunksOf(bytes: Buffer): Generator<Buffer> {
    for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
  }

  async function readBlob({ blobs }: Stores, id: string): Promise<Buffer> {
    const source = await blobs.open(id);
    const bytes = Buffer.alloc(source.size);
    await source.read(bytes, 0);
    await source.close();
    return bytes;
  }

  const digests = { sha256: createHash('sha256').update(content).digest('hex'), crc32: crc32(content) };

  async function listObjects(): Promise<string[]> {
    const { bucket } = await bed.place();
    const keys = [];
    for await (const { key } of bucket.list('b/')) keys.push(key);
    return keys;
  }

  const runJob = ({ jobs }: Stores, name: string) =>
    jobs(async () => undefined)
      .find((job) => job.name === name)
      ?.run(new AbortController().signal);

  it('of one database find the bucket theirs, also when they start at the same moment', async () => {
    const servers = [await open(), await open(), await open()];
    const problems = await Promise.all(servers.map(({ findProblem }) => findProblem()));
    expect(problems).toEqual([null, null, null]);
    expect(await (await open()).findProblem()).toBeNull();
  });

  it('take turns at any byte, and no byte is sent twice', async () => {
    const [one, two] = [await open(), await open()];
    const id = newId();
    await one.staging.begin(id);
    const cuts = [0, 3 * mebibyte + 17, 3 * mebibyte + 18, 4 * mebibyte, 9 * mebibyte + 1, content.length];
    for (const [turn, offset] of cuts.slice(0, -1).entries()) {
      const [writer, other] = turn % 2 === 0 ? [one, two] : [two, one];
      const end = cuts[turn + 1] ?? 0;
      expect(await append(writer.staging, id, content.subarray(offset, end), offset)).toMatchObject({
        offset: end,
      });
      expect(await other.staging.size(id)).toBe(end);
    }
    expect(await one.staging.digest(id, content.length)).toEqual(digests);
    await two.staging.finish(id, content.length);
    expect((await readBlob(one, id)).equals(content)).toBe(true);
  });

  it('that send everything themselves need no byte back for the digest', async () => {
    const { bucket } = await bed.place();
    const gets: string[] = [];
    const watched: Bucket = {
      ...bucket,
      get: (key, part) => {
        gets.push(key);
        return bucket.get(key, part);
      },
    };
    const stores = await open({ bucket: watched });
    const id = newId();
    await append(stores.staging, id, content.subarray(0, 3 * mebibyte), 0);
    await append(stores.staging, id, content.subarray(3 * mebibyte), 3 * mebibyte);
    // A small last piece was read, to be replaced.
    const before = gets.length;
    expect(await stores.staging.digest(id, content.length)).toEqual(digests);
    expect(gets).toHaveLength(before);
  });

  it('do not change the digest of one that has replaced them', async () => {
    const [one, two] = [await open(), await open()];
    const id = newId();
    await append(one.staging, id, randomBytes(3 * mebibyte), 0);
    await one.staging.discard(id);
    await append(two.staging, id, content.subarray(0, 3 * mebibyte), 0);
    await append(one.staging, id, content.subarray(3 * mebibyte), 3 * mebibyte);
    expect(await one.staging.digest(id, content.length)).toEqual(digests);
  });

  it('that are late change nothing', async () => {
    const { bucket } = await bed.place();
    let wake = (): void => undefined;
    const isAwake = new Promise<void>((resolve) => (wake = resolve));
    let asleep = (): void => undefined;
    const isAsleep = new Promise<void>((resolve) => (asleep = resolve));
    const slow: Bucket = {
      ...bucket,
      put: async (...object) => {
        asleep();
        await isAwake;
        await bucket.put(...object);
      },
    };
    const [stale, next] = [await open({ bucket: slow }), await open()];
    const id = newId();
    await stale.staging.begin(id);
    const late = append(stale.staging, id, Buffer.alloc(5 * mebibyte, 7), 0);
    await isAsleep;
    expect(await next.staging.size(id)).toBe(0);
    await append(next.staging, id, content.subarray(0, 4 * mebibyte), 0);
    wake();
    expect(await late).toEqual({ offset: 0, outcome: 'stopped' });
    await append(next.staging, id, content.subarray(4 * mebibyte), 4 * mebibyte);
    expect(await next.staging.digest(id, content.length)).toEqual(digests);
    await next.staging.finish(id, content.length);
    expect((await readBlob(next, id)).equals(content)).toBe(true);
  });

  it('wait for memory that others have, and none waits forever', async () => {
    const stores = await open({ tuning: { memory: 3 * mebibyte } });
    const ids = Array.from({ length: 8 }, newId);
    await Promise.all(ids.map((id) => append(stores.staging, id, content, 0)));
    for (const id of ids) expect(await stores.staging.digest(id, content.length)).toEqual(digests);
  });

  it('replace a small last piece, so that many small requests leave few objects', async () => {
    const stores = await open();
    const id = newId();
    for (let offset = 0; offset < 20; offset += 1) {
      await append(stores.staging, id, content.subarray(offset, offset + 1), offset);
    }
    await stores.staging.finish(id, 20);
    expect((await readBlob(stores, id)).equals(content.subarray(0, 20))).toBe(true);
    const { database } = await bed.place();
    expect(await database.uow.read.pieces.listKeys({ after: '', limit: 100 })).toHaveLength(1);
  });

  it('that die between an object and its row leave an object that is deleted in two days', async () => {
    const clock = createFakeClock(Date.now());
    const { bucket, database } = await bed.place();
    const dead = { ...database.uow, transaction: () => Promise.reject(new Error('killed')) };
    const [first, killed] = [await open({ clock }), await open({ uow: dead })];
    const id = newId();
    await first.blobs.put(id, content.subarray(0, 1000));
    await expect(killed.blobs.put(newId(), content.subarray(0, 1000))).rejects.toThrow('killed');
    expect(await listObjects()).toHaveLength(2);

    const examine = async () => {
      await runJob(first, 'storage.find-unnamed-objects');
      await runJob(first, 'storage.delete-objects');
      return (await listObjects()).length;
    };
    expect(await examine()).toBe(2);
    clock.advance(day + 3_600_000);
    expect(await examine()).toBe(2);
    clock.advance(day - 1);
    expect(await examine()).toBe(2);
    clock.advance(1);
    expect(await examine()).toBe(1);
    expect((await readBlob(first, id)).equals(content.subarray(0, 1000))).toBe(true);
    expect(await bucket.has((await listObjects())[0] ?? '')).toBe(true);
  });

  it('of another database do not make their objects look like leftovers', async () => {
    const clock = createFakeClock(Date.now());
    const owner = await open({ clock });
    await owner.blobs.put(newId(), content.subarray(0, 1000));
    await runJob(owner, 'storage.find-unnamed-objects');
    const fresh = await openTestUnitOfWork();
    const stranger = await open({ clock, uow: fresh.uow });
    for (let nights = 0; nights < 3; nights += 1) {
      clock.advance(day + 1);
      await runJob(stranger, 'storage.find-unnamed-objects');
      await runJob(stranger, 'storage.delete-objects');
    }
    expect(await listObjects()).toHaveLength(1);
    await fresh.close();
  });

  it('leave objects of removed blobs to readers for an hour', async () => {
    const clock = createFakeClock(Date.now());
    const stores = await open({ clock });
    const [kept, gone] = [newId(), newId()];
    await append(stores.staging, gone, content, 0);
    await stores.staging.finish(gone, content.length);
    await stores.blobs.put(kept, content.subarray(0, 10));
    const source = await stores.blobs.open(gone);
    await stores.blobs.remove(gone);
    await runJob(stores, 'storage.delete-objects');
    const bytes = Buffer.alloc(content.length);
    await source.read(bytes, 0);
    expect(bytes.equals(content)).toBe(true);
    await source.close();
    // An archive of another server opens its files one after the other.
    clock.advance(3_599_999);
    expect((await readBlob(stores, gone)).equals(content)).toBe(true);
    expect(await stores.blobs.stat(gone)).toBeNull();
    clock.advance(1);
    await expect(stores.blobs.open(gone)).rejects.toThrow(MissingSourceError);
    await runJob(stores, 'storage.delete-objects');
    expect(await listObjects()).toHaveLength(1);
    expect(await stores.capacity.freeBytes()).toBe(Number.POSITIVE_INFINITY);
  });

  it('are told how much of a limit is left', async () => {
    const stores = await open({ limit: 1_000_000 });
    await stores.blobs.put(newId(), content.subarray(0, 400_000));
    expect(await stores.capacity.freeBytes()).toBe(600_000);
  });
});
