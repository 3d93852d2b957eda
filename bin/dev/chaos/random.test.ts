import { expect, it } from 'vitest';
import { createRandom, deriveSeed } from './random.ts';

const draw = (seed: number) => {
  const random = createRandom(seed);
  return Array.from({ length: 1000 }, () => random.int(1, 6));
};

it('repeats itself with the same seed, and only then', () => {
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
  expect(deriveSeed(7, 'a')).not.toBe(deriveSeed(7, 'b'));
});

it('draws every number of a range', () => {
  expect(new Set(draw(1))).toEqual(new Set([1, 2, 3, 4, 5, 6]));
});

it('stays in the range of magnitudes', () => {
  const random = createRandom(3);
  const sizes = Array.from({ length: 1000 }, () => random.magnitude(100, 1_000_000));
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(100);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000_000);
  expect(sizes.filter((size) => size < 10_000).length).toBeGreaterThan(400);
});
