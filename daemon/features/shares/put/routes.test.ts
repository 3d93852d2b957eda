import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCaller } from '../../../testing/browser.ts';
import { findViolations } from '../../../testing/check-invariants.ts';
import { bearer, signInAs } from '../../../testing/members.ts';
import { RawConnection, requestHead, sendRaw } from '../../../testing/raw-http.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';

let instance: TestApp;
let session: { authorization: string };
let key: string;
let keyId: string;

beforeAll(async () => {
  instance = await startApp({
    env: { FILESHARE_ADDRESS_LIMIT_FACTOR: '1000', FILESHARE_CONFIG_SHARE_MAX_SIZE: '5000000' },
  });
  session = (await signInAs(instance, instance.admin)).headers;
});

afterAll(async () => {
  expect(await findViolations(instance.app)).toEqual([]);
  await instance.stop();
});

beforeEach(async () => {
  ({ secret: key, id: keyId } = await createKey(['shares:write', 'shares:read']));
});

/** Nothing of what a test has shared is left for the next one. */
afterEach(async () => {
  for (const { id } of await listShares()) await call(`/shares/${id}`, { method: 'DELETE' });
  await vi.waitFor(async () => expect(await listStored()).toEqual([]));
});

function call(path: string, options: { method?: string; json?: unknown } = {}) {
  return createCaller(instance.url)(path, { ...options, headers: session });
}

async function createKey(scopes: string[]): Promise<{ secret: string; id: string }> {
  const json = { name: 'ShareX', scopes, password: instance.admin.password };
  const { body } = await call('/users/me/apiKeys', { json });
  const { secret, apiKey } = body as { secret: string; apiKey: { id: string } };
  return { secret, id: apiKey.id };
}

interface Listed {
  id: string;
  name: string | null;
  state: string;
  fileCount: number;
  size: number;
  maxViews: number | null;
  hasPassword: boolean;
  expiresAt: string | null;
  url: string;
}

async function listShares(): Promise<Listed[]> {
  return ((await call('/shares')).body as { shares: Listed[] }).shares;
}

async function listStored(): Promise<string[]> {
  const { blobs, staging } = instance.app.stores;
  const found: string[] = [];
  for (const part of [blobs, staging]) for await (const { id } of part.list()) found.push(id);
  return found;
}

interface Put {
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
}

/** Without headers, like a program with a key. */
function put(path: string, { headers = bearer(key), body = 'content' }: Put = {}): Promise<Response> {
  return fetch(instance.url + path, { method: 'PUT', headers, body });
}

