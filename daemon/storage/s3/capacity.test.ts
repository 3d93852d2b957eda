import { expect, it } from 'vitest';
import { createS3Capacity } from './capacity.ts';

it('is what the stored bytes leave of the limit, for everybody who asks at the same time', async () => {
  let queries = 0;
  const index = {
    async storedBytes() {
      queries += 1;
      return 4;
    },
  };
  const { freeBytes } = createS3Capacity(1000, index);
  expect(await Promise.all([freeBytes(), freeBytes()])).toEqual([996, 996]);
  expect(await freeBytes()).toBe(996);
  expect(queries).toBe(1);
});

it('asks again after a query that failed', async () => {
  const answers = [Promise.reject(new Error('away')), Promise.resolve(4)];
  const { freeBytes } = createS3Capacity(1000, { storedBytes: async () => (await answers.shift()) ?? 0 });
  await expect(freeBytes()).rejects.toThrow('away');
  expect(await freeBytes()).toBe(996);
});

it('is never less than nothing, and has no end without a limit', async () => {
  const index = { storedBytes: async () => 2000 };
  expect(await createS3Capacity(1000, index).freeBytes()).toBe(0);
  expect(await createS3Capacity(null, index).freeBytes()).toBe(Number.POSITIVE_INFINITY);
});
