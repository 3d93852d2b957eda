import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { addMember } from '../../testing/members.ts';
import {
  appUrl,
  errorPage,
  locationOf,
  type SocialApp,
  startSocialApp,
  whoIs,
} from '../../testing/providers/social-sign-in.ts';
import { SocialSignInError } from './types.ts';

const clock = createFakeClock();

let social: SocialApp;
beforeAll(async () => {
  social = await startSocialApp({ clock });
});
afterAll(() => social.app.stop());

it('lists the providers that are enabled', async () => {
  expect((await social.newBrowser()('/oauth/available')).body).toEqual(['github', 'google']);
});

it('leads to the provider, with all that belongs to the request', async () => {
  const answer = await social.newBrowser()('/oauth/auth/github');
  expect(answer.status).toBe(303);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(locationOf(answer)).toMatch(/^https:\/\/github\.example\/authorize\?/);
  const { state, nonce, codeVerifier, redirectUri } = social.providers.sent.at(-1) ?? {};
  expect(redirectUri).toBe(`${appUrl}/api/oauth/callback/github`);
  expect(state).toMatch(/^fso_[\w-]{43}$/);
  expect(codeVerifier).toMatch(/^[\w-]{43,128}$/);
  expect(new Set([state, nonce, codeVerifier]).size).toBe(3);
});

it('keeps nothing that could be used by who reads the database', async () => {
  const browser = social.newBrowser();
  await social.leave(browser);
  const { state = '', nonce = '', codeVerifier = '' } = social.providers.sent.at(-1) ?? {};
  const stored = JSON.stringify(await social.app.app.core.database.reader('oauth_flows'));
  for (const secret of [state, nonce, codeVerifier, browser.cookies.get('oauth_browser')?.value ?? ''])
    expect(stored).not.toContain(secret.slice(-43));
});

it('keeps the cookie of the browser to the way to providers and back', async () => {
  const { cookies } = await social.newBrowser()('/oauth/auth/github');
  expect([...cookies.keys()]).toEqual(['oauth_browser']);
  const attributes = cookies.get('oauth_browser')?.attributes;
  expect([...(attributes?.keys() ?? [])]).toEqual(['path', 'expires', 'samesite', 'secure', 'httponly']);
  expect([attributes?.get('path'), attributes?.get('samesite')]).toEqual(['/api/oauth', 'lax']);
  // A browser that returns too late still has it, and is told so.
  const lasts = Date.parse(attributes?.get('expires') ?? '') - Date.now();
  expect(lasts).toBeGreaterThan(60 * 60_000);
});

it('lets the owner of a linked account in, with what the provider was asked with', async () => {
  const { member, profile } = await social.addLinked();
  const browser = social.newBrowser();
  expect(await social.goThrough(browser, profile)).toBe(`${appUrl}/`);
  expect(await whoIs(browser)).toBe(member.username);
  const asked = social.providers.asked.at(-1);
  expect(asked?.request).toEqual(social.providers.sent.at(-1));
  expect(asked?.callback.href).toMatch(`${appUrl}/api/oauth/callback/github?`);
  expect((await social.auditOf(member)).at(-1)).toEqual(['session.sign_in', 'done', { provider: 'github' }]);
});

it('opens nobody else’s account, whatever of somebody is equal', async () => {
  const { member, profile } = await social.addLinked();
  const others = [
    { ...profile, subject: 'somebody else', email: member.email },
    { ...profile, issuer: 'https://elsewhere.example', email: member.email },
  ];
  for (const other of others) {
    const browser = social.newBrowser();
    expect(await social.goThrough(browser, other)).toBe(errorPage('not_linked'));
    expect(await whoIs(browser)).toBeUndefined();
  }
});

it('ends the session that the browser had before', async () => {
  const { profile } = await social.addLinked();
  const other = await addMember(social.app, 'before');
  const browser = social.newBrowser();
  const state = await social.leave(browser);
  await browser('/auth/signIn', { json: { username: other.username, password: other.password } });
  await social.comeBack(browser, state, profile);
  const rows: unknown[] = await social.app.app.core.database.reader('sessions').where({ user_id: other.id });
  expect(rows).toEqual([]);
});

