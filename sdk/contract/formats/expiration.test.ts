import { describe, expect, it } from 'vitest';
import { isExpiration, resolveExpiration } from './expiration.ts';

const resolve = (text: string, now: string) => resolveExpiration(text, new Date(now))?.toISOString() ?? null;

describe('an expiry expression', () => {
  it.each([
    ['30-minutes', '2030-05-01T12:30:00.000Z'],
    ['1-hour', '2030-05-01T13:00:00.000Z'],
    ['7-days', '2030-05-08T12:00:00.000Z'],
    ['2-weeks', '2030-05-15T12:00:00.000Z'],
    ['1-month', '2030-06-01T12:00:00.000Z'],
    ['10-years', '2040-05-01T12:00:00.000Z'],
    ['10000-days', '2057-09-16T12:00:00.000Z'],
  ])('%s is added to the moment of now', (text, expected) => {
    expect(resolve(text, '2030-05-01T12:00:00Z')).toBe(expected);
  });

  it.each([
    ['1-month', '2030-01-31T10:00:00Z', '2030-02-28T10:00:00.000Z'],
    ['1-month', '2028-01-31T10:00:00Z', '2028-02-29T10:00:00.000Z'],
    ['3-months', '2030-08-31T10:00:00Z', '2030-11-30T10:00:00.000Z'],
    ['13-months', '2030-12-31T10:00:00Z', '2032-01-31T10:00:00.000Z'],
    ['1-year', '2028-02-29T10:00:00Z', '2029-02-28T10:00:00.000Z'],
    ['4-years', '2028-02-29T10:00:00Z', '2032-02-29T10:00:00.000Z'],
  ])('%s after %s ends at the last day of a shorter month', (text, now, expected) => {
    expect(resolve(text, now)).toBe(expected);
  });

  it('never is no moment', () => {
    expect(resolve('never', '2030-05-01T12:00:00Z')).toBeNull();
  });

  it.each([
    ['2030-05-01T12:00:00Z', '2030-05-01T12:00:00.000Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    ['2030-05-01T12:00+02:00', '2030-05-01T10:00:00.000Z'],
    ['2030-05-01T12:00:00.5-01:00', '2030-05-01T13:00:00.500Z'],
  ])('%s is a moment of its own', (text, expected) => {
    expect(resolve(text, '2000-01-01T00:00:00Z')).toBe(expected);
  });

  it.each([
    '',
    'Never',
    '0-days',
    '01-days',
    '-1-days',
    '1.5-days',
    '10001-days',
    '1001-years',
    '99999-years',
    '100000-minutes',
    '7 days',
    '7-fortnights',
    '7-days ',
    '7-days\n',
    'days',
    '2030-05-01',
    '2030-05-01T12:00:00',
    '2030-13-01T12:00:00Z',
    '2030-05-01T25:00:00Z',
    '2030-05-00T12:00:00Z',
    '2030-02-29T00:00:00Z',
    '2030-02-30T00:00:00Z',
    '2030-04-31T00:00:00+02:00',
    '10000-01-01T00:00:00Z',
  ])('%j is refused', (text) => {
    expect(isExpiration(text)).toBe(false);
    expect(() => resolveExpiration(text, new Date())).toThrow(RangeError);
  });

  it.each(['1000-years', '10000-months'])('%s still ends in a year of four digits', (text) => {
    expect(resolve(text, '2030-05-01T12:00:00Z')).toMatch(/^\d{4}-/);
  });
});
