import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCaller } from '../../../testing/browser.ts';
import { createDraft, type Draft, publish, upload } from '../../../testing/drafts.ts';
import { createFakeClock } from '../../../testing/fake-clock.ts';
import { findFreePort } from '../../../testing/free-port.ts';
import { type SignedIn, signInAs } from '../../../testing/members.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';

/** The page and the content of files under two host names of one server. */

const clock = createFakeClock();
let app: TestApp;
let content: string;
let admin: SignedIn;
let draft: Draft;
let fileId: string;

async function start(env: Record<string, string>): Promise<TestApp> {
  const port = String(await findFreePort());
  return startApp({
    clock,
    env: {
      FILESHARE_PORT: port,
      FILESHARE_CONFIG_GENERAL_APP_URL: `http://127.0.0.1:${port}`,
      FILESHARE_CONTENT_ORIGIN: `http://localhost:${port}`,
      ...env,
    },
  });
}

beforeAll(async () => {
  app = await start({});
  content = app.url.replace('127.0.0.1', 'localhost');
});
afterAll(() => app.stop());

beforeEach(async () => {
  admin = await signInAs(app, app.admin);
  draft = await createDraft(app, { password: 'open sesame' }, admin.headers);
  const answer = await upload(app, draft, { path: 'ä b.png', text: '0123456789' });
  fileId = answer.headers.get('location')?.split('/').at(-1) ?? '';
  await upload(app, draft, { path: 'b.txt', text: 'b' });
  await publish(app, draft);
});

const filePath = (query = '') => `/api/shares/${draft.id}/files/${fileId}${query}`;
const password = { 'x-share-password': 'open sesame' };

/** Returns where the page's own origin redirects to. */
async function lead(path: string, headers: Record<string, string> = {}): Promise<string> {
  const { status, headers: answer } = await fetch(app.url + path, { headers, redirect: 'manual' });
  expect([status, answer.get('cache-control')]).toEqual([307, 'no-store']);
  return answer.get('location') ?? '';
}

