import { expect, it } from 'vitest';
import { createCliTranslator } from '../context.ts';
import { expirationText } from './expiration-text.ts';

it.each([
  ['1-day', '1 day'],
  ['7-days', '7 days'],
  ['2-weeks', '2 weeks'],
  ['3-months', '3 months'],
  ['90-minutes', '90 minutes'],
  ['never', 'never'],
])('writes %s as %s', (expression, words) => {
  expect(expirationText(createCliTranslator({}), expression)).toBe(words);
});

it('writes a moment as a date', () => {
  expect(expirationText(createCliTranslator({}), '2030-05-06T12:00:00Z')).toMatch(/^May 6, 2030, /);
});
