import { describe, expect, it } from 'vitest';
import { parseBytes, Quota, Rate } from './amounts.ts';

describe('parseBytes', () => {
  it.each([
    ['4096', 4096],
    ['10GB', 10_000_000_000],
    ['10 gb', 10_000_000_000],
    ['1.5TB', 1_500_000_000_000],
    ['500kB', 500_000],
    ['500k', 500_000],
    ['10G', 10_000_000_000],
    ['7 B', 7],
    ['512MiB', 536_870_912],
    ['0', 0],
  ])('reads %s as %d bytes', (text, bytes) => {
    expect(parseBytes(text)).toBe(bytes);
  });

  it.each(['', 'GB', '10GBs', '-1', '1e9', '10 apples', '1.2.3', '10000PB', '1,5GB'])(
    'refuses "%s"',
    (text) => {
      expect(parseBytes(text)).toBeNull();
    },
  );
});

describe('a quota', () => {
  it.each([
    ['10GB', 10_000_000_000],
    ['none', 0],
    ['default', null],
  ])('of %s is %s', (text, quota) => {
    expect(Quota.parse(text)).toBe(quota);
  });

  it.each(['0', '0GB', 'unlimited', ''])('of "%s" is refused: nothing would mean no limit', (text) => {
    expect(Quota.safeParse(text).success).toBe(false);
  });
});

describe('a rate', () => {
  it.each([
    ['500k', 500_000],
    ['2M', 2_000_000],
    ['1MiB', 1_048_576],
  ])('of %s is %d bytes per second', (text, rate) => {
    expect(Rate.parse(text)).toBe(rate);
  });

  it.each(['0', '3k', 'fast', ''])('of "%s" is refused: a transfer would hardly move', (text) => {
    expect(Rate.safeParse(text).success).toBe(false);
  });
});