async function get(url: string, init: RequestInit = {}) {
  const response = await fetch(url, { redirect: 'manual', ...init });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

describe('the origin of the page', () => {
  it.each<[string, () => [string, Record<string, string>]]>([
    ['a file', () => [filePath(), admin.headers]],
    ['an archive', () => [`/api/shares/${draft.id}/archive`, admin.headers]],
    ['a direct link', () => [`/d/${draft.id}`, password]],
    ['a direct link to a file', () => [`/d/${draft.id}/${encodeURIComponent('ä b.png')}`, password]],
  ])('sends the caller of %s away', async (_name, request) => {
    const [path, headers] = request();
    const url = await lead(path, headers);
    expect(url.startsWith(`${content}${path}?grant=`)).toBe(true);
    expect((await get(url)).status).toBe(200);
  });

  it('refuses before it sends away', async () => {
    expect((await get(`${app.url}/d/${draft.id}`)).status).toBe(401);
    expect((await get(app.url + filePath())).status).toBe(403);
  });

  it('lets its page show what comes from there', async () => {
    const { headers } = await get(app.url);
    const csp = headers.get('content-security-policy') ?? '';
    for (const directive of ['img-src', 'media-src', 'connect-src'])
      expect(csp).toMatch(new RegExp(`${directive} [^;]*${content}`));
    expect(csp).toMatch(/script-src 'self';/);
  });

  it('shows there what the old link of another program showed', async () => {
    const uuid = fileId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    const url = await lead(`/api/shares/${draft.id}/files/${uuid}?download=false`, password);
    const { status, headers, body } = await get(url);
    expect([status, headers.get('content-disposition')?.split(';')[0], body]).toEqual([
      200,
      'inline',
      '0123456789',
    ]);
  });

  it('is followed by clients without their noticing', async () => {
    const response = await fetch(app.url + filePath(), { headers: { ...admin.headers, range: 'bytes=3-5' } });
    expect([response.status, await response.text()]).toEqual([206, '345']);
  });
});

describe('the origin of content', () => {
  it('sends ranges and HEAD, shown by the page of the other origin', async () => {
    const url = await lead(filePath('?disposition=inline'), admin.headers);
    const part = await get(url, { headers: { range: 'bytes=2-3', origin: app.url } });
    expect([part.status, part.body]).toEqual([206, '23']);
    expect(Object.fromEntries(part.headers)).toMatchObject({
      'content-disposition': expect.stringMatching(/^inline; /) as string,
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': app.url,
      'access-control-expose-headers': expect.stringContaining('Content-Range') as string,
      'content-security-policy': expect.stringMatching(/^sandbox/) as string,
      'x-content-type-options': 'nosniff',
    });
    expect(part.headers.has('access-control-allow-credentials')).toBe(false);
    expect((await get(url, { method: 'HEAD' })).headers.get('content-length')).toBe('10');
    const preflight = await get(url, { method: 'OPTIONS', headers: { origin: app.url } });
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([
      204,
      'GET, HEAD',
    ]);
  });

  it.each([
    '/',
    '/index.html',
    '/share/abc',
    '/s/abc',
    '/api/health',
    '/api/configs',
    '/api/users/me',
    '/d/abc',
    '/assets/x.js',
  ])('has no %s', async (path) => {
    const answer = await get(content + path, { headers: admin.headers });
    expect([answer.status, (JSON.parse(answer.body) as { error: string }).error]).toEqual([404, 'not_found']);
  });

  it('takes no session, no token and no password', async () => {
    const { accessToken } = admin;
    for (const headers of [admin.headers, { cookie: `access_token=${accessToken}` }, password])
      for (const path of [filePath(), `/d/${draft.id}`])
        expect((await get(content + path, { headers })).status).toBe(404);
  });

  it.each<[string, (url: string) => string]>([
    ['another file', (url) => url.replace(fileId, '0'.repeat(32))],
    ['showing in place', (url) => url.replace('?', '?disposition=inline&')],
    [
      'another role',
      (url) => url.replace('grant=admin', 'grant=visitor').replace('grant=owner', 'grant=admin'),
    ],
    ['a later end', (url) => url.replace(/\.\d+\./, '.9999999999999.')],
    ['another signature', (url) => url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
    ['an API call', (url) => url.replace(/\/files\/\w+/, '/owner')],
  ])('does not take a grant for %s', async (_name, change) => {
    const url = await lead(filePath(), admin.headers);
    expect((await get(change(url))).status).toBe(404);
  });

  it('takes no other method', async () => {
    const url = await lead(filePath(), admin.headers);
    for (const method of ['POST', 'DELETE', 'PATCH']) expect((await get(url, { method })).status).toBe(405);
  });

  it('ends a grant by itself', async () => {
    const url = await lead(filePath(), admin.headers);
    clock.advance(14 * 60_000);
    expect((await get(url)).status).toBe(200);
    clock.advance(60_000);
    expect((await get(url)).status).toBe(404);
  });

  it('ends it with the share, and with its password', async () => {
    const url = await lead(`/d/${draft.id}/b.txt`, password);
    const { uow } = app.app.core;
    const share = await uow.read.shares.findById(draft.id);
    const change = { passwordVersion: (share?.passwordVersion ?? 0) + 1 };
    await uow.transaction(({ shares }) => shares.transition(share?.key as never, ['active'], change));
    expect((await get(url)).status).toBe(404);

    const again = await lead(`/d/${draft.id}/b.txt`, password);
    expect((await get(again)).body).toBe('b');
    const call = createCaller(app.url);
    await call(`/shares/${draft.id}`, { method: 'DELETE', headers: admin.headers });
    expect(JSON.parse((await get(again)).body)).toMatchObject({ error: 'share_removed' });
  });

  it('counts what visitors take there, once', async () => {
    await get(await lead(`/d/${draft.id}/b.txt`, password));
    await get(await lead(filePath(), admin.headers));
    await app.app.jobs.run('files.count-downloads');
    const { body } = await createCaller(app.url)(`/shares/${draft.id}/owner`, { headers: admin.headers });
    expect(body).toMatchObject({ downloads: 1 });
  });
});

describe('the start', () => {
  it.each([
    ['the same host as the page', 'http://127.0.0.1:9999', 'another host name'],
    ['no encryption under a page that has it', 'https://files.example.org', 'https://'],
  ])('is refused with %s', async (_name, appUrl, words) => {
    const starting = start({
      FILESHARE_CONFIG_GENERAL_APP_URL: appUrl,
      FILESHARE_CONTENT_ORIGIN: appUrl.startsWith('https') ? 'http://content.example.org' : appUrl,
    });
    await expect(starting).rejects.toThrow(words);
  });

  it.each([
    'content.example.org',
    'https://content.example.org/',
    'https://content.example.org/x',
    'ftp://x',
  ])('is refused with %s', async (origin) => {
    await expect(start({ FILESHARE_CONTENT_ORIGIN: origin })).rejects.toThrow(
      'FILESHARE_CONTENT_ORIGIN must be',
    );
  });
});
