import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBrowser } from '../../testing/browser.ts';
import { configure } from '../../testing/directory.ts';
import { proxyAddress, type SignInProxy, startSignInProxy } from '../../testing/engines/sign-in-proxy.ts';
import { addMember } from '../../testing/members.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp;
let proxy: SignInProxy;
const logged: string[] = [];
beforeAll(async () => {
  app = await startApp({
    env: { FILESHARE_TRUSTED_PROXIES: proxyAddress, FILESHARE_LOG_LEVEL: 'warn' },
    logDestination: { write: (line) => void logged.push(line) },
  });
  proxy = await startSignInProxy(app.url);
});
afterAll(async () => {
  await proxy.close();
  await app.stop();
});

beforeEach(async () => {
  proxy.person = null;
  logged.length = 0;
  await configure(app, {
    'proxy.enabled': 'true',
    'proxy.groupsSeparator': '',
    'proxy.linkByEmail': '',
    'groups.rules': '',
    'groups.allowed': '',
  });
});

const personOf = (name: string, more: Readonly<Record<string, string>> = {}) => ({
  'remote-user': name,
  'remote-email': `${name}@example.org`,
  ...more,
});

interface Opened {
  status: number;
  location: string | null;
  /** The account that the page was answered for. */
  username: string | null;
  cookies: Map<string, string>;
}

/** Opens a page like a browser, with the cookies that it has. */
async function open(
  base: string,
  {
    path = '/',
    headers = {},
    cookies = new Map(),
  }: { path?: string; headers?: Record<string, string>; cookies?: Map<string, string> } = {},
): Promise<Opened> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(base + path, {
    redirect: 'manual',
    headers: { accept: 'text/html', ...(cookie && { cookie }), ...headers },
  });
  const html = await answer.text();
  const [, json = '{}'] = /id="first-answers">(.*?)<\/script>/.exec(html) ?? [];
  const answers = JSON.parse(json) as Record<string, { body: { username: string } | null }>;
  const set = answer.headers.getSetCookie().map((line) => (line.split(';')[0] ?? '').split('='));
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    username: answers['/api/users/me']?.body?.username ?? null,
    cookies: new Map([...cookies, ...set.map(([name = '', value = '']) => [name, value] as const)]),
  };
}

/** The account that cookies are signed in to, without the proxy. */
async function accountOf(cookies: Map<string, string>): Promise<unknown> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(`${app.url}/api/users/me`, { headers: { cookie } });
  return answer.status === 200 ? answer.json() : null;
}

const sessions = () => app.app.core.database.reader('sessions').count<{ n: number }[]>({ n: '*' });

it('signs in the person whom the proxy names, with the first page', async () => {
  proxy.person = personOf('ann', { 'remote-name': Buffer.from('Ann Müller').toString('latin1') });
  const first = await open(proxy.url);
  expect(first).toMatchObject({ status: 200, username: 'ann' });
  const user = await app.app.core.uow.read.users.findByUsernameKey('ann');
  expect(user).toMatchObject({
    email: 'ann@example.org',
    displayName: 'Ann Müller',
    passwordHash: null,
    isAdmin: false,
  });
  // The session goes on, and no page makes another one.
  const before = await sessions();
  expect(await open(proxy.url, { path: '/account', cookies: first.cookies })).toMatchObject({
    username: 'ann',
  });
  expect(await sessions()).toEqual(before);
});

it('ignores the header of a stranger, and writes that down', async () => {
  const headers = personOf('eve');
  const answer = await open(app.url, { headers });
  expect(answer).toMatchObject({ status: 200, username: null });
  expect([...answer.cookies.keys()]).toEqual([]);
  expect(await app.app.core.uow.read.users.findByUsernameKey('eve')).toBeNull();
  expect(logged.join('')).toContain('FILESHARE_TRUSTED_PROXIES');
});

it('ignores the header that a visitor adds to that of the proxy', async () => {
  proxy.person = { 'Remote-User': 'ann', 'remote-email': 'ann@example.org' };
  const { request } = await import('node:http');
  const status = await new Promise<string[] | undefined>((resolve) => {
    const sent = request(
      app.url,
      { localAddress: proxyAddress, headers: { accept: 'text/html' } },
      (answer) => {
        answer.resume();
        resolve(answer.headers['set-cookie']);
      },
    );
    sent.setHeader('remote-user', ['admin', 'ann']);
    sent.end();
  });
  expect(status).toBeUndefined();
});

it('does nothing while it is turned off', async () => {
  await configure(app, { 'proxy.enabled': 'false' });
  proxy.person = personOf('off');
  expect(await open(proxy.url)).toMatchObject({ username: null });
});

it('replaces the session of another person of the proxy, and not that of a password', async () => {
  proxy.person = personOf('first');
  const { cookies } = await open(proxy.url);
  proxy.person = personOf('second');
  expect(await open(proxy.url, { cookies })).toMatchObject({ username: 'second' });
  const browser = createBrowser(app.url);
  await browser('/auth/signIn', { json: { username: app.admin.username, password: app.admin.password } });
  const own = new Map([...browser.cookies].map(([name, { value }]) => [name, value]));
  expect(await open(proxy.url, { cookies: own })).toMatchObject({ username: app.admin.username });
});

