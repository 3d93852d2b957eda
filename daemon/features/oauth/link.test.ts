import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OauthProvider } from '#sdk/contract/oauth.js';
import { signIn } from '../../testing/clients.ts';
import { type MailServer, startMailServer } from '../../testing/engines/mail-server.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { addMember, errorOf, type Member } from '../../testing/members.ts';
import { aProfile } from '../../testing/providers/fake-providers.ts';
import {
  appUrl,
  errorPage,
  type SocialApp,
  startSocialApp,
  whoIs,
} from '../../testing/providers/social-sign-in.ts';
import { type Profile, SocialSignInError } from './types.ts';

const minute = 60_000;
const clock = createFakeClock();

let server: MailServer;
let social: SocialApp;
beforeAll(async () => {
  server = await startMailServer();
  social = await startSocialApp({ clock, env: server.env });
});
afterAll(async () => {
  await social.app.stop();
  await server.close();
});

type Browser = ReturnType<SocialApp['newBrowser']>;

interface Here {
  member: Member;
  browser: Browser;
  profile: Profile;
}

let count = 0;

/** A signed-in user, and a person at the provider. */
async function addSignedIn(): Promise<Here> {
  count += 1;
  const member = await addMember(social.app, `member${count}`);
  const browser = social.newBrowser();
  await browser('/auth/signIn', { json: { username: member.username, password: member.password } });
  return { member, browser, profile: aProfile({ subject: `there${count}` }) };
}

const begin = (
  browser: Browser,
  json: object,
  { provider = 'github', headers = {} }: { provider?: OauthProvider; headers?: Record<string, string> } = {},
) => browser(`/oauth/link/${provider}`, { json, headers });

async function stateFor({ browser, member }: Here): Promise<string> {
  const { body } = await begin(browser, { password: member.password });
  return new URL((body as { url: string }).url).searchParams.get('state') ?? '';
}

const linkedTo = async ({ member }: Pick<Here, 'member'>) =>
  (await social.app.app.core.uow.read.socialAccounts.listOfUser(member.id)).map(({ subject }) => subject);

const done = `${appUrl}/account/social?linked=github`;

it('links the account elsewhere, which opens this one from then on', async () => {
  const here = await addSignedIn();
  const { member, browser, profile } = here;
  const answer = await begin(browser, { password: member.password });
  expect(answer.status).toBe(200);
  expect((answer.body as { url: string }).url).toMatch(/^https:\/\/github\.example\/authorize\?/);
  expect(answer.cookies.get('oauth_browser')?.attributes.get('path')).toBe('/api/oauth');
  const state = new URL((answer.body as { url: string }).url).searchParams.get('state') ?? '';
  expect(await social.comeBack(browser, state, { ...profile, isEmailVerified: false, email: null })).toBe(
    done,
  );
  expect(await linkedTo(here)).toEqual([profile.subject]);
  expect((await social.auditOf(member)).at(-1)).toEqual([
    'account.social_link',
    'done',
    { provider: 'github' },
  ]);

  const other = social.newBrowser();
  await social.goThrough(other, profile);
  expect(await whoIs(other)).toBe(member.username);
});

it.each([
  ['en', 'You can now sign in with GitHub', 'Your account on Fileshare was linked to GitHub.'],
  ['de', 'Sie können sich jetzt mit GitHub anmelden', 'wurde mit GitHub verknüpft'],
])('tells the owner by mail (%s)', async (language, subject, text) => {
  const here = await addSignedIn();
  const { body } = await begin(here.browser, { password: here.member.password });
  const state = new URL((body as { url: string }).url).searchParams.get('state') ?? '';
  social.providers.answers.set(`mail-${language}`, here.profile);
  await here.browser(`/oauth/callback/github?code=mail-${language}&state=${state}`, {
    headers: { 'accept-language': language },
  });
  await social.app.app.jobs.run('mail.send');
  const mails = server.mails.filter(({ envelope }) => envelope.to.includes(here.member.email));
  expect(mails.map((mail) => mail.subject)).toEqual([subject]);
  expect(mails[0]?.text).toContain(text);
});

