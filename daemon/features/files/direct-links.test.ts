import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../testing/browser.ts';
import { createDraft, type Draft, publish, upload } from '../../testing/drafts.ts';
import { bearer, signInAs } from '../../testing/members.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

const run = promisify(execFile);

let app: TestApp;
let logged = '';
beforeAll(async () => {
  app = await startApp({
    env: {
      FILESHARE_LOG_LEVEL: 'debug',
      FILESHARE_TRUSTED_PROXIES: '127.0.0.1',
      FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true',
    },
    logDestination: { write: (line) => void (logged += line) },
  });
});
afterAll(() => app.stop());

let addresses = 0;
/** A visitor from a new address. */
const newAddress = () => ({ 'x-forwarded-for': `10.1.${(addresses += 1) >> 8}.${addresses & 255}` });

type Files = Record<string, string>;

async function share(files: Files, options: object = {}): Promise<Draft> {
  const draft = await createDraft(app, options, newAddress());
  for (const [path, text] of Object.entries(files)) {
    const answer = await upload(app, draft, { path, text });
    expect(answer.status).toBe(201);
  }
  expect(await publish(app, draft)).toBe(200);
  return draft;
}

async function get(path: string, init: RequestInit = {}) {
  const response = await fetch(`${app.url}/d/${path}`, {
    ...init,
    headers: { ...newAddress(), ...(init.headers as Record<string, string>) },
  });
  const body = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return {
    status: response.status,
    headers: response.headers,
    body,
    error: isJson && body ? (JSON.parse(body) as { error: string }).error : undefined,
  };
}

const basic = (password: string, user = '') => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});

describe('a direct link', () => {
  it('sends the only file of a share, always to be saved', async () => {
    const { id } = await share({ 'photo.png': 'abc' });
    const { status, headers, body } = await get(id);
    expect([status, body]).toEqual([200, 'abc']);
    expect(headers.get('content-type')).toBe('image/png');
    expect(headers.get('content-disposition')).toBe('attachment; filename=photo.png');
    expect(headers.get('accept-ranges')).toBe('bytes');
    expect(headers.get('etag')).toMatch(/^"/);
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('content-security-policy')).toMatch(/^sandbox/);
  });

  it('sends all files as one archive', async () => {
    const { id } = await share({ 'a.txt': 'a', 'b.txt': 'b' }, { name: 'Both' });
    const { status, headers, body } = await get(id);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/zip');
    expect(headers.get('content-disposition')).toBe('attachment; filename=Both.zip');
    expect(body.slice(0, 2)).toBe('PK');
  });

  it.each(['a.txt', '100% & more?.txt', 'ä #1;ж 🎉.txt'])('sends %s by its path', async (path) => {
    const { id } = await share({ [path]: 'text', 'other.txt': 'other' });
    expect((await get(`${id}/${encodeURIComponent(path)}`)).body).toBe('text');
  });

  it('finds a name however its letters are composed', async () => {
    const { id } = await share({ 'gr\u00fc\u00df.txt': 'text', 'b.txt': '' });
    expect((await get(`${id}/${encodeURIComponent('gru\u0308\u00df.txt')}`)).body).toBe('text');
  });

  it.each(['//', '/a.txt/', '/b.txt', '/A.txt', '/..%2fa.txt', '/a.txt%00', '//a.txt'])(
    'finds nothing at %s, and no page',
    async (rest) => {
      const { id } = await share({ 'a.txt': 'text' });
      const answer = await get(`${id}${rest}`);
      expect(answer.status).toBe(404);
      expect(['file_not_found', 'not_found']).toContain(answer.error);
    },
  );

  it.each(['?fbclid=abc', '?utm_source=a&utm_source=b', '/a.txt?fbclid=abc', '/', '/?fbclid=abc'])(
    'sends the file also with %s at its end',
    async (rest) => {
      const { id } = await share({ 'a.txt': 'text' });
      const { status, body } = await get(`${id}${rest}`);
      expect([status, body]).toEqual([200, 'text']);
    },
  );

  it('takes no other method, and is never the page', async () => {
    const { id } = await share({ 'a.txt': 'text' });
    const answer = await get(id, { method: 'POST' });
    expect([answer.status, answer.error, answer.headers.get('allow')]).toEqual([
      405,
      'method_not_allowed',
      'GET, HEAD',
    ]);
    expect((await get('')).error).toBe('not_found');
    expect((await get('nosuchshare')).error).toBe('share_not_found');
  });

  it('answers ranges, conditions and HEAD', async () => {
    const { id } = await share({ 'a.txt': '0123456789' });
    const head = await get(id, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), head.body]).toEqual([200, '10', '']);
    const etag = head.headers.get('etag') ?? '';
    const part = await get(id, { headers: { range: 'bytes=4-', 'if-range': etag } });
    expect([part.status, part.headers.get('content-range'), part.body]).toEqual([
      206,
      'bytes 4-9/10',
      '456789',
    ]);
    expect((await get(id, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await get(id, { headers: { range: 'bytes=10-' } })).status).toBe(416);
  });
});

