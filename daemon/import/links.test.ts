import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ImportReport } from '#sdk/contract/host/imports.js';
import type { OauthProvider } from '#sdk/contract/oauth.js';
import { findViolations } from '../testing/check-invariants.ts';
import { createPalmr, newCuid, type PalmrInstance } from '../testing/import/palmr-instance.ts';
import { createPingvin, type PingvinInstance } from '../testing/import/pingvin-instance.ts';
import { listFindings, runImport } from '../testing/import/run-import.ts';
import { startGithub } from '../testing/providers/github.ts';
import { companyTenant, personalTenant, startMicrosoft } from '../testing/providers/microsoft.ts';
import { startOpenidProvider } from '../testing/providers/openid-provider.ts';
import type { StandIn } from '../testing/providers/stand-in.ts';
import { signInAt } from '../testing/sign-in-at.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

type Counterpart = Pick<StandIn, 'outbound' | 'visit' | 'client' | 'close'>;

let pingvin: PingvinInstance;
let palmr: PalmrInstance;
let app: TestApp;
const toClose: { close(): Promise<unknown> }[] = [];

beforeEach(async () => {
  [pingvin, palmr] = await Promise.all([createPingvin(), createPalmr()]);
  toClose.push(pingvin, palmr);
});
afterEach(async () => {
  expect(await findViolations(app.app)).toEqual([]);
  await app.stop();
  await Promise.all(toClose.splice(0).map((each) => each.close()));
});

async function start(there?: Counterpart, env: Record<string, string> = {}): Promise<void> {
  if (there) toClose.push(there);
  app = await startApp({
    env: { FILESHARE_ADDRESS_LIMIT_FACTOR: '100', ...env },
    ...(there && { outbound: there.outbound }),
  });
}

/** Imports, after a dry run that finds the same. */
async function importFrom(program: ImportReport['program']): Promise<string[]> {
  const source = program === 'pingvin' ? pingvin.folder : palmr.folder;
  const dry = await runImport(app, { program, source, dryRun: true });
  const report = await runImport(app, { program, source });
  expect(listFindings(report)).toEqual(listFindings(dry));
  await app.app.core.config.load();
  return listFindings(report).filter((finding) => /^(?:user|setting|provider)_/.test(finding));
}

let made = 0;
const link = (userId: string, provider: string, providerUserId: string) =>
  pingvin.add('OAuthUser', {
    id: `link-${(made += 1)}`,
    provider,
    providerUserId,
    providerUsername: 'Their Name',
    userId,
  });

/** Sets a provider up in Pingvin Share. */
async function setUp(provider: OauthProvider, { client }: Counterpart, more: Record<string, string>) {
  const texts = { enabled: 'true', clientId: client.id, clientSecret: client.secret, ...more };
  for (const [name, value] of Object.entries(texts)) await pingvin.set('oauth', `${provider}-${name}`, value);
}

const listAccounts = (): Promise<Record<string, string>[]> =>
  app.app.core.database.reader('social_accounts').select('provider', 'issuer', 'subject', 'name');

it('lets people sign in with the OpenID provider as before, and nobody else with their accounts', async () => {
  const there = await startOpenidProvider();
  await start(there);
  await setUp('oidc', there, { discoveryUri: `${there.issuer}/.well-known/openid-configuration` });
  await link(await pingvin.addUser('countess', { password: null }), 'oidc', 'ada-1');
  expect(await importFrom('pingvin')).toEqual([]);
  there.person = { ...there.person, sub: 'eve-1', email: 'eve@example.org', preferred_username: 'eve' };
  expect((await signInAt(app, { provider: 'oidc', there })).user?.username).toBe('eve');
  there.person = { ...there.person, sub: 'ada-1' };
  for (let times = 0; times < 2; times += 1)
    expect((await signInAt(app, { provider: 'oidc', there })).user?.username).toBe('countess');
  expect(await listAccounts()).toContainEqual(
    expect.objectContaining({ issuer: there.issuer, subject: 'ada-1' }),
  );
});

