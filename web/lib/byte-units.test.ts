import { describe, expect, it } from 'vitest';
import { readSize, writeSize } from './byte-units.ts';

describe('sizes', () => {
  it.each([
    ['10', 10_000_000_000],
    ['0.5', 500_000_000],
    ['1,5', 1_500_000_000],
    [' 2 ', 2_000_000_000],
  ])('reads %j gigabytes', (text, bytes) => expect(readSize(text, 'GB')).toBe(bytes));

  it('are read with a point or a comma', () => {
    expect(readSize('2.5', 'GB')).toBe(2_500_000_000);
    expect(readSize(' 2,5 ', 'MB')).toBe(2_500_000);
  });

  it.each(['', 'ten', '-1', '1e3', '0', '0.0000000001', 'much', '1 GB'])('takes %j for no number', (text) => {
    expect(readSize(text, 'GB')).toBeNaN();
  });

  it.each([10_000_000_000, 123_456_789, 1])('writes %d gigabytes so that they are read again', (bytes) => {
    expect(readSize(writeSize(bytes, 'GB').amount, 'GB')).toBe(bytes);
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
