import { afterEach, beforeEach, expect, it } from 'vitest';
import { createClient, type FileSource } from '#sdk/index.js';
import { type Answer, createCaller } from '../../testing/browser.ts';
import { createFakeClock, type FakeClock } from '../../testing/fake-clock.ts';
import { addMember, bearer, errorOf, type Member, signInAs } from '../../testing/members.ts';
import { sendRaw } from '../../testing/raw-http.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

const day = 24 * 3_600_000;
const minute = 60_000;

let app: TestApp;
let clock: FakeClock;
let ann: Member;
let session: { authorization: string };
beforeEach(async () => {
  clock = createFakeClock();
  app = await startApp({ clock });
  ann = await addMember(app, 'ann');
  session = (await signInAs(app, ann)).headers;
});
afterEach(() => app.stop());

const call = (...args: Parameters<ReturnType<typeof createCaller>>) => createCaller(app.url)(...args);

interface CreatedKey {
  apiKey: { id: string; name: string; scopes: string[]; expiresAt: string | null; lastUsedAt: string | null };
  secret: string;
}

function ask(changes: object = {}, headers = session): Promise<Answer> {
  const json = { name: 'backup', scopes: ['shares:read'], password: ann.password, ...changes };
  return call('/users/me/apiKeys', { json, headers });
}

async function makeKey(changes: object = {}, headers = session): Promise<CreatedKey> {
  const answer = await ask(changes, headers);
  expect(answer.status).toBe(201);
  return answer.body as CreatedKey;
}

const whoIs = async (secret: string) => (await call('/users/me', { headers: bearer(secret) })).body;
const listShares = async (secret: string) => call('/shares', { headers: bearer(secret) });

async function createShare(headers: Record<string, string>): Promise<string> {
  const { body } = await call('/shares', { json: {}, headers });
  return (body as { share: { id: string } }).share.id;
}

it('shows a key once, keeps only its digest and lists the newest first', async () => {
  const first = await makeKey({ name: '  first  ', scopes: ['shares:write', 'shares:read', 'shares:read'] });
  expect(first.secret).toMatch(/^fsk_[0-9a-f]{32}_[\w-]{43}$/);
  expect(first.apiKey).toMatchObject({
    name: 'first',
    scopes: ['shares:read', 'shares:write'],
    expiresAt: null,
  });
  await makeKey({ name: 'second', expiresInDays: 1 });

  const { body } = await call('/users/me/apiKeys', { headers: session });
  expect((body as CreatedKey['apiKey'][]).map(({ name }) => name)).toEqual(['second', 'first']);
  const rows: unknown = await app.app.core.database.reader('api_keys');
  const audit: unknown = await app.app.core.database.reader('audit');
  expect(JSON.stringify([body, rows, audit])).not.toContain(first.secret.slice(-43));
});

it('asks for the password, and for a name that says something', async () => {
  expect(errorOf(await ask({ password: 'wrong password' }))).toBe('password_wrong');
  expect(errorOf(await ask({ name: ' \t ' }))).toBe('validation_failed');
  expect(errorOf(await ask({ scopes: [] }))).toBe('validation_failed');
  expect(errorOf(await ask({ scopes: ['everything'] }))).toBe('validation_failed');
  expect(errorOf(await ask({ expiresInDays: 0 }))).toBe('validation_failed');
  expect(errorOf(await ask({ userId: ann.id }))).toBe('validation_failed');
});

it('gives the scope of administrators to administrators only', async () => {
  const refused = await ask({ scopes: ['admin'] });
  expect([errorOf(refused), refused.body]).toMatchObject(['api_key_scope', { params: { scope: 'admin' } }]);
  const admin = (await signInAs(app, app.admin)).headers;
  const { secret } = await makeKey({ scopes: ['admin'] }, admin);
  expect((await call('/configs/admin/share', { headers: bearer(secret) })).status).toBe(200);
});

