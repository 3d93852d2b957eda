import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { type Answer, createBrowser, createCaller } from '../../testing/browser.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

const minute = 60_000;
const running: TestApp[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((app) => app.stop()));
});

async function start(options: Parameters<typeof startApp>[0] = {}): Promise<TestApp> {
  const app = await startApp(options);
  running.push(app);
  return app;
}

const ann = { email: 'ann@example.org', username: 'ann', password: 'correct horse' };
const readSetupToken = async (dataDir: string) =>
  (await readFile(join(dataDir, 'setup-token'), 'utf8')).trim();

const credentials = (app: TestApp) => ({ email: app.admin.email, password: app.admin.password });
const errorOf = ({ body }: Answer) => (body as { error: string }).error;

interface Tokens {
  accessToken: string;
  refreshToken: string;
}

async function signInForTokens(app: TestApp): Promise<Tokens> {
  const { body } = await createCaller(app.url)('/auth/signIn', {
    json: { ...credentials(app), transport: 'token' },
  });
  return body as Tokens;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

it('keeps a fresh instance closed until it is claimed with the setup token', async () => {
  const app = await start({ isFresh: true });
  const call = createCaller(app.url);
  expect((await call('/auth/setup')).body).toEqual({ adminExists: false, finished: false });
  expect((await call('/users/me')).body).toBeNull();
  expect(errorOf(await call('/auth/signIn', { json: ann }))).toBe('setup_required');

  const wrong = await call('/auth/setup', { json: { ...ann, setupToken: 'fss_wrong' } });
  expect([wrong.status, errorOf(wrong)]).toEqual([403, 'setup_token_wrong']);

  const setupToken = await readSetupToken(app.dataDir);
  const common = await call('/auth/setup', { json: { ...ann, password: 'password1', setupToken } });
  expect([common.status, errorOf(common)]).toEqual([400, 'password_too_common']);

  const browse = createBrowser(app.url);
  const claimed = await browse('/auth/setup', { json: { ...ann, setupToken } });
  expect(claimed.status).toBe(201);
  expect((await browse('/users/me')).body).toMatchObject({ username: 'ann', isAdmin: true });
  await expect(readSetupToken(app.dataDir)).rejects.toThrow('ENOENT');

  const again = await call('/auth/setup', { json: { ...ann, setupToken } });
  expect([again.status, errorOf(again)]).toEqual([409, 'setup_already_done']);
  expect((await call('/auth/setup')).body).toEqual({ adminExists: true, finished: false });

  expect((await browse('/configs/admin/finishSetup', { method: 'POST' })).status).toBe(204);
  expect(errorOf(await browse('/configs/admin/finishSetup', { method: 'POST' }))).toBe('setup_already_done');
  expect((await call('/auth/setup')).body).toEqual({ adminExists: true, finished: true });
});

it('lets one of many parallel claims win', async () => {
  const app = await start({ isFresh: true });
  const setupToken = await readSetupToken(app.dataDir);
  const call = createCaller(app.url);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      call('/auth/setup', { json: { ...ann, username: `ann${index}`, setupToken } }),
    ),
  );
  const winners = answers.filter(({ status }) => status === 201);
  const losers = answers.filter(
    (answer) => answer.status === 409 && errorOf(answer) === 'setup_already_done',
  );
  expect([winners.length, losers.length]).toEqual([1, 11]);
});

it('keeps the setup token over a restart', async () => {
  const app = await start({ isFresh: true });
  const before = await readSetupToken(app.dataDir);
  running.splice(0, 1, await app.restart());
  expect(await readSetupToken(app.dataDir)).toBe(before);
});

it('signs a browser in with cookies that no script reads and no other site sends', async () => {
  const app = await start();
  const answer = await createCaller(app.url)('/auth/signIn', { json: credentials(app) });
  expect(answer.status).toBe(200);
  expect(Object.keys(answer.body as object).sort()).toEqual(['accessTokenExpiresAt', 'user']);
  const access = answer.cookies.get('access_token')?.attributes;
  const refresh = answer.cookies.get('refresh_token')?.attributes;
  expect([access?.has('httponly'), access?.get('samesite'), access?.get('path')]).toEqual([true, 'lax', '/']);
  expect([refresh?.has('httponly'), refresh?.get('samesite'), refresh?.get('path')]).toEqual([
    true,
    'strict',
    '/api/auth/token',
  ]);
  expect(access?.has('secure')).toBe(false);
});

