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

  it.each(['0d', '1x', 'd', '-1d', 'tomorrow', '99999d', ''])('refuses %s', (text) => {
    expect(Expires.safeParse(text).success).toBe(false);
  });
});
