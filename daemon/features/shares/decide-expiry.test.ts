import { describe, expect, it } from 'vitest';
import { decideExpiry, defaultExpiration } from './decide-expiry.ts';

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
    expect(() => decideExpiry('never', rules)).toThrow('share_expiration_too_late');
  });
});

describe('defaultExpiration', () => {
  it('is shortened to the maximum', () => {
    expect(defaultExpiration('7-days', { now, maxHours: 0 })).toBe('7-days');
    expect(defaultExpiration('7-days', { now, maxHours: 1 })).toBe('2026-01-31T13:00:00.000Z');
  });
});
