import { describe, expect, it } from 'vitest';
import { readGigabytes, writeGigabytes } from './gigabytes.ts';

describe('gigabytes', () => {
  it.each([
    ['10', 10_000_000_000],
    ['0.5', 500_000_000],
    ['1,5', 1_500_000_000],
    [' 2 ', 2_000_000_000],
  ])('reads %j', (text, bytes) => expect(readGigabytes(text)).toBe(bytes));

  it.each(['', 'ten', '-1', '1e3', '0', '0.0000000001'])('takes %j for no number', (text) => {
    expect(readGigabytes(text)).toBeNaN();
  });

  it.each([10_000_000_000, 123_456_789, 1])('writes %d so that it is read again', (bytes) => {
    expect(readGigabytes(writeGigabytes(bytes))).toBe(bytes);
  });
});
