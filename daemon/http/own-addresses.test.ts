import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RawAnswer, requestHead, sendRaw } from '../testing/raw-http.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

/** The addresses at which a browser may make changes: other websites can make their names resolve to this server. */

const configured = {
  FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true',
  FILESHARE_CONFIG_GENERAL_APP_URL: 'https://files.example.org',
  FILESHARE_TRUSTED_ORIGINS: 'http://nas:3000, https://files.example.net',
  FILESHARE_ADDRESS_LIMIT_FACTOR: '1000',
};

type Headers = Record<string, string>;

async function post(
  app: TestApp,
  path: string,
  { body = {}, headers = {}, method = 'POST' }: { body?: unknown; headers?: Headers; method?: string } = {},
): Promise<RawAnswer> {
  const text = JSON.stringify(body);
  const head = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    ...headers,
  };
  const answer = await sendRaw(app.url, requestHead(`${method} /api${path}`, head), text);
  if (!answer) throw new Error('no answer');
  return answer;
}

const at = (origin: string, more: Headers = {}): Headers => ({
  Host: new URL(origin).host,
  Origin: origin,
  ...more,
});

const cookieOf = ({ body }: RawAnswer) => `access_token=${/"accessToken":"([^"]+)/.exec(body)?.[1]}`;

const evil = 'http://evil.example:3000';
const sameOrigin = { 'Sec-Fetch-Site': 'same-origin' };

describe('a share without an account', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ env: configured });
  });
  afterAll(() => app.stop());

  const create = (headers: Headers) => post(app, '/shares', { headers });

  it.each([
    ['a program', { Host: 'evil.example' }],
    ['the public address', at('https://files.example.org')],
    [
      'the public address, of which a proxy says another',
      { ...at('https://files.example.org'), Host: 'app:3000' },
    ],
    ['the public address without an origin', { Host: 'files.example.org', ...sameOrigin }],
    ['a trusted address', at('http://nas:3000')],
    [
      'a trusted address, of which a proxy says another',
      { ...at('https://files.example.net'), Host: 'app:3000' },
    ],
    ['an address of the local network', at('http://192.168.1.5:3000')],
    ['an address of the local network by IPv6', at('http://[fd00::5]:3000')],
    ['this machine', at('http://localhost:4711', sameOrigin)],
    ['this machine by its number', at('http://127.0.0.1:4711', sameOrigin)],
    ['this machine by IPv6', at('http://[::1]:4711', sameOrigin)],
    [
      'a number over HTTPS, of which a proxy says another',
      { ...at('https://203.0.113.5', sameOrigin), Host: 'app' },
    ],
  ])('can be made from %s', async (_name, headers) => {
    expect((await create(headers)).status).toBe(201);
  });

  it.each([
    ['as it is', at(evil)],
    ['that the browser takes for the same', at(evil, sameOrigin)],
    ['without an origin', { Host: 'evil.example:3000', ...sameOrigin }],
    ['with an origin that is hidden', { Host: 'evil.example', Origin: 'null', ...sameOrigin }],
    ['with a cookie of its own', at(evil, { Cookie: 'access_token=made.up.here; share_token=made-up' })],
    ['with a token of an upload', at(evil, { Authorization: 'Bearer fsu_made-up' })],
    ['that looks like a number', at('http://192.168.1.5.evil.example')],
    ['that looks like this machine', at('http://localhost.evil.example')],
    ['that begins like the public one', at('https://files.example.org.evil.example')],
    ['without a usable host', { Host: '', ...sameOrigin }],
  ])('cannot be made from an unknown name, %s', async (_name, headers) => {
    const answer = await create(headers);
    expect([answer.status, answer.error]).toEqual([403, 'address_unknown']);
    // It names the address to open, and not the requested one.
    expect(answer.body).toContain('Open https://files.example.org instead');
    expect(answer.body).not.toContain('evil');
  });

  it.each([
    ['a neighbour in the network', { ...at('http://192.168.1.77:3000'), Host: '192.168.1.5:3000' }],
    ['another port of this machine', { ...at('http://localhost:5173'), Host: 'localhost:3000' }],
    ['another website', { ...at(evil), Host: 'files.example.org' }],
  ])('cannot be made from %s', async (_name, headers) => {
    expect((await create(headers)).error).toBe('cross_site_request');
  });

  it.each(['/auth/signUp', '/auth/resetPassword/admin@example.org', '/shares/unknown/token', '/uploads'])(
    'is not all that needs a known address: %s does too',
    async (path) => {
      expect((await post(app, path, { headers: at(evil) })).error).toBe('address_unknown');
    },
  );
});

describe('behind a name that is not configured yet', () => {
  const name = 'https://files.example.org';
  const asBrowser = at(name, sameOrigin);
  const wish = [{ key: 'general.appUrl', value: name }];
  const setName = (app: TestApp, cookie: string) =>
    post(app, '/configs/admin', { method: 'PATCH', body: wish, headers: { ...asBrowser, Cookie: cookie } });

  it('the instance can be set up with its token', async () => {
    const app = await startApp({ isFresh: true });
    const token = (await readFile(join(app.dataDir, 'setup-token'), 'utf8')).trim();
    const { username, email, password } = app.admin;
    const claim = (given: string) =>
      post(app, '/auth/setup', {
        body: { setupToken: given, username, email, password, transport: 'token' },
        headers: asBrowser,
      });
    expect((await claim('made-up')).error).toBe('setup_token_wrong');
    const claimed = await claim(token);
    expect(claimed.status).toBe(201);
    expect((await setName(app, cookieOf(claimed))).status).toBe(200);
    await app.stop();
  });

  it('an administrator can sign in to set it', async () => {
    const app = await startApp({ env: { FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true' } });
    const create = () => post(app, '/shares', { headers: asBrowser });
    expect((await create()).error).toBe('address_unknown');
    const { username, password } = app.admin;
    const signedIn = await post(app, '/auth/signIn', {
      body: { username, password, transport: 'token' },
      headers: asBrowser,
    });
    expect(signedIn.status).toBe(200);
    expect((await setName(app, cookieOf(signedIn))).status).toBe(200);
    expect((await create()).status).toBe(201);
    await app.stop();
  });
});
