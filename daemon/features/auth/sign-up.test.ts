import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NodeClient } from '#sdk/index.js';
import { createClient } from '#sdk/index.js';
import { type Call, createBrowser, createCaller } from '../../testing/browser.ts';
import { outcomeOf, signIn } from '../../testing/clients.ts';
import { errorOf } from '../../testing/members.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp;
let admin: NodeClient;
let call: Call;
beforeAll(async () => {
  app = await startApp({ env: { FILESHARE_TRUSTED_PROXIES: '127.0.0.1' } });
  admin = await signIn(app);
  call = createCaller(app.url);
  await allowRegistration(true);
});
afterAll(() => app.stop());

const allowRegistration = (isAllowed: boolean) =>
  admin.configs.update({ body: [{ key: 'share.allowRegistration', value: String(isAllowed) }] });

const password = 'correct horse battery';
const accountOf = (username: string) => ({ username, email: `${username}@example.org`, password });

let networks = 0;
const newAddress = () => {
  networks += 1;
  return `203.0.113.${networks}`;
};

const signUp = (json: object, ip = newAddress()) =>
  call('/auth/signUp', { json: { transport: 'token', ...json }, headers: { 'x-forwarded-for': ip } });

it('creates an account that is no administrator, and signs in', async () => {
  const client = createClient({ baseUrl: app.url });
  const user = await client.session.signUp(accountOf('Newcomer'));
  expect(user).toMatchObject({ username: 'Newcomer', isAdmin: false, hasPassword: true });
  expect(await client.users.me()).toMatchObject({ id: user.id });
  const rows: { action: string; actor_id: string }[] = await app.app.core.database
    .reader('audit')
    .where({ actor_id: user.id });
  expect(rows.map(({ action }) => action)).toEqual(['account.sign_up']);

  const browse = createBrowser(app.url);
  const { status, body } = await browse('/auth/signUp', { json: accountOf('in_a_browser') });
  expect([status, Object.keys(body as object).sort()]).toEqual([201, ['accessTokenExpiresAt', 'user']]);
  expect((await browse('/users/me')).body).toMatchObject({ username: 'in_a_browser' });
});

it('takes nobody where the instance takes no new accounts', async () => {
  await allowRegistration(false);
  const answer = await signUp(accountOf('too_late'));
  expect([answer.status, errorOf(answer)]).toEqual([403, 'registration_disabled']);
  expect(await app.app.core.users.findByIdentifier('too_late')).toBeNull();
  await allowRegistration(true);
});

it.each([
  ['a role', { isAdmin: true }],
  ['an id', { id: '0'.repeat(32) }],
  ['a quota', { quota: 0 }],
])('lets nobody choose %s', async (_, more) => {
  expect(errorOf(await signUp({ ...accountOf('chooser'), ...more }))).toBe('validation_failed');
});

it('knows names and addresses in every spelling', async () => {
  await signUp(accountOf('taken'));
  const other = accountOf('other');
  expect(errorOf(await signUp({ ...other, username: 'TAKEN' }))).toBe('username_taken');
  expect(errorOf(await signUp({ ...other, email: 'Taken@EXAMPLE.org' }))).toBe('email_taken');
});

it.each([
  ['a Cyrillic letter', 'аdmin'],
  ['wide letters', 'ａｄｍｉｎ'],
  ['an invisible letter', 'ad\u200bmin'],
  ['a mark', 'admi\u0301n'],
  ['an at-sign', 'ann@example.org'],
  ['a space', 'ad min'],
  ['a line break', 'admin\n'],
  ['too few letters', 'ad'],
  ['too many letters', 'a'.repeat(33)],
])('refuses a name with %s', async (_, username) => {
  const answer = await signUp({ ...accountOf('innocent'), username });
  expect([answer.status, errorOf(answer)]).toEqual([400, 'validation_failed']);
});

it.each([
  ['too short', 'short', 400, 'validation_failed'],
  ['too long', 'x'.repeat(257), 400, 'validation_failed'],
  ['a megabyte', 'x'.repeat(1_000_000), 413, 'body_too_large'],
  ['common', 'Password1', 400, 'password_too_common'],
])('refuses a password that is %s', async (_, weak, status, code) => {
  const answer = await signUp({ ...accountOf('careless'), password: weak });
  expect([answer.status, errorOf(answer)]).toEqual([status, code]);
  expect(await app.app.core.users.findByIdentifier('careless')).toBeNull();
});

it('gives a name to one of 50 who want it at the same moment', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      signUp({ ...accountOf('wanted'), email: `wanted${index}@example.org` }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter((answer) => errorOf(answer) === 'username_taken')).toHaveLength(49);
  const rows = await app.app.core.database.reader('users').where({ username_key: 'wanted' });
  expect(rows).toHaveLength(1);
});

it('takes ten an hour from one address, whether they are accepted or not', async () => {
  const ip = newAddress();
  const answers = [];
  for (let index = 0; index < 12; index += 1) answers.push(await signUp(accountOf('taken'), ip));
  expect(answers.filter((answer) => errorOf(answer) === 'too_many_requests')).toHaveLength(2);
  expect(await outcomeOf(admin.users.me())).toBe('ok');
});