it('does not open an account here that has the same address, unless a setting says so', async () => {
  const member = await addMember(app, 'local');
  proxy.person = personOf('other', { 'remote-email': member.email });
  expect(await open(proxy.url)).toMatchObject({
    status: 302,
    location: '/error?error=not_linked&params=proxy',
  });
  // Links work for everyone.
  expect(await open(proxy.url, { path: '/share/unknown' })).toMatchObject({ status: 200, username: null });
  expect(await open(proxy.url, { path: '/error' })).toMatchObject({ status: 200 });
  await configure(app, { 'proxy.linkByEmail': 'true' });
  expect(await open(proxy.url)).toMatchObject({ username: 'local' });
});

it('leads to the code of an account that has a second factor', async () => {
  proxy.person = personOf('totp');
  await open(proxy.url);
  await app.app.core.database.writer('users').where({ username: 'totp' }).update({ totp_secret: 'sealed' });
  const answer = await open(proxy.url);
  expect(answer).toMatchObject({ status: 302, location: '/auth/signIn?step=code&from=%2F', username: null });
  expect([...answer.cookies.keys()]).toEqual(['login_token']);
});

it('leaves the calls of programs alone, and keeps those of other sites out', async () => {
  proxy.person = personOf('ann');
  const named = await fetch(`${proxy.url}/api/users/me`);
  expect(await named.json()).toBeNull();
  const { cookies } = await open(proxy.url);
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const forged = await fetch(`${proxy.url}/api/users/me`, {
    method: 'PATCH',
    headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
    body: JSON.stringify({ displayName: 'forged' }),
  });
  expect(forged.status).toBe(403);
});

describe('groups of the header', () => {
  it('make administrators at each sign-in', async () => {
    await configure(app, { 'groups.rules': 'admins => admin', 'proxy.groupsSeparator': '|' });
    proxy.person = personOf('gus', { 'remote-groups': 'staff|admins' });
    await open(proxy.url);
    const isAdmin = async () => (await app.app.core.uow.read.users.findByUsernameKey('gus'))?.isAdmin;
    expect(await isAdmin()).toBe(true);
    proxy.person = personOf('gus');
    await open(proxy.url);
    expect(await isAdmin()).toBe(false);
  });

  it('decide who may sign in at all', async () => {
    await configure(app, { 'groups.allowed': 'staff' });
    proxy.person = personOf('hans', { 'remote-groups': 'guests' });
    expect(await open(proxy.url)).toMatchObject({ location: '/error?error=group_not_allowed&params=proxy' });
    proxy.person = personOf('hans', { 'remote-groups': 'guests, Staff' });
    expect(await open(proxy.url)).toMatchObject({ username: 'hans' });
  });

  it('change the role of somebody who is signed in, with the next page', async () => {
    await configure(app, { 'groups.rules': 'admins => admin', 'proxy.groupsSeparator': ',' });
    proxy.person = personOf('ida', { 'remote-groups': 'staff,admins' });
    const first = await open(proxy.url);
    const other = await open(proxy.url);
    const isAdmin = async () => (await app.app.core.uow.read.users.findByUsernameKey('ida'))?.isAdmin;
    proxy.person = personOf('ida', { 'remote-groups': 'staff' });
    const demoted = await open(proxy.url, { cookies: first.cookies });
    expect(demoted).toMatchObject({ status: 200, username: 'ida' });
    expect(await isAdmin()).toBe(false);
    expect(await accountOf(other.cookies)).toBeNull();
    const before = await sessions();
    await open(proxy.url, { cookies: demoted.cookies });
    expect(await sessions()).toEqual(before);
    proxy.person = personOf('ida', { 'remote-groups': 'admins' });
    expect(await open(proxy.url, { cookies: demoted.cookies })).toMatchObject({ username: 'ida' });
    expect(await isAdmin()).toBe(true);
  });

  it('end the sessions of somebody who may no longer sign in, with the next page', async () => {
    await configure(app, { 'groups.allowed': 'staff' });
    proxy.person = personOf('jan', { 'remote-groups': 'staff' });
    const first = await open(proxy.url);
    const other = await open(proxy.url);
    proxy.person = personOf('jan', { 'remote-groups': 'guests' });
    expect(await open(proxy.url, { cookies: first.cookies })).toMatchObject({
      location: '/error?error=group_not_allowed&params=proxy',
    });
    for (const { cookies } of [first, other]) expect(await accountOf(cookies)).toBeNull();
    const entries = await app.app.core.database
      .reader('audit')
      .where({ action: 'session.end', subject_name: 'jan' })
      .pluck('details');
    expect(entries).toEqual(['{"ended":2,"byGroups":true}']);
    proxy.person = personOf('jan', { 'remote-groups': 'staff' });
    expect(await open(proxy.url, { cookies: first.cookies })).toMatchObject({ username: 'jan' });
  });

  it('leave the session of an account that is not linked to the proxy', async () => {
    await configure(app, { 'groups.allowed': 'staff' });
    proxy.person = personOf('kim', { 'remote-groups': 'guests' });
    const browser = createBrowser(app.url);
    await browser('/auth/signIn', { json: { username: app.admin.username, password: app.admin.password } });
    const own = new Map([...browser.cookies].map(([name, { value }]) => [name, value]));
    expect(await open(proxy.url, { cookies: own })).toMatchObject({ username: app.admin.username });
  });
});
