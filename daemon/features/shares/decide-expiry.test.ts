import { describe, expect, it } from 'vitest';
import { decideExpiry, defaultExpiration, expiryAtPublication } from './decide-expiry.ts';

const now = Date.parse('2026-01-31T12:00:00Z');
const hour = 3_600_000;

describe('decideExpiry', () => {
  it('takes a time span, a date and never', () => {
    const rules = { now, maxHours: 0 };
    expect(decideExpiry('2-hours', rules)).toBe(now + 2 * hour);
    expect(decideExpiry('2026-02-01T00:00:00Z', rules)).toBe(Date.parse('2026-02-01T00:00:00Z'));
    expect(decideExpiry('never', rules)).toBeNull();
  });

  it('refuses a moment in the past', () => {
    expect(() => decideExpiry('2026-01-31T11:59:59Z', { now, maxHours: 0 })).toThrow('share_expiration_past');
  });

  it('refuses more than the maximum, and never when there is one', () => {
    const rules = { now, maxHours: 24 };
    expect(decideExpiry('1-day', rules)).toBe(now + 24 * hour);
    expect(() => decideExpiry('25-hours', rules)).toThrow('share_expiration_too_late');
    expect(() => decideExpiry('61-minutes', { now, maxHours: 1 })).toThrow('share_expiration_too_late');
    expect(() => decideExpiry('never', rules)).toThrow('share_expiration_too_late');
  });
});

it('takes the latest date that a form offers, though a moment has passed since', () => {
  const at = (milliseconds: number) => new Date(now + milliseconds).toISOString();
  expect(decideExpiry(at(hour + 59_000), { now, maxHours: 1 })).toBe(now + hour + 59_000);
  expect(() => decideExpiry(at(hour + 61_000), { now, maxHours: 1 })).toThrow('share_expiration_too_late');
});

describe('expiryAtPublication', () => {
  it('counts a time span from now, also one that would be over', () => {
    const draft = { expiration: '1-hour', expiresAt: now - hour };
    expect(expiryAtPublication(draft, { now, maxHours: 0 })).toBe(now + hour);
  });

  it.each([now, now - hour])('refuses a date that has passed', (expiresAt) => {
    const draft = { expiration: new Date(expiresAt).toISOString(), expiresAt };
    expect(() => expiryAtPublication(draft, { now, maxHours: 24 })).toThrow('share_expiration_past');
  });

  it('keeps a date that is still ahead, and never', () => {
    const rules = { now, maxHours: 0 };
    expect(expiryAtPublication({ expiration: 'never', expiresAt: null }, rules)).toBeNull();
    const draft = { expiration: new Date(now + 1).toISOString(), expiresAt: now + 1 };
    expect(expiryAtPublication(draft, rules)).toBe(now + 1);
  });
});

describe('defaultExpiration', () => {
  it('is shortened to the maximum', () => {
    expect(defaultExpiration('7-days', { now, maxHours: 0 })).toBe('7-days');
    expect(defaultExpiration('7-days', { now, maxHours: 1 })).toBe('1-hours');
    expect(defaultExpiration('never', { now, maxHours: 10_001 })).toBe('2027-03-24T05:00:00.000Z');
  });
});