describe('who may use a direct link', () => {
  it('is told that an upload is not finished, and that a share is gone', async () => {
    const draft = await createDraft(app, {}, newAddress());
    await upload(app, draft, { path: 'a.txt', text: 'a' });
    expect((await get(draft.id)).error).toBe('share_uploading');
    expect((await get(draft.id, { headers: bearer(draft.token) })).body).toBe('a');
    await publish(app, draft);
    const admin = await signInAs(app, app.admin);
    await createCaller(app.url)(`/shares/${draft.id}`, { method: 'DELETE', headers: admin.headers });
    expect((await get(draft.id)).error).toBe('share_removed');
  });

  it('asks for a password in a way that programs know', async () => {
    const { id } = await share({ 'a.txt': 'text' }, { password: 'öpen : sesame' });
    const answer = await get(id);
    expect([answer.status, answer.error]).toEqual([401, 'direct_link_password']);
    expect(answer.headers.get('www-authenticate')).toBe(
      'Basic realm="Password of the share", charset="UTF-8"',
    );
  });

  it.each([
    ['Basic', basic('öpen : sesame')],
    ['Basic with any user', basic('öpen : sesame', 'somebody')],
    ['a header of its own', { 'x-share-password': Buffer.from('öpen : sesame').toString('latin1') }],
    ['Latin-1', { 'x-share-password': 'öpen : sesame' }],
  ])('takes the password by %s', async (_name, headers) => {
    const { id } = await share({ 'a.txt': 'text' }, { password: 'öpen : sesame' });
    expect((await get(`${id}/a.txt`, { headers })).body).toBe('text');
    expect((await get(id, { method: 'HEAD', headers })).status).toBe(200);
  });

  it.each([
    ['wrong', basic('open sesame')],
    ['empty', basic('')],
    ['malformed', { authorization: 'Basic !' }],
    ['without a colon', { authorization: `Basic ${Buffer.from('open').toString('base64')}` }],
  ])('asks again for one that is %s', async (_name, headers) => {
    const { id } = await share({ 'a.txt': 'text' }, { password: 'right one' });
    const answer = await get(id, { headers });
    expect([answer.status, answer.error]).toEqual([401, 'direct_link_password']);
    expect(answer.headers.has('www-authenticate')).toBe(true);
  });

  it('takes a share token, and the session of an administrator', async () => {
    const { id } = await share({ 'a.txt': 'text' }, { password: 'right one', maxViews: 1 });
    const opened = await createCaller(app.url)(`/shares/${id}/token`, { json: { password: 'right one' } });
    const { token } = opened.body as { token: string };
    expect((await get(id, { headers: { 'x-share-token': token } })).body).toBe('text');
    expect((await get(id, { headers: (await signInAs(app, app.admin)).headers })).body).toBe('text');
  });

  it('consumes no view, so a share with a limit must be opened first', async () => {
    const { id } = await share({ 'a.txt': 'text' }, { password: 'right one', maxViews: 2 });
    const answer = await get(id, { headers: basic('right one') });
    expect([answer.status, answer.error]).toEqual([403, 'share_token_required']);
    const admin = await signInAs(app, app.admin);
    const { body } = await createCaller(app.url)(`/shares/${id}/owner`, { headers: admin.headers });
    expect(body).toMatchObject({ visitors: 0 });
  });

  it('may not guess for ever, and then not even with the right one', async () => {
    const { id } = await share({ 'a.txt': 'text' }, { password: 'right one' });
    const address = newAddress();
    expect((await get(id, { headers: { ...address, ...basic('right one') } })).status).toBe(200);
    const guesses = await Promise.all(
      Array.from({ length: 25 }, (_, n) => get(id, { headers: { ...address, ...basic(`guess ${n}`) } })),
    );
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(20);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(5);
    expect((await get(id, { headers: { ...address, ...basic('right one') } })).status).toBe(429);
    expect((await get(id, { headers: basic('right one') })).status).toBe(200);
  });

  it('never finds a password in the log', async () => {
    const { id } = await share({ 'a.txt': 'text' }, { password: 'unloggable' });
    await get(id, { headers: basic('unloggable') });
    await get(id, { headers: { 'x-share-password': 'unloggable too' } });
    await get(`${id}/a.txt`, { headers: basic('unloggable') });
    expect(logged).toContain('"path":"/d/:id/*path"');
    expect(logged).not.toContain('a.txt');
    expect(logged).not.toContain('unloggable');
    expect(logged).not.toContain(Buffer.from(':unloggable').toString('base64').slice(0, 10));
  });
});

