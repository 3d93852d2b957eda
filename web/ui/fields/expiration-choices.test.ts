import { describe, expect, it } from 'vitest';
import { expirationChoices, formatAmount, initialExpiration, parseDuration } from './expiration-choices.ts';

const now = new Date('2030-01-01T00:00:00Z');

describe('expirationChoices', () => {
  it('offers the usual ones and never when nothing limits them', () => {
    expect(expirationChoices('7-days', 0, now)).toEqual([
      '1-hour',
      '1-day',
      '7-days',
      '1-month',
      '1-year',
      'never',
    ]);
  });

  it('offers nothing beyond the maximum, but the maximum itself', () => {
    expect(expirationChoices('7-days', 72, now)).toEqual(['1-hour', '1-day', '3-days']);
  });

  it('writes the maximum in days where it is so many', () => {
    expect(expirationChoices('7-days', 7200, now).at(-1)).toBe('300-days');
    expect(expirationChoices('7-days', 36, now).at(-1)).toBe('36-hours');
  });

  it('leaves out a maximum that no expiration can write', () => {
    expect(expirationChoices('7-days', 876_000, now).at(-1)).toBe('1-year');
  });

  it('puts an unusual default where it belongs', () => {
    expect(expirationChoices('3-days', 0, now).slice(0, 4)).toEqual(['1-hour', '1-day', '3-days', '7-days']);
  });
});

describe('initialExpiration', () => {
  it('is the default, however it is written', () => {
    expect(initialExpiration(expirationChoices('1-week', 0, now), '1-week', now)).toBe('7-days');
  });

  it('is the longest allowed when the default is too long', () => {
    expect(initialExpiration(expirationChoices('7-days', 72, now), '7-days', now)).toBe('3-days');
  });
});

describe('parseDuration', () => {
  it('reads amounts with their unit', () => {
    expect(parseDuration('7-days')).toEqual({ amount: 7, unit: 'day' });
    expect(parseDuration('never')).toBeNull();
    expect(parseDuration('2030-01-01T00:00:00Z')).toBeNull();
  });

  it('is written in the language', () => {
    expect(formatAmount({ amount: 7, unit: 'day' }, 'en')).toBe('7 days');
  });
});
