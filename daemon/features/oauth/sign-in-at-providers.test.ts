import { afterEach, describe, expect, it } from 'vitest';
import type { ConfigKey } from '#sdk/contract/config.js';
import type { OauthProvider } from '#sdk/contract/oauth.js';
import { createClient } from '#sdk/index.js';
import { rateLimited, startDiscord } from '../../testing/providers/discord.ts';
import { startGithub } from '../../testing/providers/github.ts';
import { startGoogle } from '../../testing/providers/google.ts';
import { companyTenant, personalTenant, startMicrosoft } from '../../testing/providers/microsoft.ts';
import { startOpenidProvider } from '../../testing/providers/openid-provider.ts';
import type { StandIn } from '../../testing/providers/stand-in.ts';
import { type Arrived, signInAt } from '../../testing/sign-in-at.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

const toStop: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(toStop.splice(0).map((stop) => stop()));
});

type Setting = Record<string, string>;
type Counterpart = Pick<StandIn, 'env' | 'outbound' | 'visit' | 'close'>;

/** Starts an instance with the provider set up, and returns a way to sign in there. */
async function setUp(provider: OauthProvider, there: Counterpart, settings: Setting = {}) {
  const env = { ...there.env, FILESHARE_ADDRESS_LIMIT_FACTOR: '100', ...settings };
  const app = await startApp({ env, outbound: there.outbound });
  toStop.push(
    () => app.stop(),
    () => there.close(),
  );
  const signIn = (trip: { from?: string; answer?: 'yes' | 'no' } = {}): Promise<Arrived> =>
    signInAt(app, { provider, there, ...trip });
  return { app, signIn };
}

/** Changes a variable like administrators do. */
async function configure(app: TestApp, key: ConfigKey, value: string): Promise<void> {
  const client = createClient({ baseUrl: app.url });
  await client.session.signIn({ identifier: app.admin.username, password: app.admin.password });
  await client.configs.update({ body: [{ key, value }] });
}

const refusal = (code: string, provider: OauthProvider): Arrived => ({
  page: `/error?error=${code}&params=${provider}`,
  user: null,
});

describe('GitHub', () => {
  it('opens one account to one person, also under another name and address', async () => {
    const there = await startGithub();
    const { signIn } = await setUp('github', there);
    const first = await signIn({ from: '/account' });
    expect(first).toMatchObject({ page: '/account', user: { email: 'octo-cat@example.org' } });
    const emails = [{ email: 'new@example.org', primary: true, verified: true, visibility: null }];
    there.person = { ...there.person, login: 'new-name', emails };
    expect((await signIn()).user).toEqual(first.user);
    // The name was released at GitHub, and another person has taken it.
    there.person = { ...there.person, id: 2, login: 'octo-cat', emails: there.person.emails };
    expect((await signIn()).user?.id).not.toBe(first.user?.id);
  });

  it('opens no account by its address', async () => {
    const there = await startGithub();
    const { signIn } = await setUp('github', there);
    there.person.emails = [
      { email: 'Admin@example.org', primary: true, verified: true, visibility: 'public' },
    ];
    expect(await signIn()).toEqual(refusal('not_linked', 'github'));
  });

  it('vouches for an address by the list of addresses alone', async () => {
    const there = await startGithub();
    const { signIn } = await setUp('github', there);
    const other = { email: 'b@example.org', primary: false, verified: true, visibility: null };
    there.person.email = 'public@example.org';
    there.person.emails = [{ ...other, email: 'a@example.org', primary: true, verified: false }, other];
    expect(await signIn()).toEqual(refusal('unverified_account', 'github'));
    there.person.emails = [other];
    expect(await signIn()).toEqual(refusal('no_email', 'github'));
  });

  it('may be refused, and may refuse', async () => {
    const there = await startGithub();
    const { signIn } = await setUp('github', there);
    expect(await signIn({ answer: 'no' })).toEqual(refusal('access_denied', 'github'));
    const bad = { error: 'bad_verification_code', error_description: 'The code passed is incorrect.' };
    there.change('POST github.com/login/oauth/access_token', { status: 200, body: bad });
    expect(await signIn()).toEqual(refusal('invalid_token', 'github'));
    there.change('POST github.com/login/oauth/access_token', null);
    for (const status of [401, 403, 500]) {
      there.change('GET api.github.com/user', { status, body: { message: 'no' } });
      expect(await signIn()).toEqual(refusal('cannot_get_user_info', 'github'));
    }
    there.change('GET api.github.com/user', null);
    there.change('GET api.github.com/user/emails', { status: 404 });
    expect(await signIn()).toEqual(refusal('cannot_get_user_info', 'github'));
  });

  it('refuses a wrong secret', async () => {
    const { signIn } = await setUp('github', await startGithub(), {
      FILESHARE_CONFIG_OAUTH_GITHUB_CLIENT_SECRET: 'another',
    });
    expect(await signIn()).toEqual(refusal('invalid_token', 'github'));
  });
});