it('leaves an account at the provider to whom it was linked here before its link was completed', async () => {
  const there = await startOpenidProvider();
  await start(there, there.env);
  await pingvin.set(
    'oauth',
    'oidc-discoveryUri',
    there.env['FILESHARE_CONFIG_OAUTH_OIDC_DISCOVERY_URI'] ?? '',
  );
  const { user } = await signInAt(app, { provider: 'oidc', there });
  await link(await pingvin.addUser('twin'), 'oidc', 'ada-1');
  expect(await importFrom('pingvin')).toEqual([]);
  expect((await signInAt(app, { provider: 'oidc', there })).user).toEqual(user);
});

it('takes links of Microsoft over with their client, whatever the tenant', async () => {
  const there = await startMicrosoft();
  await start(there);
  await setUp('microsoft', there, { tenant: 'common' });
  await link(await pingvin.addUser('abe'), 'microsoft', String(there.person['sub']));
  expect(await importFrom('pingvin')).toEqual([]);
  expect((await signInAt(app, { provider: 'microsoft', there })).user?.username).toBe('abe');
  // From now on the issuer is known, and the same subject in another tenant is another person.
  there.person = { ...there.person, tid: personalTenant, email: 'other@example.org' };
  expect((await signInAt(app, { provider: 'microsoft', there })).user?.username).not.toBe('abe');
});

it('takes links of a single tenant over with its issuer', async () => {
  const there = await startMicrosoft();
  await start(there);
  await setUp('microsoft', there, { tenant: companyTenant });
  await link(await pingvin.addUser('abe'), 'microsoft', String(there.person['sub']));
  expect(await importFrom('pingvin')).toEqual([]);
  expect(await listAccounts()).toMatchObject([
    { issuer: `https://login.microsoftonline.com/${companyTenant}/v2.0` },
  ]);
  expect((await signInAt(app, { provider: 'microsoft', there })).user?.username).toBe('abe');
});

it('opens no account with a link that is taken, incomplete or of another provider', async () => {
  const there = await startOpenidProvider();
  await start(there, there.env);
  await pingvin.set(
    'oauth',
    'oidc-discoveryUri',
    'https://elsewhere.example/.well-known/openid-configuration',
  );
  const [ann, bob, carol] = [
    await pingvin.addUser('ann', { password: null }),
    await pingvin.addUser('bob'),
    await pingvin.addUser('carol', { email: app.admin.email }),
  ];
  await link(ann, 'oidc', 'ada-1');
  await link(bob, 'github', 'octo-cat');
  await link(ann, 'google', '1');
  await link(bob, 'google', '1');
  await link(bob, 'google', '2');
  await link(bob, 'google', '3');
  await link(bob, 'microsoft', 'x');
  await link(bob, 'gitlab', '1');
  await link(carol, 'google', '4');
  expect(await importFrom('pingvin')).toEqual([
    'setting_kept oauth.oidc-discoveryUri oauth.oidc-discoveryUri',
    'user_links_elsewhere ann oidc',
    'user_links_left bob github',
    'user_links_left bob gitlab',
    'user_links_left bob microsoft',
    'user_links_matched admin google',
    'user_links_taken bob google',
    'user_links_taken bob google',
    'user_matched carol admin',
    'user_without_password ann',
  ]);
  const accounts = await listAccounts();
  expect(accounts.map(({ provider, subject }) => `${provider} ${subject}`).toSorted()).toEqual([
    'google 1',
    'google 2',
  ]);
  there.person = { ...there.person, email: 'ann@example.org' };
  expect((await signInAt(app, { provider: 'oidc', there })).user).toBeNull();
});

it('keeps the sign-in of users of Palmr at GitHub', async () => {
  const there = await startGithub();
  await start(there);
  const { id: clientId, secret: clientSecret } = there.client;
  const providerId = newCuid();
  const provider = { id: providerId, name: 'github', type: 'oauth2', enabled: 1, clientId, clientSecret };
  await palmr.add('auth_providers', provider);
  const userId = await palmr.addUser('octo', { password: null });
  const account = { id: newCuid(), userId, providerId, externalId: String(there.person.id) };
  await palmr.add('user_auth_providers', account);
  expect(await importFrom('palmr')).toEqual(['provider_callback github /api/oauth/callback/github']);
  expect((await signInAt(app, { provider: 'github', there })).user?.username).toBe('octo');
});

