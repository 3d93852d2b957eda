import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatDay,
  formatDeadline,
  formatDuration,
  formatPastDay,
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
    expect(plain(formatSpeed('fr', 1_250_000))).toBe('1,3 Mo/s');
    expect(plain(formatSpeed('en', 512))).toBe('512 byte/s');
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
  const now = new Date(2025, 0, 1, 8, 0);
  it.each([
    [new Date(2025, 0, 8, 7, 59), 'in 7 days'],
    [new Date(2025, 0, 1, 6, 0), '2 hours ago'],
    [new Date(2025, 0, 1, 8, 0, 10), 'now'],
    [new Date(2025, 0, 1, 22, 0), 'in 14 hours'],
    [new Date(2025, 0, 2, 22, 0), 'tomorrow'],
    [new Date(2025, 0, 3, 6, 0), 'in 2 days'],
    [new Date(2024, 11, 31, 7, 0), 'yesterday'],
    [new Date(2025, 0, 31, 8, 0), 'in 30 days'],
    [new Date(2025, 3, 1, 8, 0), 'in 3 months'],
    [new Date(2026, 0, 1, 8, 0), 'in 1 year'],
  ])('%s is %s', (moment, expected) => {
    expect(formatRelative('en', moment, now)).toBe(expected);
  });
});

describe('formatDeadline', () => {
  const now = new Date(2025, 10, 20, 8, 0);
  it.each([
    ['en-GB', new Date(2025, 10, 28, 18, 50), 'Fri 28 Nov'],
    ['en-US', new Date(2025, 10, 28, 18, 50), 'Fri, Nov 28'],
    ['en-GB', new Date(2026, 0, 3, 18, 50), 'Sat, 3 Jan 2026'],
    ['en-GB', new Date(2025, 10, 20, 18, 50), 'Thu 20 Nov, 18:50'],
  ])('in %s, %s is %s', (locale, moment, expected) => {
    expect(plain(formatDeadline(locale, moment, now))).toBe(expected);
  });
});

describe('formatPastDay', () => {
  const now = new Date(2025, 10, 20, 8, 0);
  it.each([
    ['en-GB', new Date(2025, 10, 20, 0, 5), 'today'],
    ['en-GB', new Date(2025, 10, 19, 23, 50), 'yesterday'],
    ['en-GB', new Date(2025, 10, 14, 12, 0), 'Friday'],
    ['en-GB', new Date(2025, 10, 13, 12, 0), '13 Nov'],
    ['en-US', new Date(2025, 10, 13, 12, 0), 'Nov 13'],
    ['de', new Date(2025, 10, 19, 12, 0), 'gestern'],
    ['en-GB', new Date(2024, 10, 13, 12, 0), '13 Nov 2024'],
    // A clock that was ahead
    ['en-GB', new Date(2025, 10, 23, 12, 0), '23 Nov'],
  ])('in %s, %s is %s', (locale, moment, expected) => {
    expect(plain(formatPastDay(locale, moment, now))).toBe(expected);
  });
});