const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` });

describe('PUT /u/NAME', () => {
  it.each([0, 10, 300_000, 4_000_000])('shares a file of %d bytes and answers its link', async (size) => {
    const content = new Uint8Array(Buffer.alloc(size, 'ab'));
    const response = await put('/u/r%C3%A9port%201.txt', { body: content });
    const text = await response.text();
    expect([response.status, response.headers.get('content-type')]).toEqual([
      201,
      'text/plain; charset=utf-8',
    ]);
    expect(text).toMatch(/^http:\/\/\S+\/s\/\w+\n$/);
    expect(`${response.headers.get('location')}\n`).toBe(text);
    const [share] = await listShares();
    expect(share).toMatchObject({ state: 'active', fileCount: 1, size, url: text.trim() });
    const file = await fetch(`${instance.url}/d/${share?.id}/${encodeURIComponent('réport 1.txt')}`);
    expect(Buffer.compare(Buffer.from(await file.arrayBuffer()), content)).toBe(0);
  });

  it('answers the share to a program that asks for JSON', async () => {
    const response = await put('/u/a.txt', { headers: { ...bearer(key), accept: 'application/json' } });
    expect(response.status).toBe(201);
    const [share] = await listShares();
    expect(await response.json()).toEqual(share);
  });

  it('accepts the key as the password of HTTP Basic, with any user name', async () => {
    expect((await put('/u/a.txt', { headers: basic(`:${key}`) })).status).toBe(201);
    expect((await put('/u/b.txt', { headers: basic(`sharex:${key}`) })).status).toBe(201);
    expect(await listShares()).toHaveLength(2);
  });

  it('takes the details from the address, and the password from a header', async () => {
    const headers = { ...bearer(key), 'x-share-password': 'open sesame' };
    const response = await put('/u/a.txt?name=Report&expiration=1-day&maxViews=3', { headers });
    expect(response.status).toBe(201);
    const [share] = await listShares();
    expect(share).toMatchObject({ name: 'Report', maxViews: 3, hasPassword: true });
    const lasts = Date.parse(share?.expiresAt ?? '') - Date.now();
    expect(Math.round(lasts / 3_600_000)).toBe(24);
  });
});

describe('a program without a key', () => {
  it('is told in one line what to send', async () => {
    const response = await put('/u/a.txt', { headers: {} });
    expect(response.status).toBe(401);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(response.headers.get('www-authenticate')).toMatch(/^Basic /);
    expect(await response.text()).toMatch(/^[^\n]*Authorization: Bearer KEY[^\n]*\n$/);
  });

  it('is told the code of the error if it asks for JSON', async () => {
    const response = await put('/u/a.txt', { headers: { accept: 'application/json' } });
    expect(await response.json()).toMatchObject({ error: 'api_key_required' });
  });

  it('shares without an account where the instance allows it, but not with a wrong key', async () => {
    const json = [{ key: 'share.allowUnauthenticatedShares', value: 'true' }];
    expect((await call('/configs/admin', { method: 'PATCH', json })).status).toBeLessThan(300);
    const headers = { accept: 'application/json' };
    const response = await put('/u/a.txt', { headers });
    const share = (await response.json()) as Listed;
    expect(share).toMatchObject({ state: 'active', fileCount: 1 });
    expect(await listShares()).toEqual([]);
    for (const wrong of [basic(':'), basic(':no key'), basic(`:${key}x`), bearer(`${key}x`)]) {
      const refused = await put('/u/a.txt', { headers: { ...headers, ...wrong } });
      expect(await refused.json()).toMatchObject({ error: 'api_key_invalid' });
    }
    await call(`/shares/${share.id}`, { method: 'DELETE' });
    await call('/configs/admin', { method: 'PATCH', json: [{ ...json[0], value: 'false' }] });
  });
});

describe('a refused file', () => {
  it.each<[string, string, number, Put]>([
    ['api_key_scope', '/u/a.txt', 403, { headers: { 'x-scope': 'shares:read' } }],
    ['validation_failed', '/u/a.txt?password=secret', 400, {}],
    ['validation_failed', '/u/a.txt?expires=1d', 400, {}],
    ['validation_failed', '/u/a.txt?maxViews=0', 400, {}],
    ['validation_failed', '/u/a.txt?maxViews=1&maxViews=2', 400, {}],
    ['validation_failed', '/u/a.txt', 400, { headers: { 'x-share-password': 'ab' } }],
    ['file_path_invalid', `/u/${'a'.repeat(256)}`, 400, {}],
    ['share_expiration_past', '/u/a.txt?expiration=2020-01-01T00:00:00Z', 400, {}],
    ['file_path_invalid', '/u/a%0Ab', 400, {}],
    ['file_path_invalid', '/u/%2Fetc%2Fpasswd', 400, {}],
    ['file_path_invalid', '/u/x%2F..%2Fy', 400, {}],
    ['upload_header_invalid', '/u/a.txt', 400, { headers: { 'content-range': 'bytes 3-9/10' } }],
    ['unsupported_media_type', '/u/a.txt', 415, { headers: { 'content-encoding': 'gzip' } }],
    ['share_too_large', '/u/a.txt', 413, { body: new Uint8Array(5_000_001) }],
    ['not_found', '/u/', 404, {}],
  ])('%s: %s', async (error, path, status, { headers = {}, body = 'content' }) => {
    const { 'x-scope': scope, ...sent } = headers;
    const { secret } = scope === undefined ? { secret: key } : await createKey([scope]);
    const response = await put(path, {
      headers: { ...bearer(secret), accept: 'application/json', ...sent },
      body,
    });
    expect([response.status, await response.json()]).toMatchObject([status, { error }]);
    expect(await listShares()).toEqual([]);
    expect(await listStored()).toEqual([]);
  });

  it('has a length', async () => {
    const head = requestHead('PUT /u/a.txt', { ...bearer(key), 'Transfer-Encoding': 'chunked' });
    const answer = await sendRaw(instance.url, head, '3\r\nabc\r\n0\r\n\r\n');
    expect(answer?.status).toBe(411);
    expect(answer?.body).toMatch(/size of the file/);
    expect(await listShares()).toEqual([]);
  });

  it('is not said to be kept when the storage is full', async () => {
    const setQuota = (value: string) =>
      call('/configs/admin', { method: 'PATCH', json: [{ key: 'policies.instanceQuota', value }] });
    await setQuota('1');
    try {
      const response = await put('/u/a.txt');
      const text = "The server doesn't have enough free space. Try again later.\n";
      expect([response.status, await response.text()]).toEqual([507, text]);
    } finally {
      await setQuota('');
    }
  });

  it('is refused before its bytes are sent', async () => {
    const headers = { ...bearer(key), 'Content-Length': 5_000_001, Expect: '100-continue' };
    const answer = await sendRaw(instance.url, requestHead('PUT /u/a.txt', headers));
    expect(answer?.status).toBe(413);
  });

  it('is read only by PUT: the page is not here', async () => {
    const response = await fetch(`${instance.url}/u/a.txt`, { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'PUT']);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });
});

describe('a request that is cut', () => {
  async function begin(length: number, sent: number): Promise<RawConnection> {
    const connection = await RawConnection.open(instance.url);
    await connection.write(requestHead('PUT /u/a.bin', { ...bearer(key), 'Content-Length': length }));
    await connection.write(new Uint8Array(sent));
    await vi.waitFor(async () => expect(await listShares()).toMatchObject([{ state: 'draft' }]));
    return connection;
  }

  it.each([
    [1000, 500],
    [1000, 0],
    [2_000_000, 1_500_000],
  ])('of %d bytes after %d leaves neither a share nor bytes', async (length, sent) => {
    const connection = await begin(length, sent);
    connection.reset();
    await vi.waitFor(async () => expect(await listShares()).toEqual([]));
    await vi.waitFor(async () => expect(await listStored()).toEqual([]));
  });

  it.each([1000, 2_000_000])('by the end of its key leaves nothing of %d bytes', async (length) => {
    const connection = await begin(length, length - 10);
    await call(`/users/me/apiKeys/${keyId}`, { method: 'DELETE' });
    await connection.write(new Uint8Array(10));
    expect(await connection.answer()).toMatchObject({ status: 401 });
    connection.reset();
    expect(await listShares()).toEqual([]);
    await vi.waitFor(async () => expect(await listStored()).toEqual([]));
  });

  it('ends when its share is deleted', async () => {
    const connection = await begin(2_000_000, 1_000_000);
    const [share] = await listShares();
    await call(`/shares/${share?.id}`, { method: 'DELETE' });
    expect(await connection.answer()).toMatchObject({ status: 404 });
    connection.reset();
    await vi.waitFor(async () => expect(await listStored()).toEqual([]));
  });
});

describe('without accounts', () => {
  it('the limit of shares of an address applies', async () => {
    const env = { FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true' };
    const open = await startApp({ env });
    try {
      const headers = { accept: 'application/json' };
      const share = async () =>
        (await fetch(`${open.url}/u/a`, { method: 'PUT', headers, body: 'x' })).status;
      const statuses: number[] = [];
      for (let count = 0; count < 21; count += 1) statuses.push(await share());
      expect(statuses).toEqual([...Array.from({ length: 20 }, () => 201), 429]);
    } finally {
      await open.stop();
    }
  });
});

describe('a server that stops', () => {
  it('soon ends the request, and leaves nothing of it', async () => {
    const open = await startApp();
    const { headers } = await signInAs(open, open.admin);
    const connection = await RawConnection.open(open.url);
    await connection.write(requestHead('PUT /u/a', { ...headers, 'Content-Length': 2_000_000 }));
    await connection.write(new Uint8Array(1_000_000));
    const read = async (path: string) => (await createCaller(open.url)(path, { headers })).body;
    await vi.waitFor(async () => expect(await read('/shares')).toMatchObject({ shares: [{}] }));
    const after = await open.restart();
    try {
      const { body } = await createCaller(after.url)('/shares', { headers });
      expect(body).toMatchObject({ shares: [] });
      expect(await findViolations(after.app)).toEqual([]);
    } finally {
      connection.reset();
      await after.stop();
    }
  });
});