it('marks the cookies secure when the public address is https, whatever our own connection is', async () => {
  const app = await start({ env: { FILESHARE_CONFIG_GENERAL_APP_URL: 'https://files.example.org' } });
  const { status, cookies } = await createCaller(app.url)('/auth/signIn', { json: credentials(app) });
  expect(status).toBe(200);
  for (const name of ['access_token', 'refresh_token']) {
    expect(cookies.get(name)?.attributes.has('secure')).toBe(true);
  }
});

it('marks the cookies secure when a trusted proxy says that the visitor uses https', async () => {
  const app = await start({ env: { FILESHARE_TRUSTED_PROXIES: '127.0.0.1' } });
  const headers = { 'x-forwarded-proto': 'https' };
  const { cookies } = await createCaller(app.url)('/auth/signIn', { json: credentials(app), headers });
  expect(cookies.get('access_token')?.attributes.has('secure')).toBe(true);
});

it('hands tokens to programs in the body, without cookies', async () => {
  const app = await start();
  const call = createCaller(app.url);
  const answer = await call('/auth/signIn', { json: { ...credentials(app), transport: 'token' } });
  expect(answer.cookies.size).toBe(0);
  const { accessToken } = answer.body as Tokens;
  expect((await call('/users/me', { headers: bearer(accessToken) })).body).toMatchObject({
    username: 'admin',
  });
});

it('takes the user name as well as the address, in any case', async () => {
  const app = await start();
  const call = createCaller(app.url);
  const { password } = app.admin;
  for (const name of [{ username: 'ADMIN' }, { email: 'Admin@Example.org' }, { username: app.admin.email }]) {
    expect((await call('/auth/signIn', { json: { ...name, password } })).status).toBe(200);
  }
});

it('answers alike whatever of the credentials is wrong', async () => {
  const app = await start();
  const call = createCaller(app.url);
  const answers = await Promise.all(
    [
      { email: app.admin.email, password: 'wrong password' },
      { email: 'nobody@example.org', password: 'wrong password' },
      { username: 'nobody', password: 'wrong password' },
      { username: 'nobody', password: 'x' },
    ].map((json) => call('/auth/signIn', { json })),
  );
  const comparable = answers.map(({ status, headers, body }) => ({
    status,
    headers: [...headers.keys()].sort(),
    body: { ...(body as object), requestId: '' },
  }));
  expect(comparable[0]?.status).toBe(401);
  for (const other of comparable) expect(other).toEqual(comparable[0]);
});

it.each([
  [{ password: 'correct horse' }, 'email'],
  [{ email: 'a@example.org', username: 'a', password: 'correct horse' }, 'username'],
  [{ email: 'a@example.org', password: 'x'.repeat(257) }, 'password'],
  [{ email: 'a@example.org', password: 'correct horse', isAdmin: true }, 'isAdmin'],
])('refuses the sign-in %j because of %s', async (json, field) => {
  const app = await start();
  const { status, body } = await createCaller(app.url)('/auth/signIn', { json });
  expect(status).toBe(400);
  expect(body).toMatchObject({ error: 'validation_failed', params: { field } });
});

