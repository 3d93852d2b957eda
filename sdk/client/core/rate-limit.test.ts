import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeSource, setUp } from '../../testing/memory-upload.ts';
import { limitingRate, RateLimit } from './rate-limit.ts';
import type { TransportResponse } from './transport.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function* contentOf(bytes: number) {
  yield new Uint8Array(bytes);
}

/** Counts the bytes that have come through. */
function read(chunks: AsyncIterable<Uint8Array>): { bytes: number } {
  const count = { bytes: 0 };
  void (async () => {
    for await (const chunk of chunks) count.bytes += chunk.byteLength;
  })();
  return count;
}

describe('a rate limit', () => {
  it('is shared by all transfers, which move in turn', async () => {
    const limit = new RateLimit(8000);
    const counts = [read(limit.pace(contentOf(10_000))), read(limit.pace(contentOf(10_000)))];
    await vi.advanceTimersByTimeAsync(999);
    expect(counts.map(({ bytes }) => bytes)).toEqual([4000, 4000]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(counts.map(({ bytes }) => bytes)).toEqual([10_000, 10_000]);
  });

  it('does not save up what was not used', async () => {
    const limit = new RateLimit(8000);
    await limit.take(1000);
    await vi.advanceTimersByTimeAsync(60_000);
    const count = read(limit.pace(contentOf(20_000)));
    await vi.advanceTimersByTimeAsync(999);
    expect(count.bytes).toBe(8000);
  });

  it('stops waiting when the transfer is stopped', async () => {
    const limit = new RateLimit(4000);
    await limit.take(100_000);
    const stop = new AbortController();
    const waiting = limit.take(1, stop.signal);
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });

  it('refuses a rate at which servers would end the transfer', () => {
    expect(() => new RateLimit(3999)).toThrow(RangeError);
  });

  it('slows the content of responses down', async () => {
    const response = { status: 200, chunks: () => contentOf(16_000) };
    const transport = limitingRate(
      { send: async () => response as TransportResponse & typeof response },
      new RateLimit(8000),
    );
    const { chunks } = await transport.send({ method: 'GET', path: '/' });
    const count = read(chunks());
    await vi.advanceTimersByTimeAsync(999);
    expect(count.bytes).toBe(8000);
  });
});

describe('an upload with a limited rate', () => {
  it.each([true, false])('sends no more than that in any second, with bundles: %s', async (bundles) => {
    const { server, upload } = setUp();
    const sources = Array.from({ length: 4 }, (_, i) => makeSource(`f${i}`, 10_000));
    const { finished } = upload(sources, { limitRate: 8000, bundles });
    const perSecond: number[] = [];
    while (server.bytesReceived < 40_000) {
      const before = server.bytesReceived;
      await vi.advanceTimersByTimeAsync(1000);
      perSecond.push(server.bytesReceived - before);
    }
    expect((await finished).bytes).toBe(40_000);
    expect(Math.max(...perSecond)).toBeGreaterThan(7000);
    expect(Math.max(...perSecond)).toBeLessThanOrEqual(9000);
  });
});
