import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeSource } from '../../testing/memory-upload.ts';
import { RateLimit } from '../core/rate-limit.ts';
import { toFileContent } from './content.ts';
import { chooseChunkSize, toTusSource } from './tus-source.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const rateLimit = () => new RateLimit(100_000);

it('sends a second of a limited rate per request in browsers, and never more than a chunk', () => {
  expect(chooseChunkSize({ rateLimit: rateLimit() }, { chunkSize: 5_000_000 })).toBe(100_000);
  expect(chooseChunkSize({ rateLimit: new RateLimit(4000) }, { chunkSize: 5_000_000 })).toBe(65_536);
  expect(chooseChunkSize({ rateLimit: rateLimit() }, { chunkSize: 50_000 })).toBe(50_000);
  expect(chooseChunkSize({}, { chunkSize: 5_000_000 })).toBe(5_000_000);
});

it('lets the next request of a browser wait until the bytes before it have passed', async () => {
  const content = toFileContent({ ...makeSource('a', 300_000), open: () => new Blob(['x']) });
  const { signal } = new AbortController();
  const source = toTusSource({ content, signal }, { rateLimit: rateLimit() }, () => {});
  await source.slice(0, 100_000);
  let isReady = false;
  const next = source.slice(100_000, 200_000).then(() => {
    isReady = true;
  });
  await vi.advanceTimersByTimeAsync(900);
  expect(isReady).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  await next;
  expect(isReady).toBe(true);
});
