import { expect, it } from 'vitest';
import { decideSessionEnd, graceTime, keepInGrace } from './policy.ts';

const hour = 3_600_000;
const day = 24 * hour;

it.each([
  { name: 'a short session ends by its age', ageDays: 0, maxHours: 24, leftDays: 1 },
  { name: 'use does not prolong a session beyond its age', ageDays: 80, maxHours: 2160, leftDays: 10 },
  { name: 'an unused session ends after 30 days', ageDays: 0, maxHours: 2160, leftDays: 30 },
  { name: 'a session older than allowed has ended', ageDays: 5, maxHours: 24, leftDays: -4 },
])('$name', ({ ageDays, maxHours, leftDays }) => {
  const now = 1000 * day;
  const end = decideSessionEnd({ createdAt: now - ageDays * day, now, maxHours });
  expect((end - now) / day).toBe(leftDays);
});

it('forgives replaced tokens for the grace time, and not too many', () => {
  const now = 1_000_000;
  const spent = [
    { hash: 'old', at: now - graceTime - 1 },
    { hash: 'recent', at: now - graceTime },
  ];
  expect(keepInGrace(spent, now)).toEqual([{ hash: 'recent', at: now - graceTime }]);
  const many = Array.from({ length: 100 }, (_, index) => ({ hash: `${index}`, at: now }));
  expect(keepInGrace(many, now).at(-1)?.hash).toBe('99');
  expect(keepInGrace(many, now).length).toBeLessThan(50);
});