it('lets a key do what its scopes say', async () => {
  const reader = await makeKey({ scopes: ['shares:read'] });
  const writer = await makeKey({ scopes: ['shares:write'] });
  expect((await listShares(reader.secret)).status).toBe(200);
  expect(errorOf(await listShares(writer.secret))).toBe('api_key_scope');
  expect((await call('/shares', { json: {}, headers: bearer(writer.secret) })).status).toBe(201);
  expect(errorOf(await call('/shares', { json: {}, headers: bearer(reader.secret) }))).toBe('api_key_scope');
  expect(errorOf(await call('/users/me/sessions', { headers: bearer(reader.secret) }))).toBe(
    'api_key_refused',
  );
  expect(errorOf(await call('/users/me/apiKeys', { headers: bearer(reader.secret) }))).toBe(
    'api_key_refused',
  );
});

it('counts as a visitor where it may not read shares', async () => {
  const reader = await makeKey({ scopes: ['shares:read'] });
  const writer = await makeKey({ scopes: ['shares:write'] });
  const id = await createShare(session);
  expect((await call(`/shares/${id}`, { headers: bearer(reader.secret) })).status).toBe(200);
  expect(errorOf(await call(`/shares/${id}`, { headers: bearer(writer.secret) }))).toBe('share_uploading');
});

it('has the rights that the owner has now', async () => {
  const bob = await addMember(app, 'bob', { isAdmin: true });
  const { secret } = await makeKey({ scopes: ['admin'] }, (await signInAs(app, bob)).headers);
  const narrow = await makeKey({ scopes: ['shares:read'] }, (await signInAs(app, bob)).headers);
  const configOf = async (key: string) =>
    errorOf(await call('/configs/admin/share', { headers: bearer(key) }));
  expect([await configOf(secret), await configOf(narrow.secret)]).toEqual([undefined, 'api_key_scope']);
  const id = await createShare(session);
  expect(errorOf(await call(`/shares/${id}/owner`, { headers: bearer(narrow.secret) }))).toBe('forbidden');

  await changeUser(bob, { is_admin: 0 });
  expect(await configOf(secret)).toBe('forbidden');
  await changeUser(bob, { disabled_at: clock.now() });
  expect(await configOf(secret)).toBe('api_key_invalid');
  await changeUser(bob, { disabled_at: null, is_admin: 1 });
  expect(await configOf(secret)).toBeUndefined();
});

/** Changes a user like another process would. */
async function changeUser({ id }: Member, change: object): Promise<void> {
  const { database, uow } = app.app.core;
  await database.writer('users').where({ id }).update(change);
  // The commit of any change makes this process read again at once.
  await uow.transaction(async () => undefined);
}

it('ends at its time and when it is revoked, which is written down', async () => {
  const short = await makeKey({ expiresInDays: 1 });
  const long = await makeKey();
  clock.advance(day - 1);
  expect(await whoIs(short.secret)).toMatchObject({ username: 'ann' });
  clock.advance(1);
  expect(await whoIs(short.secret)).toBeNull();
  expect(await whoIs(long.secret)).toMatchObject({ username: 'ann' });

  const fresh = (await signInAs(app, ann)).headers;
  const path = `/users/me/apiKeys/${long.apiKey.id}`;
  expect((await call(path, { method: 'DELETE', headers: fresh })).status).toBe(204);
  expect(await whoIs(long.secret)).toBeNull();
  expect(errorOf(await listShares(long.secret))).toBe('api_key_invalid');
  expect(errorOf(await call(path, { method: 'DELETE', headers: fresh }))).toBe('api_key_not_found');

  const rows: { action: string; subject_id: string; actor_name: string }[] = await app.app.core.database
    .reader('audit')
    .where('action', 'like', 'api_key.%')
    .orderBy('id');
  expect(rows.map(({ action, subject_id: id, actor_name: name }) => [action, id, name])).toEqual([
    ['api_key.create', short.apiKey.id, 'ann'],
    ['api_key.create', long.apiKey.id, 'ann'],
    ['api_key.revoke', long.apiKey.id, 'ann'],
  ]);
});

it('hides the keys of others', async () => {
  const { apiKey, secret } = await makeKey();
  const eve = (await signInAs(app, await addMember(app, 'eve'))).headers;
  expect((await call('/users/me/apiKeys', { headers: eve })).body).toEqual([]);
  const answer = await call(`/users/me/apiKeys/${apiKey.id}`, { method: 'DELETE', headers: eve });
  expect(errorOf(answer)).toBe('api_key_not_found');
  expect(await whoIs(secret)).toMatchObject({ username: 'ann' });
});