it('has no direct links before there is an administrator', async () => {
  const fresh = await startApp({ isFresh: true });
  const answer = await fetch(`${fresh.url}/d/abc`);
  expect(await answer.json()).toMatchObject({ error: 'setup_required' });
  await fresh.stop();
});

describe('programs', () => {
  let directory: string;
  let id: string;
  const content = randomBytes(300_000).toString('hex');
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'fileshare-direct-'));
    ({ id } = await share({ 'big file.txt': content, 'ä.txt': 'umlaut' }, { password: 'open sesame' }));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  const call = (command: string, args: string[]) => run(command, args, { cwd: directory });
  const read = (name: string) => readFile(join(directory, name), 'utf8');

  it('curl takes a file with its name, and goes on where it was', async () => {
    const link = `${app.url}/d/${id}/big%20file.txt`;
    await call('curl', ['-fsSOJ', '-u', ':open sesame', link]);
    expect(await read('big file.txt')).toBe(content);
    await writeFile(join(directory, 'part.txt'), content.slice(0, 123_456));
    await call('curl', ['-fsS', '-C', '-', '-H', 'X-Share-Password: open sesame', '-o', 'part.txt', link]);
    expect(await read('part.txt')).toBe(content);
  });

  it('curl and wget take a file whose name is not ASCII', async () => {
    const link = `${app.url}/d/${id}/%C3%A4.txt`;
    await call('curl', ['-fsSOJ', '-u', ':open sesame', link]);
    expect(await read('a.txt')).toBe('umlaut');
    const login = ['--user=x', '--password=open sesame'];
    await call('wget', ['-q', '--content-disposition', '--local-encoding=UTF-8', ...login, link]);
    expect(await read('ä.txt')).toBe('umlaut');
  });

  it('wget comes back with the password that is asked for, and goes on where it was', async () => {
    const link = `${app.url}/d/${id}/big%20file.txt`;
    const password = '--password=open sesame';
    await call('wget', ['-q', '--user=x', password, '-O', 'wget.txt', link]);
    expect(await read('wget.txt')).toBe(content);
    await writeFile(join(directory, 'big file.txt'), content.slice(0, 55_555));
    await call('wget', ['-q', '-c', '--user=x', password, link]);
    expect(await read('big file.txt')).toBe(content);
    await expect(call('wget', ['-q', '-O', '-', link])).rejects.toMatchObject({ code: 6 });
  });

  it('an archive that broke off goes on to the same bytes', async () => {
    const link = `${app.url}/d/${id}`;
    await call('curl', ['-fsS', '-u', ':open sesame', '-o', 'whole.zip', link]);
    const whole = await readFile(join(directory, 'whole.zip'));
    await writeFile(join(directory, 'part.zip'), whole.subarray(0, 400_000));
    await call('curl', ['-fsS', '-C', '-', '-u', ':open sesame', '-o', 'part.zip', link]);
    const part = await readFile(join(directory, 'part.zip'));
    expect(createHash('sha256').update(part).digest('hex')).toBe(
      createHash('sha256').update(whole).digest('hex'),
    );
  });
});
