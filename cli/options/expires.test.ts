import { describe, expect, it } from 'vitest';
import { Expires, expandExpiration } from './expires.ts';

describe('expandExpiration', () => {
  it.each([
    ['30m', '30-minutes'],
    ['12h', '12-hours'],
    ['1d', '1-day'],
    ['2w', '2-weeks'],
    ['3mo', '3-months'],
    ['1y', '1-year'],
    ['never', 'never'],
    ['7-days', '7-days'],
    ['2030-01-01T00:00:00Z', '2030-01-01T00:00:00Z'],
  ])('reads %s as %s', (text, expected) => {
    expect(expandExpiration(text)).toBe(expected);
    expect(Expires.parse(text)).toBe(expected);
  });

  it.each(['2030-12-31', '2028-02-29', '2030-03-31', '2030-10-27'])(
    'reads %s as the end of that day here',
    (text) => {
      const end = new Date(Expires.parse(text));
      expect(end.toISOString()).toBe(Expires.parse(text));
      const [year, month, day] = text.split('-').map(Number);
      expect([end.getFullYear(), end.getMonth() + 1, end.getDate()]).toEqual([year, month, day]);
      expect([end.getHours(), end.getMinutes(), end.getSeconds()]).toEqual([23, 59, 59]);
    },
  );

  it.each(['2030-02-29', '2030-13-01', '2030-00-10', '2030-04-31', '0050-01-01', '2030-1-1', '31.12.2030'])(
    'refuses %s, which is no date',
    (text) => {
      expect(Expires.safeParse(text).success).toBe(false);
    },
  );

  it.each(['0d', '1x', 'd', '-1d', 'tomorrow', '99999d', ''])('refuses %s', (text) => {
    expect(Expires.safeParse(text).success).toBe(false);
  });
});
