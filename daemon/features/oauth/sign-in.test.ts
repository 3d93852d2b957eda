import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OauthProvider } from '#sdk/contract/oauth.js';
import { type Answer, createBrowser } from '../../testing/browser.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { aProfile, createFakeProviders } from '../../testing/fake-providers.ts';
import { addMember, type Member } from '../../testing/members.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import type { Profile } from './types.ts';

const appUrl = 'https://files.example.org';
const clock = createFakeClock();
const providers = createFakeProviders();

let app: TestApp;
beforeAll(async () => {
  app = await startApp({
    clock,
    providers,
    env: { FILESHARE_CONFIG_GENERAL_APP_URL: appUrl, FILESHARE_ADDRESS_LIMIT_FACTOR: '1000' },
  });
});
afterAll(() => app.stop());

type Browser = ReturnType<typeof createBrowser>;

const newBrowser = (): Browser => createBrowser(app.url);
const locationOf = ({ headers }: Answer) => headers.get('location');

/** The state the browser is sent to the provider with. */
async function leave(browser: Browser, path = '/oauth/auth/github'): Promise<string> {
  const location = locationOf(await browser(path)) ?? '';
  return new URL(location).searchParams.get('state') ?? '';
}

/** Where somebody lands who comes back as `who`. */
async function comeBack(browser: Browser, state: string, who: Profile | Error): Promise<string | null> {
  const code = `code-${providers.answers.size}`;
  providers.answers.set(code, who);
  return locationOf(await browser(`/oauth/callback/github?code=${code}&state=${state}`));
}

async function goThrough(browser: Browser, who: Profile | Error): Promise<string | null> {
  return comeBack(browser, await leave(browser), who);
}

let count = 0;

/** A member whose account is linked to somebody at GitHub. */
async function addLinked(changes: Parameters<typeof addMember>[2] = {}) {
  count += 1;
  const member = await addMember(app, `linked${count}`, changes);
  const profile = aProfile({ subject: `person${count}` });
  await link(member, profile);
  return { member, profile };
}

async function link(member: Member, { issuer, subject, name }: Profile, provider: OauthProvider = 'github') {
  const account = { provider, issuer, subject, name, userId: member.id, createdAt: clock.now() };
  await app.app.core.uow.transaction(({ socialAccounts }) => socialAccounts.insert(account));
}

const whoIs = async (browser: Browser) =>
  ((await browser('/users/me')).body as { username?: string } | undefined)?.username;

it('lists the providers that are enabled', async () => {
  expect((await newBrowser()('/oauth/available')).body).toEqual(['github', 'google']);
});

it('leads to the provider, with all that belongs to the request', async () => {
  const browser = newBrowser();
  const answer = await browser('/oauth/auth/github');
  expect(answer.status).toBe(303);
  expect(locationOf(answer)).toMatch(/^https:\/\/github\.example\/authorize\?/);
  const { state, nonce, codeVerifier, redirectUri } = providers.sent.at(-1) ?? {};
  expect(redirectUri).toBe(`${appUrl}/api/oauth/callback/github`);
  expect(state).toMatch(/^fso_[\w-]{43}$/);
  expect(codeVerifier).toMatch(/^[\w-]{43,128}$/);
  expect(new Set([state, nonce, codeVerifier]).size).toBe(3);
});

it('lets the owner of a linked account in, with what the provider was asked with', async () => {
  const { member, profile } = await addLinked();
  const browser = newBrowser();
  expect(await goThrough(browser, profile)).toBe(`${appUrl}/`);
  expect(await whoIs(browser)).toBe(member.username);
  expect(providers.asked.at(-1)?.request).toEqual(providers.sent.at(-1));
  expect(providers.asked.at(-1)?.callback.origin).toBe(appUrl);
});