it('notes the last use to a minute, without a write for each request', async () => {
  const { secret } = await makeKey();
  const lastUse = async () => {
    await app.app.jobs.run('apiKeys.noteUses');
    const { body } = await call('/users/me/apiKeys', { headers: session });
    return (body as CreatedKey['apiKey'][])[0]?.lastUsedAt;
  };
  expect(await lastUse()).toBeNull();
  const first = new Date(clock.now()).toISOString();
  await whoIs(secret);
  expect(await lastUse()).toBe(first);
  clock.advance(minute - 1);
  await whoIs(secret);
  expect(await lastUse()).toBe(first);
  clock.advance(1);
  await whoIs(secret);
  expect(await lastUse()).toBe(new Date(clock.now()).toISOString());
});

it('opens by exactly one spelling, in the header only', async () => {
  const { secret } = await makeKey();
  const [, id = '', ...rest] = secret.split('_');
  const body = rest.join('_');
  const spellings = [
    secret.toUpperCase(),
    `FSK_${id}_${body}`,
    `fsk_${id.toUpperCase()}_${body}`,
    `fsk_${id}_${swapCase(body)}`,
    `${secret}=`,
    `${secret}.`,
    `${secret}A`,
    secret.slice(0, -1),
    `fsk_${id}_${sameBytes(body)}`,
    `${secret}%20`,
    secret.replace('fsk_', 'fsk%5F'),
    `fsk_${id}_${encodeURIComponent(body)}%3D`,
    `fsk_${id.slice(0, 31)}_${body}`,
    `fsk__${body}`,
    `fsk_${id}`,
    `fsk_${id}_`,
    `fsk_${'0'.repeat(32)}_${body}`,
    body,
  ];
  for (const spelling of spellings) expect(await whoIs(spelling), spelling).toBeNull();
  expect((await call('/users/me', { headers: { cookie: `access_token=${secret}` } })).body).toBeNull();
  const inQuery = await call(`/users/me?access_token=${secret}`);
  expect(errorOf(inQuery)).toBe('validation_failed');
  expect(await whoIs(secret)).toMatchObject({ username: 'ann' });
});

it.each([
  ['two headers, the first right', (key: string) => [`Bearer ${key}`, 'Bearer fsk_wrong']],
  ['two headers, the second right', (key: string) => ['Bearer fsk_wrong', `Bearer ${key}`]],
  ['the same twice', (key: string) => [`Bearer ${key}`, `Bearer ${key}`]],
  ['two in one header', (key: string) => [`Bearer ${key}, Bearer ${key}`]],
  ['more than one space', (key: string) => [`Bearer  ${key}`]],
  ['another scheme', (key: string) => [`Basic ${key}`]],
  ['no scheme', (key: string) => [key]],
  ['a look-alike letter', (key: string) => [`Bearer ${key.replace('fsk', 'fѕk')}`]],
  ['a null byte escaped', (key: string) => [`Bearer ${key}%00`]],
])('is nobody with %s', async (_name, headersOf) => {
  const { secret } = await makeKey();
  const lines = headersOf(secret).map((value) => `Authorization: ${value}\r\n`);
  const request = `GET /api/users/me HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}\r\n`;
  const answer = await sendRaw(app.url, Buffer.from(request));
  expect(answer?.body).toBe('null');
});

it('uploads from end to end', async () => {
  const { secret } = await makeKey({ scopes: ['shares:write'] });
  const client = createClient({ baseUrl: app.url, token: secret });
  const content = Buffer.from('hello');
  const source: FileSource = {
    path: 'hello.txt',
    size: content.length,
    fingerprint: 'hello',
    async *open(start, end) {
      yield content.subarray(start, end);
    },
  };
  const { share } = await client.uploadFiles([source]);
  await client.close();
  const { body } = await call(`/shares/${share.id}/owner`, { headers: session });
  expect(body).toMatchObject({ state: 'active', fileCount: 1, size: 5 });
});

function swapCase(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

/** Returns another text that Base64 decodes to the same bytes: two bits of the last character mean nothing. */
function sameBytes(body: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = alphabet.indexOf(body.at(-1) ?? '');
  return body.slice(0, -1) + (alphabet[last ^ 1] ?? '');
}
