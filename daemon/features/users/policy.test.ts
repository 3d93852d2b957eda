import { describe, expect, it } from 'vitest';
import { Username } from '#sdk/contract/formats/primitives.js';
import { emailKey, isEmailIdentifier, isFresh, usernameKey } from './policy.ts';

describe('normal forms', () => {
  it.each([
    ['Ann@Example.ORG', 'ann@example.org'],
    ['ann+tag@example.org', 'ann+tag@example.org'],
  ])('compares the address %s as %s', (email, key) => {
    expect(emailKey(email)).toBe(key);
  });

  it.each([
    ['Ann_B.2', 'ann_b.2'],
    // Full-width letters and the Kelvin sign fold to plain ones.
    ['\uff21nn', 'ann'],
    ['\u212aen', 'ken'],
  ])('compares the user name %s as %s', (username, key) => {
    expect(usernameKey(username)).toBe(key);
  });
});

it.each(['ann@b', 'ann\u200b', 'аnn', 'a n', '\uff21nn', 'an'])('refuses the user name %j', (username) => {
  expect(Username.safeParse(username).success).toBe(false);
});

it.each([
  [0, true],
  [10 * 60_000, true],
  [10 * 60_000 + 1, false],
  [-1, false],
])('takes a sign-in %i ms ago for fresh: %s', (age, fresh) => {
  expect(isFresh(1_000_000, 1_000_000 + age)).toBe(fresh);
});

it('takes an identifier with an at-sign for an e-mail address', () => {
  expect(isEmailIdentifier('ann@example.org')).toBe(true);
  expect(isEmailIdentifier('ann')).toBe(false);
});