describe('begins', () => {
  it.each([
    ['with a wrong password', { password: 'wrong' }, 'password_wrong'],
    ['without the password', {}, 'validation_failed'],
  ])('not %s', async (_, json, code) => {
    const { browser } = await addSignedIn();
    expect(errorOf(await begin(browser, json))).toBe(code);
  });

  it('not without a session, nor from another site', async () => {
    expect(errorOf(await begin(social.newBrowser(), { password: 'x' }))).toBe('sign_in_required');
    const { browser, member } = await addSignedIn();
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect(errorOf(await begin(browser, { password: member.password }, { headers }))).toBe(
      'cross_site_request',
    );
  });

  it('not with an old session of an account that has no password', async () => {
    const { profile } = await social.addLinked({ passwordHash: null });
    const browser = social.newBrowser();
    await social.goThrough(browser, profile);
    expect((await begin(browser, {}, { provider: 'google' })).status).toBe(200);
    clock.advance(10 * minute + 1);
    expect(errorOf(await begin(browser, {}, { provider: 'google' }))).toBe('fresh_sign_in_required');
  });

  it('not with a provider that is not enabled, or cannot be reached', async () => {
    const { browser, member } = await addSignedIn();
    const json = { password: member.password };
    expect(errorOf(await begin(browser, json, { provider: 'discord' }))).toBe('oauth_unavailable');
    social.providers.outage = new SocialSignInError('default');
    expect(errorOf(await begin(browser, json))).toBe('oauth_unavailable');
    social.providers.outage = null;
  });

  it('not for a session that ends while the provider is asked', async () => {
    const { browser, member } = await addSignedIn();
    social.providers.whenSent = () =>
      social.app.app.core.uow.transaction(({ sessions }) => sessions.removeOfUser(member.id));
    expect(errorOf(await begin(browser, { password: member.password }))).toBe('session_expired');
    social.providers.whenSent = null;
  });

  it('not when there is a link already', async () => {
    const here = await addSignedIn();
    await social.link(here.member, here.profile);
    expect(errorOf(await begin(here.browser, { password: here.member.password }))).toBe('oauth_linked');
  });
});

describe('links nothing', () => {
  it('that is linked to somebody else', async () => {
    const here = await addSignedIn();
    const { profile, member } = await social.addLinked();
    expect(await social.comeBack(here.browser, await stateFor(here), profile)).toBe(
      errorPage('already_linked'),
    );
    expect(await linkedTo(here)).toEqual([]);
    expect(await linkedTo({ member })).toEqual([profile.subject]);
    const details = { provider: 'github', reason: 'already_linked', account: profile.name };
    expect((await social.auditOf(here.member)).at(-1)).toEqual(['account.social_link', 'refused', details]);
  });

  it('beside another account of the same provider', async () => {
    const here = await addSignedIn();
    const state = await stateFor(here);
    await social.link(here.member, aProfile({ subject: `first of ${here.member.username}` }));
    expect(await social.comeBack(here.browser, state, here.profile)).toBe(errorPage('already_linked'));
    expect(await linkedTo(here)).toHaveLength(1);
  });

  it('in another browser', async () => {
    const here = await addSignedIn();
    const stranger = social.newBrowser();
    await social.leave(stranger);
    expect(await social.comeBack(stranger, await stateFor(here), here.profile)).toBe(
      errorPage('invalid_token'),
    );
    expect(await linkedTo(here)).toEqual([]);
  });

  it('once the session has ended', async () => {
    const here = await addSignedIn();
    const state = await stateFor(here);
    await here.browser('/auth/signOut', { method: 'POST' });
    expect(await social.comeBack(here.browser, state, here.profile)).toBe(errorPage('invalid_token'));
    expect(await linkedTo(here)).toEqual([]);
  });

  it('once the time of the session is over', async () => {
    const here = await addSignedIn();
    const state = await stateFor(here);
    await social.app.app.core.database
      .writer('sessions')
      .where({ user_id: here.member.id })
      .update({ expires_at: clock.now() });
    expect(await social.comeBack(here.browser, state, here.profile)).toBe(errorPage('invalid_token'));
    expect(await linkedTo(here)).toEqual([]);
  });

  it('once the longest duration of sessions is over, as it is set by now', async () => {
    const here = await addSignedIn();
    const admin = await signIn(social.app);
    await social.app.app.core.database
      .writer('sessions')
      .where({ user_id: here.member.id })
      .update({ created_at: clock.now() - 2 * 60 * minute });
    const state = await stateFor(here);
    await admin.configs.update({ body: [{ key: 'general.sessionDuration', value: '1' }] });
    expect(await social.comeBack(here.browser, state, here.profile)).toBe(errorPage('invalid_token'));
    await admin.configs.update({ body: [{ key: 'general.sessionDuration', value: '' }] });
    await admin.close();
    expect(await linkedTo(here)).toEqual([]);
  });

  it('once the account is disabled', async () => {
    const here = await addSignedIn();
    const state = await stateFor(here);
    await social.app.app.core.uow.transaction(({ users }) =>
      users.update(here.member.id, { disabledAt: clock.now() }),
    );
    expect(await social.comeBack(here.browser, state, here.profile)).toBe(errorPage('invalid_token'));
    expect(await linkedTo(here)).toEqual([]);
  });

  it('when the browser has a session of somebody else meanwhile', async () => {
    const here = await addSignedIn();
    const state = await stateFor(here);
    const other = await addSignedIn();
    for (const [name, cookie] of other.browser.cookies) here.browser.cookies.set(name, cookie);
    expect(await social.comeBack(here.browser, state, here.profile)).toBe(errorPage('invalid_token'));
    expect([await linkedTo(here), await linkedTo(other)]).toEqual([[], []]);
  });
});
