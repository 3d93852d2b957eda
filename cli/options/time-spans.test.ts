import { describe, expect, it } from 'vitest';
import { KeyExpires, Moment, readDays, resolveMoment } from './time-spans.ts';

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

  it.each([
    ['2030-03-31', new Date(2030, 2, 30, 12)],
    ['2030-04-01', new Date(2030, 2, 30, 23, 59)],
    ['2030-12-31', new Date(2030, 11, 1, 0, 1)],
  ])('until %s ends on that day', (text, now) => {
    const end = new Date(now.getTime() + (readDays(text, now) ?? 0) * 86_400_000);
    expect(end.getDate()).toBe(Number(text.slice(-2)));
  });

  it('until a date is read like every other', () => {
    const today = new Date();
    const date = `${today.getFullYear() + 2}-06-30`;
    expect(KeyExpires.parse(date)).toBe(readDays(date, today));
  });

  it('until today or before is refused', () => {
    const now = new Date(2030, 2, 30, 12);
    for (const text of ['2030-03-30', '2030-03-29', '2030-02-30', '2041-01-01'])
      expect(readDays(text, now)).toBeUndefined();
  });

  it.each(['12h', '0d', '11y', '90', 'soon', '2020-01-01'])('of "%s" is refused', (text) => {
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

  it.each(['never', 'yesterday', '', '7', '2030-13-01', '2030-02-30', '2030-02-30T12:00Z', '02.01.2030'])(
    'is not "%s"',
    (text) => {
      expect(Moment.safeParse(text).success).toBe(false);
    },
  );
});
