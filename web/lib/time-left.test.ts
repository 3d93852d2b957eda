import { expect, it } from 'vitest';
import { timeLeft } from './time-left.ts';

const now = new Date('2030-01-01T12:00:00Z');
const inHours = (hours: number) => timeLeft(new Date(now.getTime() + hours * 3_600_000), now);

it.each([
  [24 * 7 - 5, 'day', 7, false],
  [24 * 30, 'day', 30, false],
  [24 * 365, 'month', 12, false],
  [24 * 365 * 3, 'year', 3, false],
  [30, 'day', 1, false],
  [23.5, 'hour', 23, true],
  [1, 'hour', 1, true],
  [0.5, 'minute', 30, true],
  [0.001, 'minute', 1, true],
])('%d hours are said in one unit', (hours, unit, count, isShort) => {
  expect(inHours(hours)).toEqual({ unit, count, isShort });
});

it('has nothing left when the moment has passed', () => expect(inHours(-1)).toBeNull());
