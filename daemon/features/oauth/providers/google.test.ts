import { expect, it } from 'vitest';
import { google } from './google.ts';

/** Copied from Google's description of its ID tokens. */
const claims = {
  iss: 'https://accounts.google.com',
  azp: '1234987819200.apps.googleusercontent.com',
  aud: '1234987819200.apps.googleusercontent.com',
  sub: '10769150350006150715113082367',
  at_hash: 'HK6E_P6Dh8Y93mRNtsDB1Q',
  hd: 'example.org',
  email: 'jsmith@example.org',
  email_verified: true,
  name: 'J. Smith',
  iat: 1353601026,
  exp: 1353604926,
};

it('names a person by the subject', () => {
  expect(google.toProfile(claims)).toEqual({
    issuer: 'https://accounts.google.com',
    subject: '10769150350006150715113082367',
    email: 'jsmith@example.org',
    isEmailVerified: true,
    name: 'jsmith@example.org',
    usernames: ['jsmith@example.org', 'J. Smith'],
  });
});

it.each([false, 'true', 1, null, undefined])('does not take %j for a verified address', (value) => {
  expect(google.toProfile({ ...claims, email_verified: value })).toMatchObject({ isEmailVerified: false });
});

it.each([undefined, null, '', 7, ['jsmith@example.org'], 'x'.repeat(256)])(
  'does not take %j for an address',
  (value) => {
    const profile = google.toProfile({ ...claims, email: value });
    expect(profile).toMatchObject({ email: null, name: 'J. Smith', usernames: ['J. Smith'] });
  },
);
