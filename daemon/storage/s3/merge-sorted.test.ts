import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergeSorted } from './merge-sorted.ts';

async function* stream(keys: readonly string[]) {
  yield* keys;
}

it('finds what is in both streams, and what is in one of them', async () => {
  const keys = fc
    .uniqueArray(fc.string({ unit: 'grapheme-ascii', maxLength: 3 }))
    .map((all) => [...all].sort());
  await fc.assert(
    fc.asyncProperty(keys, keys, async (left, right) => {
      const seen: string[] = [];
      for await (const merged of mergeSorted(stream(left), stream(right), (key) => key)) {
        const key = merged.left ?? merged.right ?? '';
        seen.push(key);
        expect(merged).toEqual({
          left: left.includes(key) ? key : undefined,
          right: right.includes(key) ? key : undefined,
        });
      }
      expect(seen).toEqual([...new Set([...left, ...right])].sort());
    }),
  );
});
