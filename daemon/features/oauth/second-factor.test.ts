import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Authenticator, enableTotp } from '../../testing/authenticator.ts';
import type { Answer } from '../../testing/browser.ts';
import { signIn } from '../../testing/clients.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { errorOf, type Member } from '../../testing/members.ts';
import { appUrl, type SocialApp, startSocialApp, whoIs } from '../../testing/providers/social-sign-in.ts';
import type { Profile } from './types.ts';

const minute = 60_000;
const clock = createFakeClock();

let social: SocialApp;
beforeAll(async () => {
  social = await startSocialApp({ clock });
});
afterAll(() => social.app.stop());

interface Protected {
  member: Member;
  profile: Profile;
  authenticator: Authenticator;
}

async function addProtected(): Promise<Protected> {
  const linked = await social.addLinked();
  const client = await signIn(social.app, linked.member);
  const authenticator = await enableTotp(client, clock);
  clock.advance(minute / 2);
  return { ...linked, authenticator };
}

type Browser = ReturnType<SocialApp['newBrowser']>;

const finish = (browser: Browser, totp: string): Promise<Answer> =>
  browser('/auth/signIn/totp', { json: { totp } });

const codePage = (from: string) =>
  `${appUrl}/auth/signIn?step=code&${new URLSearchParams({ from }).toString()}`;

it('asks for the code of who has a second factor, and gives no session before', async () => {
  const { member, profile, authenticator } = await addProtected();
  const browser = social.newBrowser();
  const page = await social.goThrough(browser, profile, '/oauth/auth/github?from=/s/abc?x=1');
  expect(page).toBe(codePage('/s/abc?x=1'));
  expect([...browser.cookies.keys()]).toEqual(['oauth_browser', 'login_token']);
  expect(await whoIs(browser)).toBeUndefined();

  const answer = await finish(browser, await authenticator.code());
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ user: { username: member.username } });
  expect(answer.body).not.toHaveProperty('accessToken');
  expect(await whoIs(browser)).toBe(member.username);
  expect(browser.cookies.has('login_token')).toBe(false);
  const details = { secondFactor: true, provider: 'github' };
  expect((await social.auditOf(member)).at(-1)).toEqual(['session.sign_in', 'done', details]);
});

it('keeps the login token to the one endpoint that takes it, for five minutes', async () => {
  const { profile } = await addProtected();
  const browser = social.newBrowser();
  const page = await social.goThrough(browser, profile);
  const cookie = browser.cookies.get('login_token');
  expect(cookie?.value).toMatch(/^fsl_/);
  expect(page).not.toContain(cookie?.value);
  expect([...(cookie?.attributes.keys() ?? [])]).toEqual([
    'path',
    'expires',
    'samesite',
    'secure',
    'httponly',
  ]);
  expect(cookie?.attributes.get('path')).toBe('/api/auth/signIn/totp');
  expect(cookie?.attributes.get('samesite')).toBe('strict');
});

it('lets a wrong code be tried again, and forgets a sign-in that took too long', async () => {
  const { profile, authenticator } = await addProtected();
  const browser = social.newBrowser();
  await social.goThrough(browser, profile);
  expect(errorOf(await finish(browser, await authenticator.wrongCode()))).toBe('totp_wrong');
  expect(browser.cookies.has('login_token')).toBe(true);
  clock.advance(5 * minute);
  expect(errorOf(await finish(browser, await authenticator.code()))).toBe('login_token_invalid');
  expect(browser.cookies.has('login_token')).toBe(false);
  expect(errorOf(await finish(browser, await authenticator.code()))).toBe('login_token_invalid');
});

it('takes no code from a form of another site', async () => {
  const { profile, authenticator } = await addProtected();
  const browser = social.newBrowser();
  await social.goThrough(browser, profile);
  const answer = await browser('/auth/signIn/totp', {
    json: { totp: await authenticator.code() },
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  expect(errorOf(answer)).toBe('cross_site_request');
});

it('asks for no code where the instance leaves that to the providers', async () => {
  const { member, profile } = await addProtected();
  const admin = await signIn(social.app);
  await admin.configs.update({ body: [{ key: 'oauth.ignoreTotp', value: 'true' }] });
  const browser = social.newBrowser();
  expect(await social.goThrough(browser, profile)).toBe(`${appUrl}/`);
  expect(await whoIs(browser)).toBe(member.username);
  await admin.configs.update({ body: [{ key: 'oauth.ignoreTotp', value: '' }] });
  await admin.close();
  expect(await social.goThrough(social.newBrowser(), profile)).toBe(codePage('/'));
});
