import { expect, it } from 'vitest';
import { toProfile } from './profile.ts';

const facts = {
  issuer: 'https://id.example',
  subject: '1',
  email: null,
  isEmailVerified: false,
  usernames: [],
};

it.each([
  ['Ada Lovelace 🎩', 'Ada Lovelace 🎩'],
  ['\u202egpj.ada\u0000\n', 'gpj.ada'],
  ['x'.repeat(5000), 'x'.repeat(255)],
  [`${'x'.repeat(254)}🎩`, 'x'.repeat(254)],
  ['\u0000', null],
  [null, null],
])('shows the name %j as it can be shown', (name, shown) => {
  expect(toProfile({ ...facts, name }).name).toBe(shown);
});
