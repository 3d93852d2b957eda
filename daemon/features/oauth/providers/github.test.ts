import { expect, it } from 'vitest';
import { github } from './github.ts';

/** Copied from GitHub's API reference. */
const user = {
  login: 'octocat',
  id: 583231,
  node_id: 'MDQ6VXNlcjU4MzIzMQ==',
  type: 'User',
  site_admin: false,
  name: 'monalisa octocat',
  email: 'public@example.org',
};
const other = { email: 'other@example.org', verified: true, primary: false, visibility: null };
const primary = { email: 'octocat@example.org', verified: true, primary: true, visibility: 'private' };

const identify = (emails: unknown, answer: unknown = user) =>
  github.identify(async (url) => {
    const answers: Record<string, unknown> = {
      'https://api.github.com/user': answer,
      'https://api.github.com/user/emails?per_page=100': emails,
    };
    return answers[url];
  });

it('names a person by the number, and takes the address from the list of addresses', async () => {
  expect(await identify([other, primary])).toEqual({
    issuer: 'https://github.com/login/oauth',
    subject: '583231',
    email: 'octocat@example.org',
    isEmailVerified: true,
    name: 'octocat',
    usernames: ['octocat'],
  });
});

it('vouches for no other address', async () => {
  const unverified = { ...primary, verified: false };
  expect(await identify([other, unverified])).toMatchObject({ email: primary.email, isEmailVerified: false });
  expect(await identify([other])).toMatchObject({ email: null, isEmailVerified: false });
});

it.each([
  [null, user],
  [{}, user],
  [[{ email: 'a@example.org', primary: true }], user],
  [[primary], { login: 'octocat' }],
  [[primary], { ...user, id: '583231' }],
])('does not guess from %j and %j', async (emails, answer) => {
  await expect(identify(emails, answer)).rejects.toThrow('Invalid input');
});