describe('afterwards', () => {
  it.each([
    ['/s/Xy12Ab34Cd56Ef78', '/s/Xy12Ab34Cd56Ef78'],
    ['/account/shares?share=Xy12#top', '/account/shares?share=Xy12#top'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['\\\\evil.example', '/'],
    ['https://evil.example/', '/'],
    ['/\t/evil.example', '/'],
    ['/.//evil.example', '/'],
    ['/api/auth/signOut', '/'],
    ['javascript:alert(1)', '/'],
    ['', '/'],
  ])('who came from %j is shown %s', async (from, path) => {
    const { profile } = await social.addLinked();
    const start = `/oauth/auth/github?${new URLSearchParams({ from }).toString()}`;
    expect(await social.goThrough(social.newBrowser(), profile, start)).toBe(`${appUrl}${path}`);
  });

  it('who came from several places is shown the first page', async () => {
    const { profile } = await social.addLinked();
    const start = '/oauth/auth/github?from=/a&from=//evil.example';
    expect(await social.goThrough(social.newBrowser(), profile, start)).toBe(`${appUrl}/`);
  });
});

describe('what leads to a page that says why not', () => {
  it.each([
    'access_denied',
    'expired_token',
    'invalid_token',
    'discord_guild_permission_denied',
    'cannot_get_user_info',
    'default',
  ] as const)('what the provider answers: %s', async (code) => {
    const browser = social.newBrowser();
    expect(await social.goThrough(browser, new SocialSignInError(code))).toBe(errorPage(code));
    expect([...browser.cookies.keys()]).toEqual(['oauth_browser']);
  });

  it('a fault of ours, of which nobody learns more', async () => {
    expect(await social.goThrough(social.newBrowser(), new Error('secret detail'))).toBe(
      errorPage('default'),
    );
  });

  it('an account that is disabled', async () => {
    const { member, profile } = await social.addLinked({ disabledAt: clock.now() });
    expect(await social.goThrough(social.newBrowser(), profile)).toBe(errorPage('no_user'));
    const details = { provider: 'github', reason: 'no_user', account: profile.name };
    expect((await social.auditOf(member)).at(-1)).toEqual(['session.sign_in', 'refused', details]);
  });

  it.each([
    ['discord', 'discord'],
    ['nobody', null],
    ['__proto__', null],
    ['a%2Fb', null],
  ] as const)('a provider that is not enabled: %s', async (name, known) => {
    const start = await social.newBrowser()(`/oauth/auth/${name}?from=/account`);
    expect([start.status, locationOf(start)]).toEqual([303, errorPage('default', known)]);
    const back = await social.newBrowser()(`/oauth/callback/${name}?state=x&code=y`);
    expect(locationOf(back)).toBe(errorPage(known ? 'invalid_token' : 'default', known));
  });

  it('a provider that was turned off meanwhile', async () => {
    const { profile } = await social.addLinked();
    const browser = social.newBrowser();
    const state = await social.leave(browser);
    social.providers.enabled.delete('github');
    expect(await social.comeBack(browser, state, profile)).toBe(errorPage('default'));
    social.providers.enabled.add('github');
    expect(await whoIs(browser)).toBeUndefined();
  });

  it('a provider that cannot be reached', async () => {
    social.providers.outage = new SocialSignInError('default', new Error('no answer'));
    expect(locationOf(await social.newBrowser()('/oauth/auth/github'))).toBe(errorPage('default'));
    social.providers.outage = null;
  });
});

describe('a page of another site', () => {
  it.each(['cross-site', 'same-site'])('starts nothing (%s), however often it tries', async (site) => {
    const limited = await startSocialApp({ clock, env: { FILESHARE_ADDRESS_LIMIT_FACTOR: '1' } });
    const browser = limited.newBrowser();
    const headers = { 'sec-fetch-site': site };
    for (let n = 0; n < 61; n += 1) {
      const answer = await browser('/oauth/auth/github?from=/upload', { headers });
      expect(locationOf(answer)).toBe(`${appUrl}/auth/signIn?from=%2Fupload`);
    }
    const evil = await browser('/oauth/auth/github?from=//evil.example', { headers });
    expect(locationOf(evil)).toBe(`${appUrl}/auth/signIn?from=%2F`);
    expect(browser.cookies.size).toBe(0);
    for (const own of ['same-origin', 'none']) {
      const answer = await browser('/oauth/auth/github', { headers: { 'sec-fetch-site': own } });
      expect(locationOf(answer)).toMatch(/^https:\/\/github\.example\//);
    }
    await limited.app.stop();
  });
});

it('sends nobody away more often than 60 times in ten minutes', async () => {
  const limited = await startSocialApp({ clock, env: { FILESHARE_ADDRESS_LIMIT_FACTOR: '1' } });
  const browser = limited.newBrowser();
  for (let n = 0; n < 60; n += 1) expect(await limited.leave(browser)).not.toBe('');
  const answer = await browser('/oauth/auth/github');
  expect([answer.status, locationOf(answer)]).toEqual([303, errorPage('default')]);
  await limited.app.stop();
});
