import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasS3Server } from '../../testing/engines/s3-programs.ts';
import { s3StartTimeout } from '../../testing/engines/s3-server.ts';
import { digestSource } from '../../transfer/digests.ts';
import type { Blobs } from '../blobs.ts';
import { openLocalStores } from '../local/stores.ts';
import { createTestBed, type TestBed } from '../s3/testing/test-bed.ts';
import type { Stores } from '../stores.ts';
import { copyIdOf } from '../write-blob.ts';
import { measure, moveStores } from './move.ts';

const mebibyte = 1024 * 1024;
const running = new AbortController().signal;
const newId = () => randomBytes(16).toString('hex');
const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'move-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const openLocal = (name = 'local') => openLocalStores({ dataDir: join(directory, name), fsync: 'off' });

describe('between two folders', () => {
  describeMove(openLocal, () => openLocal('other'));
});

describe.skipIf(!hasS3Server)('with a bucket', () => {
  let bed: TestBed;
  beforeAll(async () => {
    bed = await createTestBed();
  }, s3StartTimeout);
  afterEach(() => bed.reset());

  describe('from a folder', () => {
    describeMove(openLocal, () => bed.open());
  });
  describe('to a folder', () => {
    describeMove(() => bed.open(), openLocal);
  });
});

/** What every move does. */
function describeMove(openSource: () => Promise<Stores>, openTarget: () => Promise<Stores>): void {
  let source: Stores;
  let target: Stores;
  /** SHA-256 by id. */
  let files: Map<string, string>;

  beforeEach(async () => {
    source = await openSource();
    target = await openTarget();
    files = new Map();
    for (const size of [0, 1, 70_000, mebibyte, mebibyte + 1, 5 * mebibyte]) await store(source, size);
    return async () => {
      await source.close();
      await target.close();
    };
  });

  async function store({ blobs, staging }: Stores, size: number): Promise<string> {
    const [id, bytes] = [newId(), randomBytes(size)];
    files.set(id, sha256Of(bytes));
    if (size <= mebibyte) {
      await blobs.put(id, bytes);
      return id;
    }
    await staging.begin(id);
    const options = { offset: 0, limit: size, signal: running, isDigested: true };
    await staging.append(id, Readable.from([bytes]), options);
    await staging.finish(id, size);
    return id;
  }

  async function expectFiles({ blobs }: Stores): Promise<void> {
    expect((await idsOf(blobs)).toSorted()).toEqual([...files.keys()].toSorted());
    for (const [id, sha256] of files) {
      const stored = await blobs.open(id);
      expect((await digestSource(stored)).sha256).toBe(sha256);
      await stored.close();
    }
  }

  it('moves files, archives and thumbnails, and leaves nothing', async () => {
    const [archive, thumbnail] = [newId(), newId()];
    await source.archives.blobs.put(archive, Buffer.from('archive'));
    await source.thumbnails.put(thumbnail, Buffer.from('thumbnail'));
    const before = await measure(source);
    const progress: number[] = [];
    const report = await moveStores({
      source,
      target,
      signal: running,
      onProgress: ({ blobs }) => progress.push(blobs),
    });
    expect(report.moved).toEqual({ blobs: before.blobs, bytes: before.bytes });
    expect(report.left).toEqual({ blobs: 0, bytes: 0, requests: 0, unfinished: 0 });
    expect(progress.at(-1)).toBe(8);
    await expectFiles(target);
    expect(await target.archives.blobs.stat(archive)).toEqual({ size: 7 });
    expect(await target.thumbnails.stat(thumbnail)).toEqual({ size: 9 });
  });

  it('continues after it was ended in the middle', async () => {
    const ended = new AbortController();
    const onProgress = ({ blobs }: { blobs: number }) => blobs === 2 && ended.abort();
    await expect(
      moveStores({ source, target, signal: ended.signal, onProgress: (moved) => void onProgress(moved) }),
    ).rejects.toThrow('aborted');
    const left = await measure(source);
    expect(left.blobs).toBeGreaterThan(0);
    // A crash between the copy and the removal, and one in the middle of a copy.
    const [copied = '', begun = ''] = await idsOf(source.blobs);
    await target.blobs.put(copied, await readAll(source.blobs, copied));
    await target.staging.discard(copyIdOf(begun));
    await target.staging.begin(copyIdOf(begun));
    await moveStores({ source, target, signal: running });
    await expectFiles(target);
    expect((await measure(source)).blobs).toBe(0);
  });

  it('leaves unfinished uploads, and takes them once they are finished', async () => {
    const id = newId();
    await source.staging.begin(id);
    const options = { offset: 0, limit: 7, signal: running, isDigested: true };
    await source.staging.append(id, Readable.from([Buffer.from('content')]), options);
    const { left } = await moveStores({ source, target, signal: running });
    expect(left).toEqual({ blobs: 0, bytes: 0, requests: 0, unfinished: 1 });
    await source.staging.finish(id, 7);
    await moveStores({ source, target, signal: running });
    files.set(id, sha256Of(Buffer.from('content')));
    await expectFiles(target);
  });

  it('keeps no copy of what is removed meanwhile', async () => {
    const [victim = ''] = await idsOf(source.blobs);
    const open = source.blobs.open.bind(source.blobs);
    source.blobs.open = async (id) => {
      const bytes = await open(id);
      if (id === victim) await source.blobs.remove(id);
      return bytes;
    };
    await moveStores({ source, target, signal: running });
    expect(await target.blobs.stat(victim)).toBeNull();
  });

  it('keeps an original whose copy differs', async () => {
    const [victim = ''] = await idsOf(source.blobs);
    await target.blobs.put(victim, Buffer.from('something else'));
    await expect(moveStores({ source, target, signal: running })).rejects.toThrow(
      `copy of ${victim} differs`,
    );
    expect(await source.blobs.stat(victim)).not.toBeNull();
  });
}

it('moves what can be read, and names what cannot', async () => {
  const [source, target] = [await openLocal(), await openLocal('other')];
  const [good, bad] = [newId(), newId()];
  await source.blobs.put(good, randomBytes(1000));
  await source.blobs.put(bad, randomBytes(1000));
  const open = source.blobs.open.bind(source.blobs);
  source.blobs.open = async (id) => {
    const bytes = await open(id);
    // As on a failing disk: the bytes end too early.
    if (id === bad) await truncate(source.blobs.localPath?.(id) ?? '', 10);
    return bytes;
  };
  const report = await moveStores({ source, target, signal: running });
  expect(report.unreadable).toEqual([bad]);
  expect(await idsOf(target.blobs)).toEqual([good]);
  expect(report.left.blobs).toBe(1);
  await source.close();
  await target.close();
});

async function idsOf(blobs: Blobs): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of blobs.list()) ids.push(id);
  return ids;
}

async function readAll(blobs: Blobs, id: string): Promise<Buffer> {
  const source = await blobs.open(id);
  const bytes = Buffer.alloc(source.size);
  await source.read(bytes, 0);
  await source.close();
  return bytes;
}
