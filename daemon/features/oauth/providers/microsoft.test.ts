import { describe, expect, it } from 'vitest';
import { microsoft } from './microsoft.ts';

const personal = '9188040d-6c67-4c5b-b112-36a304b66dad';
const company = '8eaef023-2b34-4da1-9baa-8bc8c9d6a490';

/** Copied from Microsoft's description of its ID tokens. */
const claims = {
  ver: '2.0',
  iss: `https://login.microsoftonline.com/${company}/v2.0`,
  sub: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
  aud: '6cb04018-a3f5-46a7-b995-940c78f5aef3',
  exp: 1536361411,
  iat: 1536274711,
  nbf: 1536274711,
  name: 'Abe Lincoln',
  preferred_username: 'AbeLi@example.org',
  email: 'abe.lincoln@example.org',
  oid: '00000000-0000-0000-66f3-3332eca7ea81',
  tid: company,
};

it('names a person by tenant and subject', () => {
  expect(microsoft('common').toProfile(claims)).toEqual({
    issuer: `https://login.microsoftonline.com/${company}/v2.0`,
    subject: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
    email: 'abe.lincoln@example.org',
    isEmailVerified: false,
    name: 'AbeLi@example.org',
    usernames: ['AbeLi@example.org', 'Abe Lincoln'],
  });
});

describe('that the owner of the domain vouches for the address', () => {
  it.each([true, 1, '1', 'true'])('is said by %j', (value) => {
    expect(microsoft('common').toProfile({ ...claims, xms_edov: value }).isEmailVerified).toBe(true);
  });

  it.each([false, 0, '0', 'false', '', null, undefined, {}])('is not said by %j', (value) => {
    const more = { ...claims, xms_edov: value, email_verified: true };
    expect(microsoft('common').toProfile(more).isEmailVerified).toBe(false);
  });
});

it.each([
  ['common', [company, personal], []],
  ['organizations', [company], [personal, undefined]],
  ['Organizations', [company], [personal]],
  ['consumers', [personal], [company, undefined]],
])('%s lets in %j and not %j', (tenant, letIn, refused) => {
  const { toProfile } = microsoft(tenant);
  for (const tid of letIn) expect(toProfile({ ...claims, tid })).toMatchObject({ subject: claims.sub });
  for (const tid of refused) {
    expect(() => toProfile({ ...claims, tid })).toThrow(expect.objectContaining({ code: 'invalid_token' }));
  }
});