describe('Google', () => {
  it('opens an account, and the same again', async () => {
    const there = await startGoogle();
    const { signIn } = await setUp('google', there);
    const first = await signIn();
    expect(first).toMatchObject({ page: '/', user: { email: 'grace@example.org', username: 'grace' } });
    there.person = { ...there.person, email: 'other@example.org', email_verified: false };
    expect((await signIn()).user).toEqual(first.user);
    there.person['sub'] = '2';
    expect(await signIn()).toEqual(refusal('unverified_account', 'google'));
  });

  it('may be away, and may refuse', async () => {
    const there = await startGoogle();
    const { signIn } = await setUp('google', there);
    there.change('GET accounts.google.com/.well-known/openid-configuration', { status: 503 });
    expect(await signIn()).toEqual(refusal('default', 'google'));
    there.change('GET accounts.google.com/.well-known/openid-configuration', null);
    there.change('POST oauth2.googleapis.com/token', { status: 400, body: { error: 'invalid_grant' } });
    expect(await signIn()).toEqual(refusal('invalid_token', 'google'));
  });
});

describe('Microsoft', () => {
  it('vouches for an address only where the owner of its domain is known', async () => {
    const there = await startMicrosoft();
    const { signIn } = await setUp('microsoft', there);
    there.person['xms_edov'] = undefined;
    expect(await signIn()).toEqual(refusal('unverified_account', 'microsoft'));
    there.person['email_verified'] = true;
    expect(await signIn()).toEqual(refusal('unverified_account', 'microsoft'));
    there.person['xms_edov'] = true;
    const { user } = await signIn();
    expect(user).toMatchObject({ email: 'abeli@example.org', username: 'abeli' });
    there.person = { ...there.person, tid: personalTenant, email: 'abe@example.org' };
    // The same subject in another tenant is another person.
    expect((await signIn()).user?.id).not.toBe(user?.id);
  });

  it('lets in whom the tenant of the configuration does, from one moment to the next', async () => {
    const there = await startMicrosoft();
    const { app, signIn } = await setUp('microsoft', there);
    const stranger = '11111111-2222-3333-4444-555555555555';
    const tenants: [tenant: string, letIn: string[], refused: string[]][] = [
      ['common', [companyTenant, personalTenant], []],
      ['organizations', [companyTenant], [personalTenant]],
      ['consumers', [personalTenant], [companyTenant]],
      [companyTenant, [companyTenant], [stranger, personalTenant]],
      ['example.org', [companyTenant], [stranger]],
    ];
    const { person } = there;
    for (const [tenant, letIn, refused] of tenants) {
      await configure(app, 'oauth.microsoft-tenant', tenant);
      for (const tid of letIn) {
        there.person = { ...person, tid, email: `${tid}@example.org` };
        expect((await signIn()).user, `${tenant}: ${tid}`).not.toBeNull();
      }
      for (const tid of refused) {
        there.person = { ...person, tid };
        expect(await signIn(), `${tenant}: ${tid}`).toEqual(refusal('invalid_token', 'microsoft'));
      }
    }
  });

  it('is not believed when tenant and issuer are not of the same', async () => {
    const there = await startMicrosoft();
    const { signIn } = await setUp('microsoft', there);
    there.person['iss'] = `https://login.microsoftonline.com/${personalTenant}/v2.0`;
    expect(await signIn()).toEqual(refusal('invalid_token', 'microsoft'));
    there.person['iss'] = 'https://login.microsoftonline.com/{tenantid}/v2.0';
    expect(await signIn()).toEqual(refusal('invalid_token', 'microsoft'));
  });
});

