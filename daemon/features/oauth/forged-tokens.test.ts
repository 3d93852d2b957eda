import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createClient } from '#sdk/index.js';
import {
  type Forgery,
  type OpenidProvider,
  startOpenidProvider,
} from '../../testing/providers/openid-provider.ts';
import { signInAt } from '../../testing/sign-in-at.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let there: OpenidProvider;
let app: TestApp;
beforeAll(async () => {
  there = await startOpenidProvider();
  const env = { ...there.env, FILESHARE_ADDRESS_LIMIT_FACTOR: '1000' };
  app = await startApp({ env, outbound: there.outbound });
  // The account that all of them try to access.
  expect(await signIn()).toMatchObject({ page: '/', user: { email: 'ada@example.org' } });
});
afterEach(() => there.forge(null));
afterAll(async () => {
  await app.stop();
  await there.close();
});

const signIn = () => signInAt(app, { provider: 'oidc', there });

const seconds = (fromNow: number) => Math.floor(Date.now() / 1000) + fromNow;

const forgeries: [name: string, forgery: Forgery][] = [
  ['with another nonce', { claims: { nonce: 'other' } }],
  ['without a nonce', { claims: { nonce: undefined } }],
  ['with an empty nonce', { claims: { nonce: '' } }],
  ['that nobody signed', { signedBy: 'nobody' }],
  ['without a signature', { signedBy: 'missing' }],
  ['with an HMAC by the secret of the client', { signedBy: 'secret' }],
  ['with an HMAC by the public key', { signedBy: 'public key' }],
  ['signed by another key', { signedBy: 'stranger' }],
  ['of another issuer', { claims: { iss: 'https://evil.example.org' } }],
  ['without an issuer', { claims: { iss: undefined } }],
  ['for another client', { claims: { aud: 'other' } }],
  ['for another client too', { claims: { aud: ['fileshare', 'other'] } }],
  ['for no client', { claims: { aud: [] } }],
  ['that was issued to another client', { claims: { azp: 'other' } }],
  ['that ended a minute ago', { claims: { exp: seconds(-61) } }],
  ['without an end', { claims: { exp: undefined } }],
  ['that is issued in the future', { claims: { iat: seconds(120) } }],
  ['without the moment it was issued', { claims: { iat: undefined } }],
  ['that does not hold yet', { claims: { nbf: seconds(120) } }],
  ['of nobody', { claims: { sub: undefined } }],
  ['of a subject that is too long', { claims: { sub: 'x'.repeat(256) } }],
];

it.each(forgeries)('an ID token %s lets nobody in', async (_name, forgery) => {
  there.forge(forgery);
  expect(await signIn()).toEqual({ page: '/error?error=invalid_token&params=oidc', user: null });
});

it('clocks may be less than a minute apart', async () => {
  there.forge({ claims: { exp: seconds(-50), iat: seconds(50) } });
  expect(await signIn()).toMatchObject({ page: '/', user: { email: 'ada@example.org' } });
});

it('each refusal stands in the audit log, and none has made an account', async () => {
  const client = createClient({ baseUrl: app.url });
  await client.session.signIn({ identifier: app.admin.username, password: app.admin.password });
  const { entries } = await client.audit.list({ query: { action: 'session.sign_in', limit: '200' } });
  const refused = entries.filter(({ result }) => result === 'refused');
  expect(refused).toHaveLength(forgeries.length);
  expect(refused[0]?.details).toEqual({ provider: 'oidc', reason: 'invalid_token' });
  const { users } = await client.users.list();
  expect(users.map(({ username }) => username).sort()).toEqual(['ada', 'admin']);
});
