import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NodeClient } from '#sdk/index.js';
import { signIn } from '../../testing/clients.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { addMember } from '../../testing/members.ts';
import { aProfile } from '../../testing/providers/fake-providers.ts';
import {
  appUrl,
  errorPage,
  type SocialApp,
  startSocialApp,
  whoIs,
} from '../../testing/providers/social-sign-in.ts';
import type { Profile } from './types.ts';

const clock = createFakeClock();

let social: SocialApp;
let admin: NodeClient;
beforeAll(async () => {
  social = await startSocialApp({ clock });
  admin = await signIn(social.app);
});
afterAll(async () => {
  await admin.close();
  await social.app.stop();
});

let count = 0;

function aStranger(changes: Partial<Profile> = {}): Profile {
  count += 1;
  return aProfile({ subject: `stranger${count}`, ...changes });
}

const countUsers = async () => (await social.app.app.core.database.reader('users')).length;

it('makes an ordinary account for somebody new, and signs in', async () => {
  const profile = aStranger({ usernames: ['Octo Cat'], email: 'Octo@Example.org', name: 'octo-cat' });
  const browser = social.newBrowser();
  expect(await social.goThrough(browser, profile, '/oauth/auth/github?from=/upload')).toBe(
    `${appUrl}/upload`,
  );
  const me = (await browser('/users/me')).body;
  expect(me).toMatchObject({
    username: 'Octo_Cat',
    email: 'Octo@Example.org',
    isAdmin: false,
    hasPassword: false,
    totpEnabled: false,
  });
  const { id } = me as Parameters<SocialApp['auditOf']>[0];
  expect(await social.auditOf({ id })).toEqual([['account.sign_up', 'done', { provider: 'github' }]]);
  const accounts = await social.app.app.core.uow.read.socialAccounts.listOfUser(id);
  expect(accounts).toEqual([
    {
      provider: 'github',
      issuer: profile.issuer,
      subject: profile.subject,
      userId: id,
      name: 'octo-cat',
      createdAt: clock.now(),
    },
  ]);
});

it('knows somebody again, also under another name and address', async () => {
  const profile = aStranger();
  const first = social.newBrowser();
  await social.goThrough(first, profile);
  const before = await countUsers();
  const second = social.newBrowser();
  await social.goThrough(second, { ...profile, email: 'new@example.org', usernames: ['new'], name: 'new' });
  expect(await whoIs(second)).toBe(await whoIs(first));
  expect(await countUsers()).toBe(before);
});

it.each([
  ['no_email', 'the provider tells no address', { email: null }],
  ['no_email', 'what it tells is no address', { email: 'nobody' }],
  ['unverified_account', 'the provider does not vouch for it', { isEmailVerified: false }],
] as const)('answers %s when %s', async (code, _, changes) => {
  const before = await countUsers();
  const browser = social.newBrowser();
  expect(await social.goThrough(browser, aStranger(changes))).toBe(errorPage(code));
  expect(await whoIs(browser)).toBeUndefined();
  expect(await countUsers()).toBe(before);
});

it('never takes over the account of an address, however it is written', async () => {
  const member = await addMember(social.app, 'victim');
  for (const email of [member.email, member.email.toUpperCase()]) {
    const browser = social.newBrowser();
    expect(await social.goThrough(browser, aStranger({ email }))).toBe(errorPage('not_linked'));
    expect(await whoIs(browser)).toBeUndefined();
  }
  expect(await social.app.app.core.uow.read.socialAccounts.listOfUser(member.id)).toEqual([]);
});

it('gives another name to who is called like somebody here', async () => {
  await addMember(social.app, 'ann');
  const names: (string | undefined)[] = [];
  for (let n = 0; n < 3; n += 1) {
    const browser = social.newBrowser();
    await social.goThrough(browser, aStranger({ usernames: ['ANN'], email: `ann@${n}.example` }));
    names.push(await whoIs(browser));
  }
  expect(names).toEqual(['ANN_2', 'ANN_3', 'ANN_4']);
});

it('gives a name to each of many who are called the same at the same moment', async () => {
  const people = Array.from({ length: 8 }, (_, index) =>
    aStranger({ usernames: ['Eve'], email: `eve@${index}.example` }),
  );
  const names = await Promise.all(
    people.map(async (person) => {
      const browser = social.newBrowser();
      await social.goThrough(browser, person);
      return whoIs(browser);
    }),
  );
  const free = ['Eve', ...people.slice(1).map((_, index) => `Eve_${index + 2}`)];
  expect(new Set(names)).toEqual(new Set(free));
});

it('makes one account for somebody who comes back in two tabs', async () => {
  const profile = aStranger();
  const browsers = [social.newBrowser(), social.newBrowser()];
  const before = await countUsers();
  const landed = await Promise.all(browsers.map((browser) => social.goThrough(browser, profile)));
  expect(landed).toEqual([`${appUrl}/`, `${appUrl}/`]);
  expect(await countUsers()).toBe(before + 1);
});

it('makes no account where none may be made, but lets those in who have one', async () => {
  const known = aStranger();
  await social.goThrough(social.newBrowser(), known);
  await admin.configs.update({ body: [{ key: 'oauth.allowRegistration', value: 'false' }] });
  expect(await social.goThrough(social.newBrowser(), aStranger())).toBe(errorPage('not_linked'));
  expect(await social.goThrough(social.newBrowser(), aStranger({ email: null }))).toBe(
    errorPage('not_linked'),
  );
  expect(await social.goThrough(social.newBrowser(), known)).toBe(`${appUrl}/`);
  await admin.configs.update({ body: [{ key: 'oauth.allowRegistration', value: '' }] });
});

it('makes a hundred accounts an hour for one address: those of an office', async () => {
  const limited = await startSocialApp({ clock, env: { FILESHARE_ADDRESS_LIMIT_FACTOR: '1' } });
  const known = await addMember(limited.app, 'known');
  const refused = aStranger({ email: known.email });
  expect(await limited.goThrough(limited.newBrowser(), refused)).toBe(errorPage('not_linked'));
  const { throttle } = limited.app.app.core;
  for (let n = 0; n < 99; n += 1) await throttle.attempt('socialSignUp', { ip: '127.0.0.1' });
  expect(await limited.goThrough(limited.newBrowser(), aStranger())).toBe(`${appUrl}/`);
  expect(await limited.goThrough(limited.newBrowser(), aStranger())).toBe(errorPage('default'));
  const { profile } = await limited.addLinked();
  expect(await limited.goThrough(limited.newBrowser(), profile)).toBe(`${appUrl}/`);
  await limited.app.stop();
});
