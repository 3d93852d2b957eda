import { expect, it } from 'vitest';
import { oidc } from './oidc.ts';

/** Copied from OpenID Connect Core 1.0, section 5.3.2. */
const claims = {
  iss: 'https://id.example.org',
  sub: '248289761001',
  name: 'Jane Doe',
  given_name: 'Jane',
  family_name: 'Doe',
  preferred_username: 'j.doe',
  nickname: 'jd',
  email: 'janedoe@example.com',
  email_verified: true,
};

const read = (more: object = {}, usernameClaim = '') =>
  oidc({ discoveryUri: 'https://id.example.org', usernameClaim, groupsClaim: '' }).toProfile({
    ...claims,
    ...more,
  });

it('names a person by the subject', () => {
  expect(read()).toEqual({
    issuer: 'https://id.example.org',
    subject: '248289761001',
    email: 'janedoe@example.com',
    isEmailVerified: true,
    name: 'j.doe',
    usernames: ['j.doe', 'jd', 'Jane Doe'],
  });
});

it('takes the user name from the claim that is set, if it is there', () => {
  expect(read({ 'https://example.org/login': 'jane' }, 'https://example.org/login').usernames[0]).toBe(
    'jane',
  );
  expect(read({}, 'login').usernames[0]).toBe('j.doe');
  expect(read({ login: { first: 'jane' } }, 'login').usernames[0]).toBe('j.doe');
});

it.each([false, 'true', 1, null, undefined])('does not take %j for a verified address', (value) => {
  expect(read({ email_verified: value }).isEmailVerified).toBe(false);
});

it('needs to be told nothing but who it is', () => {
  const nothing = { name: 7, preferred_username: '', nickname: null, email: undefined };
  expect(read(nothing)).toMatchObject({ email: null, name: null, usernames: [] });
});

it('reads the groups of the claim that is set, a list or a single one', () => {
  const groupsOf = (groups: unknown) =>
    oidc({ discoveryUri: 'https://id.example.org', usernameClaim: '', groupsClaim: 'groups' }).toProfile({
      ...claims,
      groups,
    }).groups;
  expect(groupsOf(['staff', 7, 'admins'])).toEqual(['staff', 'admins']);
  expect(groupsOf('staff')).toEqual(['staff']);
  expect(groupsOf(undefined)).toEqual([]);
});
