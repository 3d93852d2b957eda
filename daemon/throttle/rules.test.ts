import { expect, it } from 'vitest';
import { configRegistry } from '#sdk/contract/config.js';
import { UploadId } from '#sdk/contract/formats/primitives.js';
import { maxRecipients } from '#sdk/contract/shares/inputs.js';
import { mostWrongCodes } from '../features/auth/policy.ts';
import { createQuestionLimit } from '../features/uploads/question-limit.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { type ThrottledAction, throttleRules, type Window } from './rules.ts';

/** The limits that the security requirements name, in their words; every other rule is our own. */

const windowOf = (text: string): Window => {
  const [hits = '', length = '', unit = ''] = text.split(/ \/ | /);
  const units: Record<string, number> = { s: 1000, min: 60_000, h: 3_600_000, day: 86_400_000 };
  return { hits: Number(hits), ms: Number(length) * (units[unit] ?? Number.NaN) };
};

const required: [ThrottledAction, { ip?: string; subject?: string; afterwards?: string }][] = [
  ['signIn', { ip: '20 / 5 min', subject: '10 / 15 min', afterwards: '1 / 30 s' }],
  ['totp', { ip: '20 / 15 min', subject: '10 / 15 min' }],
  ['signUp', { ip: '10 / 1 h' }],
  ['resetRequest', { ip: '5 / 15 min' }],
  ['resetMail', { subject: '3 / 1 h' }],
  ['link', { ip: '20 / 1 h' }],
  ['sharePassword', { ip: '20 / 5 min', subject: '50 / 1 h', afterwards: '1 / 5 s' }],
  ['unknownShare', { ip: '60 / 10 min' }],
  ['anonymousShare', { ip: '20 / 1 h' }],
  ['uploadCreation', { ip: '600 / 1 min' }],
  ['recipientMail', { subject: '100 / 1 day' }],
  ['testMail', { subject: '5 / 10 min' }],
];

it.each(required)('limits %s as required', (action, texts) => {
  const windows = Object.entries(texts).map(([name, text]) => [name, windowOf(text)]);
  expect(throttleRules[action]).toEqual(Object.fromEntries(windows));
});

it('limits what is counted elsewhere as required', () => {
  expect(mostWrongCodes).toBe(5);
  expect(maxRecipients).toBe(50);
  expect(configRegistry['share.maxFiles'].default).toBe(100_000);
  const clock = createFakeClock();
  const ask = createQuestionLimit(clock);
  const id = UploadId.parse('a'.repeat(32));
  for (let asked = 0; asked < 30; asked += 1) ask(id);
  expect(() => ask(id)).toThrow('too_many_requests');
  clock.advance(60_000);
  expect(() => ask(id)).not.toThrow();
});