it('prolongs a browser session by its cookie, and a program session by its token', async () => {
  const clock = createFakeClock();
  const app = await start({ clock });
  const browse = createBrowser(app.url);
  await browse('/auth/signIn', { json: credentials(app) });
  const tokens = await signInForTokens(app);
  clock.advance(20 * minute);
  expect((await browse('/users/me')).body).toBeNull();

  const before = browse.cookies.get('refresh_token')?.value;
  const refreshed = await browse('/auth/token', { method: 'POST' });
  expect(refreshed.body).not.toHaveProperty('refreshToken');
  expect(browse.cookies.get('refresh_token')?.value).not.toBe(before);
  expect((await browse('/users/me')).body).toMatchObject({ username: 'admin' });

  const call = createCaller(app.url);
  const answer = await call('/auth/token', { json: { refreshToken: tokens.refreshToken } });
  expect(answer.cookies.size).toBe(0);
  const { accessToken } = answer.body as Tokens;
  expect((await call('/users/me', { headers: bearer(accessToken) })).body).toMatchObject({
    username: 'admin',
  });
});

it('sets the cookies of the winner for the tab that lost, and clears nobody', async () => {
  const app = await start();
  const browse = createBrowser(app.url);
  await browse('/auth/signIn', { json: credentials(app) });
  const cookie = `refresh_token=${browse.cookies.get('refresh_token')?.value}`;
  const headers = { cookie, 'x-requested-with': 'test' };
  const call = createCaller(app.url);
  const refresh = () => call('/auth/token', { method: 'POST', headers });
  const [first, second] = await Promise.all([refresh(), refresh()]);
  expect(first.cookies.get('refresh_token')?.value).toBeTruthy();
  expect(second.cookies.get('refresh_token')).toEqual(first.cookies.get('refresh_token'));
  const dead = await call('/auth/token', { json: { refreshToken: 'fsr_made_up' } });
  expect([dead.status, errorOf(dead), dead.cookies.size]).toEqual([401, 'session_expired', 0]);
});

it('refuses a refresh without a token', async () => {
  const app = await start();
  expect(errorOf(await createCaller(app.url)('/auth/token', { json: {} }))).toBe('session_expired');
});

it('ends the session at once and removes the cookies', async () => {
  const app = await start();
  const browse = createBrowser(app.url);
  await browse('/auth/signIn', { json: credentials(app) });
  const stolen = `access_token=${browse.cookies.get('access_token')?.value}`;
  const stolenRefresh = browse.cookies.get('refresh_token')?.value;
  expect((await browse('/auth/signOut', { method: 'POST' })).status).toBe(204);
  expect(browse.cookies.size).toBe(0);

  const call = createCaller(app.url);
  expect((await call('/users/me', { headers: { cookie: stolen } })).body).toBeNull();
  const refresh = await call('/auth/token', { json: { refreshToken: stolenRefresh } });
  expect(errorOf(refresh)).toBe('session_expired');
});

it('signs out with an access token that has expired, by cookie and by header', async () => {
  const clock = createFakeClock();
  const app = await start({ clock });
  const browse = createBrowser(app.url);
  await browse('/auth/signIn', { json: credentials(app) });
  const tokens = await signInForTokens(app);
  const browserRefresh = browse.cookies.get('refresh_token')?.value;
  clock.advance(60 * minute);

  const call = createCaller(app.url);
  await browse('/auth/signOut', { method: 'POST' });
  await call('/auth/signOut', { method: 'POST', headers: bearer(tokens.accessToken) });
  for (const refreshToken of [browserRefresh, tokens.refreshToken]) {
    expect(errorOf(await call('/auth/token', { json: { refreshToken } }))).toBe('session_expired');
  }
});

it('ends the session that a new sign-in in the same browser replaces', async () => {
  const app = await start();
  const browse = createBrowser(app.url);
  await browse('/auth/signIn', { json: credentials(app) });
  const replaced = `access_token=${browse.cookies.get('access_token')?.value}`;
  await browse('/auth/signIn', { json: credentials(app) });
  expect((await createCaller(app.url)('/users/me', { headers: { cookie: replaced } })).body).toBeNull();
  expect((await browse('/users/me')).body).toMatchObject({ username: 'admin' });
});

