import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatDay,
  formatDuration,
  formatPercent,
  formatRelative,
  formatShortDay,
  formatSpeed,
} from './format.ts';
import { localeCodes } from './locales.ts';

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('formatBytes', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1 kB'],
    [999_960, '1 MB'],
    [2_300_000_000, '2.3 GB'],
    [Number.MAX_SAFE_INTEGER, '9 PB'],
  ])('%d is %s', (bytes, expected) => {
    expect(plain(formatBytes('en', bytes))).toBe(expected);
  });

  it('follows the language', () => {
    expect(plain(formatBytes('de', 2_300_000_000))).toBe('2,3 GB');
    for (const code of localeCodes) expect(formatBytes(code, 5_000_000)).toMatch(/\S/);
  });

  it('writes speeds', () => {
    expect(plain(formatSpeed('en', 1_250_000))).toBe('1.3 MB/s');
  });
});

describe('formatPercent', () => {
  it('reaches 100 only at the end', () => {
    expect(formatPercent('en', 0.9999)).toBe('99%');
    expect(formatPercent('en', 1)).toBe('100%');
  });
});

describe('formatDay', () => {
  it('names the same day in every time zone', () => {
    expect(formatDay('en-GB', '2025-11-21')).toBe('21 Nov 2025');
    expect(formatShortDay('en-GB', '2025-11-21')).toBe('21 Nov');
  });
});

describe('formatDuration', () => {
  it.each([
    [0, '0 sec'],
    [59.6, '1 min'],
    [200, '3 min 20 sec'],
    [3600, '1 hr'],
    [90_061, '1 day 1 hr'],
  ])('%d seconds are %s', (seconds, expected) => {
    expect(plain(formatDuration('en', seconds))).toBe(expected);
  });
});

describe('formatRelative', () => {
  const now = new Date('2025-01-01T00:00:00Z');
  it.each([
    ['2025-01-07T23:50:00Z', 'in 7 days'],
    ['2024-12-31T22:00:00Z', '2 hours ago'],
    ['2025-01-01T00:00:10Z', 'now'],
    ['2026-01-01T12:00:00Z', 'next year'],
  ])('%s is %s', (moment, expected) => {
    expect(formatRelative('en', moment, now)).toBe(expected);
  });
});
