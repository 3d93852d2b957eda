import { describe, expect, it } from 'vitest';
import { type ArchiveLayout, createLayoutBuilder } from '../../../transfer/zip/layout.ts';
import { createLayoutCache } from './layout-cache.ts';

function layoutOf(count: number): ArchiveLayout {
  const builder = createLayoutBuilder();
  for (let index = 0; index < count; index += 1)
    builder.add({ key: `${index}`, path: `${index}`, size: 1, crc32: 0, modified: 0 });
  return builder.finish();
}

/** A request that counts how often it was computed. */
function requestOf(key: string, count = 1000) {
  const request = {
    key,
    fileCount: count,
    computed: 0,
    async layOut() {
      request.computed += 1;
      return layoutOf(count);
    },
  };
  return request;
}

const room = 4096 + 1000 * 160;

describe('the cache of layouts', () => {
  it('computes one layout for all who ask at a time and later', async () => {
    const cache = createLayoutCache({ maxBytes: room * 10 });
    const request = requestOf('a');
    const leases = await Promise.all([cache.acquire(request), cache.acquire(request)]);
    for (const lease of leases) lease.release();
    const later = await cache.acquire(request);
    expect(request.computed).toBe(1);
    expect(later.layout).toBe(leases[0]?.layout);
    await cache.acquire(requestOf('b'));
    expect((await cache.acquire(request)).layout).toBe(later.layout);
  });

  it('forgets the one that was not used for the longest time', async () => {
    const cache = createLayoutCache({ maxBytes: room * 1.5 });
    const [a, b, c] = [requestOf('a'), requestOf('b'), requestOf('c', 1500)];
    for (const request of [a, b, a, c]) (await cache.acquire(request)).release();
    for (const request of [c, a]) (await cache.acquire(request)).release();
    expect([a.computed, b.computed, c.computed]).toEqual([2, 1, 1]);
  });

  it('refuses what has no room beside those in use, until one of them ends', async () => {
    const cache = createLayoutCache({ maxBytes: room * 1.5 });
    const first = await cache.acquire(requestOf('a', 1500));
    await expect(cache.acquire(requestOf('b', 1500))).rejects.toMatchObject({
      code: 'overloaded',
      params: { seconds: 30 },
    });
    expect((await cache.acquire(requestOf('a', 1500))).layout).toBe(first.layout);
    first.release();
    first.release();
    await expect(cache.acquire(requestOf('b', 1500))).rejects.toMatchObject({ code: 'overloaded' });
  });

  it('lets one through that is larger than all the room', async () => {
    const cache = createLayoutCache({ maxBytes: 1 });
    const lease = await cache.acquire(requestOf('a'));
    expect(lease.layout.count).toBe(1000);
    lease.release();
    expect((await cache.acquire(requestOf('b'))).layout.count).toBe(1000);
  });

  it('does not keep a failure', async () => {
    const cache = createLayoutCache({ maxBytes: room });
    const failing = { key: 'a', fileCount: 1, layOut: () => Promise.reject(new Error('no database')) };
    await expect(cache.acquire(failing)).rejects.toThrow('no database');
    expect((await cache.acquire(requestOf('a'))).layout.count).toBe(1000);
  });
});