it('makes the only OpenID provider of Palmr ours', async () => {
  const there = await startOpenidProvider();
  await start(there);
  const { id: clientId, secret: clientSecret } = there.client;
  const row = { type: 'oidc', enabled: 1, clientId, clientSecret, issuerUrl: `${there.issuer}/` };
  const providerId = newCuid();
  await palmr.add('auth_providers', { ...row, id: providerId, name: 'pocketid' });
  const unused = { id: newCuid(), name: 'auth0', type: 'oidc', enabled: 0, issuerUrl: 'https://x.example' };
  await palmr.add('auth_providers', unused);
  const userId = await palmr.addUser('ada', { password: null });
  await palmr.add('user_auth_providers', { id: newCuid(), userId, providerId, externalId: 'ada-1' });
  expect(await importFrom('palmr')).toEqual(['provider_callback pocketid /api/oauth/callback/oidc']);
  expect((await signInAt(app, { provider: 'oidc', there })).user?.username).toBe('ada');
});

it('takes none of several OpenID providers of Palmr', async () => {
  await start();
  for (const name of ['zitadel', 'own']) {
    const [id, userId] = [newCuid(), await palmr.addUser(name, { password: null })];
    const row = {
      type: 'oidc',
      enabled: 1,
      clientId: 'x',
      clientSecret: 'y',
      issuerUrl: 'https://x.example',
    };
    await palmr.add('auth_providers', { ...row, id, name });
    await palmr.add('user_auth_providers', { id: newCuid(), userId, providerId: id, externalId: '1' });
  }
  expect(await importFrom('palmr')).toEqual([
    'setting_left provider own',
    'setting_left provider zitadel',
    'user_links_left own own',
    'user_links_left zitadel zitadel',
    'user_without_password own',
    'user_without_password zitadel',
  ]);
});

it('keeps the sign-in of users of Palmr 3.0, whose only provider is in the settings', async () => {
  const there = await startOpenidProvider();
  await start(there);
  const first = await createPalmr({ isFirst: true });
  toClose.push(first);
  const settings = {
    oidcEnabled: 'true',
    oidcIssuerUrl: `${there.issuer}/`,
    oidcClientId: there.client.id,
    oidcClientSecret: there.client.secret,
    oidcScope: 'openid profile email',
    oidcAutoRegister: 'true',
    oidcAdminEmailDomains: '',
  };
  for (const [key, value] of Object.entries(settings))
    await first.add('app_configs', { id: newCuid(), key, value });
  const userId = await first.addUser('ada', { password: null });
  await first.add('user_auth_providers', { id: newCuid(), userId, provider: 'oidc', providerId: 'ada-1' });
  palmr = first;
  expect(await importFrom('palmr')).toEqual(['provider_callback oidc /api/oauth/callback/oidc']);
  expect((await signInAt(app, { provider: 'oidc', there })).user?.username).toBe('ada');
});

it('lets nobody new in where a provider of Palmr was for known people only', async () => {
  await start();
  for (const [name, autoRegister] of [
    ['github', 0],
    ['google', 1],
  ] as const) {
    const row = { type: 'oauth2', enabled: 1, clientId: 'x', clientSecret: 'y', autoRegister };
    await palmr.add('auth_providers', { ...row, id: newCuid(), name });
  }
  expect(await importFrom('palmr')).toEqual([
    'provider_callback github /api/oauth/callback/github',
    'provider_callback google /api/oauth/callback/google',
    'setting_value_left google autoRegister true',
  ]);
  const { config } = app.app.core;
  expect([config.get('oauth.allowRegistration'), config.get('oauth.github-enabled')]).toEqual([false, true]);
});
