import { describe, expect, it } from 'vitest';
import { KeyExpires, Moment, resolveMoment } from './time-spans.ts';

describe('the life of a key', () => {
  it.each([
    ['90d', 90],
    ['2w', 14],
    ['6mo', 180],
    ['1y', 365],
    ['30-days', 30],
    ['10y', 3650],
    ['never', null],
  ])('of %s is %s days', (text, days) => {
    expect(KeyExpires.parse(text)).toBe(days);
  });

  it.each(['12h', '0d', '11y', '90', 'soon', '2030-01-01'])('of "%s" is refused', (text) => {
    expect(KeyExpires.safeParse(text).success).toBe(false);
  });
});

describe('a moment', () => {
  const now = new Date('2030-03-31T12:00:00Z');

  it.each([
    ['7d', '2030-03-24T12:00:00.000Z'],
    ['90min', '2030-03-31T10:30:00.000Z'],
    ['1mo', '2030-02-28T12:00:00.000Z'],
    ['1-year', '2029-03-31T12:00:00.000Z'],
    ['2030-01-02T03:04:05Z', '2030-01-02T03:04:05.000Z'],
    ['2030-01-02T03:04+02:00', '2030-01-02T01:04:00.000Z'],
  ])('%s is %s', (text, expected) => {
    expect(resolveMoment(text, now)?.toISOString()).toBe(expected);
  });

  it('of a date alone is the beginning of that day, here', () => {
    expect(resolveMoment('2030-01-02', now)).toEqual(new Date(2030, 0, 2));
  });

  it.each(['never', 'yesterday', '', '7', '2030-13-01', '02.01.2030'])('is not "%s"', (text) => {
    expect(Moment.safeParse(text).success).toBe(false);
  });
});
