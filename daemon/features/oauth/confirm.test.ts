import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enableTotp } from '../../testing/authenticator.ts';
import { signIn } from '../../testing/clients.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import type { Member } from '../../testing/members.ts';
import { aProfile } from '../../testing/providers/fake-providers.ts';
import {
  appUrl,
  errorPage,
  type SocialApp,
  startSocialApp,
  whoIs,
} from '../../testing/providers/social-sign-in.ts';
import type { Profile } from './types.ts';

const minute = 60_000;
const clock = createFakeClock();

let social: SocialApp;
beforeAll(async () => {
  social = await startSocialApp({ clock });
});
afterAll(() => social.app.stop());

interface Here {
  member: Member;
  profile: Profile;
  browser: ReturnType<SocialApp['newBrowser']>;
}

/** A user who signed in some time ago, with a provider. */
async function addSignedIn(): Promise<Here> {
  const linked = await social.addLinked();
  const browser = social.newBrowser();
  await social.goThrough(browser, linked.profile);
  clock.advance(20 * minute);
  return { ...linked, browser };
}

const confirm = ({ browser }: Here, profile: Profile) =>
  social.goThrough(browser, profile, '/oauth/auth/github?from=/account/delete');

const sessionsOf = ({ member }: Here): Promise<{ created_at: number }[]> =>
  social.app.app.core.database.reader('sessions').where({ user_id: member.id });

const countUsers = async () => (await social.app.app.core.database.reader('users')).length;

const renew = ({ browser }: Here) => browser('/auth/token', { method: 'POST' });

it.each([
  ['with an access token that has expired meanwhile', async () => {}],
  ['with a fresh one', renew],
])('gives who is signed in a new session, %s', async (_, before) => {
  const here = await addSignedIn();
  await before(here);
  expect(await confirm(here, here.profile)).toBe(`${appUrl}/account/delete`);
  expect(await whoIs(here.browser)).toBe(here.member.username);
  expect(await sessionsOf(here)).toEqual([expect.objectContaining({ created_at: clock.now() })]);
});

describe.each([
  ['of a session in use', renew],
  ['of a session whose access token has expired', async () => {}],
])('in the browser %s', (_, before) => {
  it('opens no account of somebody else', async () => {
    const here = await addSignedIn();
    await before(here);
    const other = await social.addLinked();
    expect(await confirm(here, other.profile)).toBe(errorPage('already_linked'));
    await renew(here);
    expect(await whoIs(here.browser)).toBe(here.member.username);
    const details = { provider: 'github', reason: 'already_linked', account: other.profile.name };
    expect((await social.auditOf(here.member)).at(-1)).toEqual(['account.confirm', 'refused', details]);
  });

  it('makes no account', async () => {
    const here = await addSignedIn();
    await before(here);
    const users = await countUsers();
    expect(await confirm(here, aProfile({ subject: `new to ${here.member.username}` }))).toBe(
      errorPage('not_linked'),
    );
    await renew(here);
    expect(await whoIs(here.browser)).toBe(here.member.username);
    expect(await countUsers()).toBe(users);
  });
});

it('asks for the code too, and keeps the session until it was right', async () => {
  const linked = await social.addLinked();
  const client = await signIn(social.app, linked.member);
  const authenticator = await enableTotp(client, clock);
  await client.close();
  const here = { ...linked, browser: social.newBrowser() };
  const finish = async () =>
    here.browser('/auth/signIn/totp', { json: { totp: await authenticator.code() } });
  clock.advance(minute);
  await social.goThrough(here.browser, here.profile);
  await finish();
  clock.advance(20 * minute);
  expect(await confirm(here, here.profile)).toBe(`${appUrl}/auth/signIn?step=code&from=%2Faccount%2Fdelete`);
  await renew(here);
  expect(await whoIs(here.browser)).toBe(here.member.username);
  await finish();
  expect(await sessionsOf(here)).toContainEqual(expect.objectContaining({ created_at: clock.now() }));
});

it('confirms nobody when the browser has a session of somebody else meanwhile', async () => {
  const here = await addSignedIn();
  const other = await addSignedIn();
  await renew(other);
  const state = await social.leave(here.browser);
  for (const [name, cookie] of other.browser.cookies) {
    if (name !== 'oauth_browser') here.browser.cookies.set(name, cookie);
  }
  expect(await social.comeBack(here.browser, state, here.profile)).toBe(errorPage('invalid_token'));
  expect(await whoIs(here.browser)).toBe(other.member.username);
});

it('is a sign-in like any other once the session has ended, before it began', async () => {
  const here = await addSignedIn();
  await social.app.app.core.uow.transaction(({ sessions }) => sessions.removeOfUser(here.member.id));
  const other = await social.addLinked();
  await confirm(here, other.profile);
  expect(await whoIs(here.browser)).toBe(other.member.username);
});

it('ends with the account', async () => {
  const here = await addSignedIn();
  const state = await social.leave(here.browser);
  await social.app.app.core.database.writer('users').where({ id: here.member.id }).delete();
  expect(await social.comeBack(here.browser, state, here.profile)).toBe(errorPage('invalid_token'));
});
