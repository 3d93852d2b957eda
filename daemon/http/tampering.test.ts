import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#sdk/contract/api.js';
import type { EndpointDefinition } from '#sdk/contract/endpoint.js';
import { isErrorCode } from '#sdk/contract/errors.js';
import { createCaller } from '../testing/browser.ts';
import { errorOf, signInAs } from '../testing/members.ts';
import { type RawAnswer, requestHead, sendRaw } from '../testing/raw-http.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

/** Requests that no client of ours makes: each has an error of the catalogue, and nothing changes. */

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await startApp({ env: { FILESHARE_ADDRESS_LIMIT_FACTOR: '1000' } });
  ({ accessToken: token } = await signInAs(app, app.admin));
});

afterAll(async () => {
  // Whatever was sent, the account, its session and the configuration are unchanged.
  const call = createCaller(app.url);
  const headers = { authorization: `Bearer ${token}` };
  expect((await call('/users/me', { headers })).body).toMatchObject({ username: 'admin', isAdmin: true });
  expect((await call('/users', { headers })).body).toMatchObject({ total: 1 });
  expect((await call('/shares', { headers })).body).toMatchObject({ shares: [] });
  expect((await call('/configs')).body).toContainEqual(
    expect.objectContaining({ key: 'general.appName', value: null }),
  );
  await app.stop();
});

const groups: Record<string, EndpointDefinition>[] = Object.values(api);
const endpoints = groups.flatMap((group) => Object.values(group));
const changing = endpoints.filter(({ method }) => method !== 'GET' && method !== 'HEAD');
const pathOf = ({ path }: EndpointDefinition) =>
  `/api${path.replaceAll(/:\w+/g, 'a'.repeat(32)).replace('resetPassword/'.concat('a'.repeat(32)), 'resetPassword/a@example.org')}`;

async function send(
  line: string,
  headers: Record<string, string | number> = {},
  body = '',
): Promise<RawAnswer> {
  const length = body === '' ? {} : { 'Content-Length': Buffer.byteLength(body) };
  const answer = await sendRaw(app.url, requestHead(line, { ...length, ...headers }), body);
  if (!answer) throw new Error('no answer');
  return answer;
}

const json = { 'Content-Type': 'application/json' };
const signIn = (body: string, headers: Record<string, string | number> = json) =>
  send('POST /api/auth/signIn', headers, body);

describe('another website', () => {
  it.each(changing.map((endpoint) => [`${endpoint.method} ${pathOf(endpoint)}`]))(
    'cannot make a browser send %s',
    async (line) => {
      const cookie = `access_token=${token}`;
      const foreign: Record<string, string>[] = [
        { 'Sec-Fetch-Site': 'cross-site' },
        { 'Sec-Fetch-Site': 'same-site', ...json },
        { Origin: 'https://evil.example', ...json },
        { Origin: 'null', ...json },
        { Cookie: cookie, 'Sec-Fetch-Site': 'cross-site', 'X-Requested-With': 'x', ...json },
        { Cookie: cookie, Origin: 'https://evil.example', 'X-Requested-With': 'x' },
        { Cookie: cookie, 'Content-Type': 'text/plain' },
        { Cookie: cookie },
      ];
      for (const headers of foreign) {
        const answer = await send(line, { 'Content-Length': 0, ...headers });
        expect([answer.status, answer.error]).toEqual([403, 'cross_site_request']);
      }
    },
  );
});

