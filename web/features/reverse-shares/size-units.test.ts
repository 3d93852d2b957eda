import { describe, expect, it } from 'vitest';
import { readSize, writeSize } from './size-units.ts';

describe('sizes', () => {
  it('are read with a point or a comma', () => {
    expect(readSize('2.5', 'GB')).toBe(2_500_000_000);
    expect(readSize(' 2,5 ', 'MB')).toBe(2_500_000);
  });

  it('are no sizes when they are nothing, negative or words', () => {
    for (const amount of ['0', '-1', 'much', '1 GB']) expect(readSize(amount, 'GB'), amount).toBeNaN();
  });

  it('come back as they were written', () => {
    for (const bytes of [1, 999_999_999, 1_000_000_000, 2_345_678_901]) {
      const { amount, unit } = writeSize(bytes);
      expect(readSize(amount, unit)).toBe(bytes);
    }
    expect(writeSize(1_500_000_000)).toEqual({ amount: '1.5', unit: 'GB' });
    expect(writeSize(250_000_000)).toEqual({ amount: '250', unit: 'MB' });
  });
});
