import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeBlobs } from '../blobs.suite.ts';
import { openLocalStores } from '../local/stores.ts';
import { describeStaging } from '../staging.suite.ts';
import type { Stores } from '../stores.ts';
import { joinStores } from './joined-stores.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'joined-stores-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const openPart = (name: string) => openLocalStores({ dataDir: join(directory, name), fsync: 'off' });
const openJoined = async () => joinStores(await openPart('target'), await openPart('source'));

describeBlobs('two as one', openJoined);
describeStaging('two as one', openJoined);

describe('what one of them had before', () => {
  let source: Stores;
  let target: Stores;
  let joined: Stores;
  const id = 'ab'.repeat(16);
  const content = Buffer.from('content');
  const options = { limit: content.length, signal: new AbortController().signal, isDigested: true };

  beforeEach(async () => {
    source = await openPart('source');
    target = await openPart('target');
    joined = joinStores(target, source);
  });
  afterEach(() => joined.close());

  it('a blob is found, listed and removed there', async () => {
    await source.blobs.put(id, content);
    expect(await joined.blobs.stat(id)).toEqual({ size: content.length });
    const found = await joined.blobs.open(id);
    expect(found.size).toBe(content.length);
    await found.close();
    expect(await idsOf(joined)).toEqual([id]);
    await joined.blobs.remove(id);
    expect(await source.blobs.stat(id)).toBeNull();
  });

  it('a blob that is in both is listed once, and removed from both', async () => {
    await source.blobs.put(id, content);
    await target.blobs.put(id, content);
    expect(await idsOf(joined)).toEqual([id]);
    await joined.blobs.remove(id);
    expect(await idsOf(joined)).toEqual([]);
  });

  it('a blob that moves while it is opened is found', async () => {
    const open = source.blobs.open.bind(source.blobs);
    source.blobs.open = async (wanted) => {
      await target.blobs.put(wanted, content);
      return open(wanted);
    };
    const found = await joined.blobs.open(id);
    expect(found.size).toBe(content.length);
    await found.close();
  });

  it('an upload goes on and ends where it began', async () => {
    await source.staging.begin(id);
    await source.staging.append(id, Readable.from([content.subarray(0, 3)]), { ...options, offset: 0 });
    expect(await joined.staging.size(id)).toBe(3);
    await joined.staging.append(id, Readable.from([content.subarray(3)]), { ...options, offset: 3 });
    const digests = await joined.staging.digest(id, content.length);
    await joined.staging.finish(id, content.length);
    expect(await source.blobs.stat(id)).toEqual({ size: content.length });
    // As after a crash.
    await joined.staging.finish(id, content.length);
    expect(await joined.staging.digest(id, content.length)).toEqual(digests);
  });

  it('parts that began in both become one upload', async () => {
    const [first, second] = ['cd', 'ef'].map((digits) => digits.repeat(16));
    for (const [part = '', staging] of [
      [first, target.staging],
      [second, source.staging],
    ] as const) {
      await staging.append(part, Readable.from([content]), { ...options, offset: 0 });
    }
    const parts = [first, second].map((part = '') => ({ id: part, size: content.length }));
    await joined.staging.join(id, parts, { offset: 0, isDigested: true });
    await joined.staging.finish(id, 2 * content.length);
    expect(await target.blobs.stat(id)).toEqual({ size: 2 * content.length });
    expect(await joined.staging.size(second ?? '')).toBeNull();
  });

  it('new bytes are stored in the target', async () => {
    await joined.blobs.put(id, content);
    expect(await target.blobs.stat(id)).not.toBeNull();
    expect(await source.blobs.stat(id)).toBeNull();
  });
});

async function idsOf({ blobs }: Stores): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of blobs.list()) ids.push(id);
  return ids;
}