describe('a body', () => {
  const right = (extra = '') => `{"username":"admin","password":"correct horse battery"${extra}}`;
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;

  it.each([
    ['with __proto__', right(',"__proto__":{"isAdmin":true}')],
    ['with constructor', right(',"constructor":{"prototype":{"isAdmin":true}}')],
    ['with a key too many', right(',"isAdmin":true')],
    ['with an array for a text', '{"username":["admin"],"password":"correct horse battery"}'],
    ['with an object for a text', '{"username":{"$ne":""},"password":{"$gt":""}}'],
    ['with a number for a text', '{"username":"admin","password":1e3}'],
    ['with null', '{"username":null,"password":null}'],
    ['nested deeply', `{"username":"admin","password":${deep}}`],
    ['that is a nested array', deep],
    ['that is a text', '"admin"'],
    ['that is empty', '{}'],
    ['that is no JSON', '{"username":0x10}'],
    ['that ends early', '{"username":"adm'],
    ['with a name twice', right(',"password":"correct horse battery"')],
    ['with a name twice, once in escapes', right(',"pass\\u0077ord":"a wrong guess"')],
    ['with a raw control character', '{"username":"ad\u0000min","password":"x"}'],
    ['that is large', `{"username":"admin","password":"${'x'.repeat(300_000)}"}`],
  ])('%s is refused', async (_name, body) => {
    const answer = await signIn(body);
    expect([400, 413]).toContain(answer.status);
    expect(isErrorCode(answer.error)).toBe(true);
  });

  it.each([
    ['an escaped NUL', '{"username":"admin\\u0000","password":"correct horse battery"}'],
    ['half a character', '{"username":"admin","password":"correct horse battery\\ud800"}'],
    ['a letter that looks the same', '{"username":"аdmin","password":"correct horse battery"}'],
    ['a blank behind the password', '{"username":"admin","password":"correct horse battery "}'],
  ])('with %s signs nobody in', async (_name, body) => {
    const answer = await signIn(body);
    expect([answer.status, answer.error]).toEqual([401, 'credentials_wrong']);
  });

  it.each([
    ['a byte that begins nothing', Buffer.from([0xff])],
    ['an overlong slash', Buffer.from([0xc0, 0xaf])],
    ['half a character', Buffer.from([0xe2, 0x82])],
    ['a surrogate', Buffer.from([0xed, 0xa0, 0x80])],
    ['Latin-1', Buffer.from('pässword', 'latin1')],
  ])('with %s in place of UTF-8 is refused', async (_name, bytes) => {
    const body = Buffer.concat([Buffer.from('{"username":"admin","password":"'), bytes, Buffer.from('"}')]);
    const head = requestHead('POST /api/auth/signIn', { ...json, 'Content-Length': body.length });
    const answer = await sendRaw(app.url, head, body);
    expect([answer?.status, answer?.error]).toEqual([400, 'malformed_request']);
  });

  it.each(['utf-7', 'utf-16', 'iso-8859-1', '"utf-7"', "'utf-8'", 'utf-8; charset=utf-7', 'utf-8-sig', ''])(
    'in the charset %s is refused',
    async (charset) => {
      const answer = await signIn(right(), { 'Content-Type': `application/json; charset=${charset}` });
      expect([answer.status, answer.error]).toEqual([415, 'unsupported_media_type']);
    },
  );

  it.each(['application/json', 'application/json;charset=UTF-8', 'Application/JSON; Charset="utf-8"'])(
    'of the type %s is read',
    async (type) => {
      expect((await signIn(right(), { 'Content-Type': type })).status).toBe(200);
    },
  );

  it('of two types is refused', async () => {
    const body = right();
    const head = requestHead('POST /api/auth/signIn', {
      'Content-Type': 'application/json',
      'content-type': 'text/plain',
      'Content-Length': body.length,
    });
    expect((await sendRaw(app.url, head, body))?.error).toBe('unsupported_media_type');
  });

  it.each([
    ['as plain text', 'text/plain'],
    ['as a form', 'application/x-www-form-urlencoded'],
    ['as parts', 'multipart/form-data; boundary=x'],
    ['as a kind of JSON', 'application/jsonp'],
    ['of no type', ''],
  ])('%s is refused', async (_name, type) => {
    const answer = await signIn(right(), type === '' ? {} : { 'Content-Type': type });
    expect([answer.status, answer.error]).toEqual([415, 'unsupported_media_type']);
  });
});

