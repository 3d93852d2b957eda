import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ActiveSession } from '#sdk/contract/sessions.js';
import { createBrowser, createCaller } from '../../testing/browser.ts';
import { createFakeClock, type FakeClock } from '../../testing/fake-clock.ts';
import { addMember, bearer, errorOf, type Member, signInAs } from '../../testing/members.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { openDatabaseIn } from '../../testing/test-database.ts';

const minute = 60_000;

let app: TestApp;
let clock: FakeClock;
let ann: Member;
beforeEach(async () => {
  clock = createFakeClock();
  app = await startApp({ clock });
  ann = await addMember(app, 'ann');
});
afterEach(() => app.stop());

const call = (...args: Parameters<ReturnType<typeof createCaller>>) => createCaller(app.url)(...args);
const path = '/users/me/sessions';

async function list(headers: Record<string, string>): Promise<ActiveSession[]> {
  return (await call(path, { headers })).body as ActiveSession[];
}

const whoIs = async (headers: Record<string, string>) => (await call('/users/me', { headers })).body;
const end = (id: string, headers: Record<string, string>) =>
  call(`${path}/${id}`, { method: 'DELETE', headers });

/** Ids of the sessions of `first` and of one opened after it. */
async function openTwo() {
  const first = await signInAs(app, ann);
  clock.advance(minute);
  const second = await signInAs(app, ann);
  const [newer, older] = await list(first.headers);
  if (!newer || !older) throw new Error('there should be two sessions');
  return { first, second, firstId: older.id, secondId: newer.id };
}

it('lists where somebody is signed in, last used first, and marks where one is', async () => {
  const browse = createBrowser(app.url);
  const headers = { 'user-agent': 'Firefox on a phone' };
  await browse('/auth/signIn', { json: { username: 'ann', password: ann.password }, headers });
  clock.advance(20 * minute);
  const program = await signInAs(app, ann);
  await signInAs(app, app.admin);

  const sessions = await list(program.headers);
  expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
  expect(sessions[1]).toMatchObject({
    userAgent: 'Firefox on a phone',
    ip: '127.0.0.1',
    createdAt: new Date(clock.now() - 20 * minute).toISOString(),
    lastUsedAt: new Date(clock.now() - 20 * minute).toISOString(),
  });

  clock.advance(minute);
  await browse('/auth/token', { method: 'POST' });
  const [latest] = await list(program.headers);
  expect(latest).toMatchObject({ isCurrent: false, lastUsedAt: new Date(clock.now()).toISOString() });
});

it('lists only sessions that live', async () => {
  await signInAs(app, ann);
  clock.advance(31 * 24 * 60 * minute);
  const { headers } = await signInAs(app, ann);
  expect(await list(headers)).toHaveLength(1);
});

it('ends one session at once, and its refresh token with it', async () => {
  const { first, second, firstId } = await openTwo();
  expect((await end(firstId, second.headers)).status).toBe(204);
  expect(await whoIs(first.headers)).toBeNull();
  expect(await whoIs(second.headers)).toMatchObject({ username: 'ann' });
  const refresh = await call('/auth/token', { json: { refreshToken: first.refreshToken } });
  expect(errorOf(refresh)).toBe('session_expired');
  expect(errorOf(await end(firstId, second.headers))).toBe('session_not_found');
});

it('ends a session once, of many requests at the same moment', async () => {
  const { second, firstId } = await openTwo();
  const answers = await Promise.all(Array.from({ length: 10 }, () => end(firstId, second.headers)));
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  expect(answers.map(errorOf).filter((code) => code === 'session_not_found')).toHaveLength(9);
});

it('removes the cookies of a browser that ends its own session, and of no other', async () => {
  const browse = createBrowser(app.url);
  await browse('/auth/signIn', { json: { username: 'ann', password: ann.password } });
  clock.advance(minute);
  await signInAs(app, ann);
  const [other, own] = (await browse(path)).body as ActiveSession[];
  await browse(`${path}/${other?.id}`, { method: 'DELETE' });
  expect(browse.cookies.has('access_token')).toBe(true);
  expect((await browse(`${path}/${own?.id}`, { method: 'DELETE' })).status).toBe(204);
  expect(browse.cookies.size).toBe(0);
});

it('ends all other sessions of the account, and those of nobody else', async () => {
  const admin = await signInAs(app, app.admin);
  const { first, second } = await openTwo();
  const answer = await call(path, { method: 'DELETE', headers: first.headers });
  expect(answer.body).toEqual({ ended: 1 });
  expect(await whoIs(first.headers)).toMatchObject({ username: 'ann' });
  expect(await whoIs(second.headers)).toBeNull();
  expect(await whoIs(admin.headers)).toMatchObject({ username: 'admin' });
  expect((await call(path, { method: 'DELETE', headers: first.headers })).body).toEqual({ ended: 0 });
});

it('hides the sessions of others, from administrators too', async () => {
  const { first, firstId } = await openTwo();
  const admin = await signInAs(app, app.admin);
  expect(errorOf(await end(firstId, admin.headers))).toBe('session_not_found');
  expect(await whoIs(first.headers)).toMatchObject({ username: 'ann' });
});

it('writes down who ended what', async () => {
  const { first, secondId } = await openTwo();
  await signInAs(app, ann);
  await end(secondId, first.headers);
  await call(path, { method: 'DELETE', headers: first.headers });
  const rows: object[] = await app.app.core.database
    .reader('audit')
    .where({ action: 'session.end' })
    .orderBy('id');
  expect(rows).toMatchObject([
    { actor_id: ann.id, subject_id: secondId, ip: '127.0.0.1', result: 'done' },
    { actor_id: ann.id, subject_id: null, details: '{"ended":1}' },
  ]);
});

it('refuses a session that another process ended, within a second', async () => {
  const { first, firstId } = await openTwo();
  expect(await whoIs(first.headers)).toMatchObject({ username: 'ann' });
  const other = openDatabaseIn(app.dataDir);
  await other.writer('sessions').where({ id: firstId }).delete();
  await other.close();
  await expect.poll(() => whoIs(first.headers), { timeout: 5000, interval: 50 }).toBeNull();
  expect(errorOf(await call('/shares', { headers: bearer(first.accessToken) }))).toBe('session_expired');
});