describe('Discord', () => {
  const testers = { FILESHARE_CONFIG_OAUTH_DISCORD_LIMITED_GUILD: '197038439483310086' };
  const guilds = 'GET discord.com/api/v10/users/@me/guilds';
  const denied = refusal('discord_guild_permission_denied', 'discord');

  it('opens an account to who has a verified address', async () => {
    const there = await startDiscord();
    const { signIn } = await setUp('discord', there);
    there.person.verified = false;
    expect(await signIn()).toEqual(refusal('unverified_account', 'discord'));
    there.person.email = null;
    expect(await signIn()).toEqual(refusal('no_email', 'discord'));
    there.person = { ...there.person, email: 'nelly@example.org', verified: true };
    expect((await signIn()).user).toMatchObject({ username: 'nelly', email: 'nelly@example.org' });
  });

  it('lets the members of a server in, and nobody else', async () => {
    const there = await startDiscord();
    const { signIn } = await setUp('discord', there, testers);
    expect((await signIn()).user).not.toBeNull();
    // Also a user who already has an account.
    there.person.guilds = [{ id: '1', name: 'Another' }];
    expect(await signIn()).toEqual(denied);
  });

  it('lets nobody in while it does not tell whose member one is', async () => {
    const there = await startDiscord();
    const { signIn } = await setUp('discord', there, testers);
    const answers = [rateLimited, { status: 401 }, { status: 500, body: 'oh' }, { body: {} }, { body: 'no' }];
    for (const answer of answers) {
      there.change(guilds, answer);
      expect(await signIn()).toEqual(denied);
    }
  });

  it('refuses a code that it does not know', async () => {
    const there = await startDiscord();
    const { signIn } = await setUp('discord', there);
    const body = { error: 'invalid_grant', error_description: 'Invalid "code" in request.' };
    there.change('POST discord.com/api/oauth2/token', { status: 400, body });
    expect(await signIn()).toEqual(refusal('invalid_token', 'discord'));
    there.change('POST discord.com/api/oauth2/token', rateLimited);
    expect(await signIn()).toEqual(refusal('invalid_token', 'discord'));
  });
});

describe('an OpenID provider', () => {
  it('opens an account, and the same again', async () => {
    const there = await startOpenidProvider();
    const { signIn } = await setUp('oidc', there);
    const { page, user } = await signIn({ from: '/share/abc?x=1' });
    expect(page).toBe('/share/abc?x=1');
    expect(user).toMatchObject({ username: 'ada', email: 'ada@example.org' });
    there.person = { ...there.person, email: 'lovelace@example.org', preferred_username: 'other' };
    expect((await signIn()).user).toEqual(user);
    expect(await signIn({ answer: 'no' })).toEqual(refusal('access_denied', 'oidc'));
    there.person = { sub: 'eve-1', email: 'ada@example.org', email_verified: true };
    expect(await signIn()).toEqual(refusal('not_linked', 'oidc'));
    there.person = { sub: 'eve-1', email: 'eve@example.org', email_verified: false };
    expect(await signIn()).toEqual(refusal('unverified_account', 'oidc'));
    there.forge({ signedBy: 'nobody' });
    expect(await signIn()).toEqual(refusal('invalid_token', 'oidc'));
  });

  it('names accounts by the claim that is set', async () => {
    const there = await startOpenidProvider();
    const { signIn } = await setUp('oidc', there, { FILESHARE_CONFIG_OAUTH_OIDC_USERNAME_CLAIM: 'nickname' });
    there.person['nickname'] = 'countess';
    expect((await signIn()).user).toMatchObject({ username: 'countess' });
  });

  it('that is not there leads to a page that says so', async () => {
    const there = await startOpenidProvider();
    const { signIn } = await setUp('oidc', there);
    await there.close();
    expect(await signIn()).toEqual(refusal('default', 'oidc'));
  });
});