it('ends it too when its access token has expired, and when a new account replaces it', async () => {
  const clock = createFakeClock();
  const app = await start({ clock, env: { FILESHARE_CONFIG_SHARE_ALLOW_REGISTRATION: 'true' } });
  const browse = createBrowser(app.url);
  const call = createCaller(app.url);
  const refreshToken = () => browse.cookies.get('refresh_token')?.value;
  const replace = [
    () => browse('/auth/signIn', { json: credentials(app) }),
    () => browse('/auth/signUp', { json: ann }),
    () => browse('/auth/signIn', { json: credentials(app) }),
  ];
  await browse('/auth/signIn', { json: credentials(app) });
  for (const signInAgain of replace) {
    const replaced = refreshToken();
    clock.advance(60 * minute);
    expect((await signInAgain()).status).toBeLessThan(300);
    expect(errorOf(await call('/auth/token', { json: { refreshToken: replaced } }))).toBe('session_expired');
  }
  const tokens = await signInForTokens(app);
  await browse('/auth/signIn', { json: credentials(app), headers: bearer(tokens.accessToken) });
  expect((await call('/users/me', { headers: bearer(tokens.accessToken) })).body).not.toBeNull();
});

it('believes neither of two headers about whom to sign out', async () => {
  const app = await start();
  const tokens = [await signInForTokens(app), await signInForTokens(app)];
  const authorization = tokens.map(({ accessToken }) => `Bearer ${accessToken}`);
  const request = httpRequest(`${app.url}/api/auth/signOut`, { method: 'POST' });
  request.on('response', (response) => response.resume());
  request.setHeader('authorization', authorization).end();
  await once(request, 'close');
  const call = createCaller(app.url);
  for (const { accessToken } of tokens) {
    expect((await call('/users/me', { headers: bearer(accessToken) })).body).not.toBeNull();
  }
});

it('does not fill the log with wrong setup tokens', async () => {
  let log = '';
  const app = await start({
    isFresh: true,
    env: { FILESHARE_LOG_LEVEL: 'warn' },
    logDestination: { write: (line: string) => void (log += line) },
  });
  const call = createCaller(app.url);
  for (let n = 0; n < 30; n += 1) {
    await call('/auth/setup', { json: { ...ann, setupToken: `fss_wrong${n}` } });
  }
  expect(log.match(/wrong setup token/g)).toHaveLength(20);
});

it('signing out without a session is no error', async () => {
  const app = await start();
  const call = createCaller(app.url);
  expect((await call('/auth/signOut', { method: 'POST' })).status).toBe(204);
  const headers = { cookie: 'access_token=garbage', 'x-requested-with': 'test' };
  expect((await call('/auth/signOut', { method: 'POST', headers })).status).toBe(204);
});

it('refuses what another website makes a browser send', async () => {
  const app = await start();
  const browse = createBrowser(app.url);
  await browse('/auth/signIn', { json: credentials(app) });
  const call = createCaller(app.url);
  const cookie = `access_token=${browse.cookies.get('access_token')?.value}`;
  const attempts: Record<string, string>[] = [
    { cookie },
    { cookie, 'x-requested-with': 'x', 'sec-fetch-site': 'cross-site' },
    { cookie, 'x-requested-with': 'x', origin: 'https://evil.example' },
  ];
  for (const headers of attempts) {
    expect(errorOf(await call('/auth/signOut', { method: 'POST', headers }))).toBe('cross_site_request');
  }
  expect((await browse('/users/me')).body).toMatchObject({ username: 'admin' });
});

it('never writes passwords or tokens to the log', async () => {
  const lines: string[] = [];
  const app = await start({
    env: { FILESHARE_LOG_LEVEL: 'debug' },
    logDestination: { write: (line: string) => void lines.push(line) },
  });
  const call = createCaller(app.url);
  await call('/auth/signIn', { json: { username: 'my-Secret-Typo', password: 'wrong password' } });
  const { accessToken, refreshToken } = await signInForTokens(app);
  await call('/users/me', { headers: bearer(accessToken) });
  await call('/auth/token', { json: { refreshToken } });
  const log = lines.join('');
  expect(log).toContain('sign-in failed');
  for (const secret of [app.admin.password, 'wrong password', 'my-Secret-Typo', accessToken, refreshToken]) {
    expect(log).not.toContain(secret);
  }
});