describe('numbers', () => {
  it.each(['1e3', '0x10', '+1', '%201', '01', '1.0', '-1', '', '9'.repeat(400)])(
    'like "%s" are refused where a whole number is meant',
    async (text) => {
      const answer = await send(`GET /api/audit?limit=${text}`, { Authorization: `Bearer ${token}` });
      expect([answer.status, answer.error]).toEqual([400, 'validation_failed']);
    },
  );

  it('that come twice are refused', async () => {
    const answer = await send('GET /api/audit?limit=1&limit=2', { Authorization: `Bearer ${token}` });
    expect([answer.status, answer.error]).toEqual([400, 'validation_failed']);
  });
});

describe('headers', () => {
  const head = (...lines: string[]) =>
    `${['GET /api/users/me HTTP/1.1', 'Host: localhost', ...lines].join('\r\n')}\r\n\r\n`;
  const get = async (...lines: string[]): Promise<RawAnswer> => {
    const answer = await sendRaw(app.url, head(...lines));
    if (!answer) throw new Error('no answer');
    return answer;
  };

  it('that come twice bring no second identity', async () => {
    const good = `Authorization: Bearer ${token}`;
    const both = await get('Authorization: Bearer wrong', good);
    expect(both.body).toBe('null');
    const list = await get(`Authorization: Bearer wrong, Bearer ${token}`);
    expect(list.body).toBe('null');
    const cookies = await get('Cookie: access_token=wrong', `Cookie: access_token=${token}`);
    expect(cookies.body).toBe('null');
  });

  it.each(['Upload-Length', 'Upload-Offset'])('%s that comes twice is refused', async (name) => {
    const line = name === 'Upload-Length' ? 'POST /api/uploads' : `PATCH /api/uploads/${'a'.repeat(32)}`;
    const tus = { Authorization: `Bearer ${token}`, 'Tus-Resumable': '1.0.0', 'Content-Length': 0 };
    const type = { 'Content-Type': 'application/offset+octet-stream', 'Upload-Metadata': 'filename YQ==' };
    const answer = await send(line, { ...tus, ...type, [name]: 1, [name.toLowerCase()]: 2 });
    expect([answer.status, answer.error]).toEqual([400, 'upload_header_invalid']);
  });

  it('with two lengths are refused', async () => {
    const body = '{}';
    const answer = await sendRaw(
      app.url,
      `POST /api/auth/signIn HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\nContent-Length: 200\r\n\r\n${body}`,
    );
    expect([answer?.status, answer?.error]).toEqual([400, 'malformed_request']);
  });

  it('with a length and chunks are refused', async () => {
    const answer = await sendRaw(
      app.url,
      'POST /api/auth/signIn HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    );
    expect([answer?.status, answer?.error]).toEqual([400, 'malformed_request']);
  });

  it.each(['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])(
    '%s changes no method',
    async (name) => {
      const me = await send('GET /api/users/me', { [name]: 'DELETE', Authorization: `Bearer ${token}` });
      expect(me.status).toBe(200);
    },
  );

  it.each([
    ['Host', 'evil.example'],
    ['X-Forwarded-Host', 'evil.example'],
    ['X-Forwarded-Proto', 'https'],
    ['X-Original-URL', '/api/users'],
    ['X-Rewrite-URL', '/api/users'],
  ])('%s is not believed', async (name, value) => {
    for (const path of ['/', '/api/users/me', '/s/abcdef', '/api/openapi.json']) {
      const answer = await send(`GET ${path}`, { [name]: value });
      expect(answer.status).toBeLessThan(400);
      expect([...answer.headers.values()].join('\n') + answer.body).not.toContain('evil.example');
      expect(answer.headers.has('strict-transport-security')).toBe(false);
    }
  });
});

it('answers every endpoint without an internal error, whatever the body is', async () => {
  const call = createCaller(app.url);
  const bodies: unknown[] = [[], 'text', 0, true, { __proto__: null, a: 1 }, [[[[]]]]];
  for (const endpoint of changing.filter(({ body }) => body)) {
    for (const body of bodies) {
      const answer = await call(pathOf(endpoint).slice('/api'.length), {
        method: endpoint.method,
        json: body,
      });
      expect(answer.status, `${endpoint.method} ${endpoint.path}`).toBeLessThan(500);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(isErrorCode(errorOf(answer))).toBe(true);
    }
  }
});
