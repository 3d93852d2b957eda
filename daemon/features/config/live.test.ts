import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ConfigKey } from '#sdk/contract/config.js';
import { createClient, filesFromPaths, type NodeClient } from '#sdk/index.js';
import { openCore } from '../../app/core.ts';
import { createCaller } from '../../testing/browser.ts';
import { outcomeOf, password, signIn } from '../../testing/clients.ts';
import { startMailServer } from '../../testing/engines/mail-server.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { signInAs } from '../../testing/members.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { byHost } from '../audit/log.ts';

// A single server that is never restarted.
const clock = createFakeClock();
const lines: string[] = [];
let app: TestApp;
let admin: NodeClient;
let folder: string;

beforeAll(async () => {
  app = await startApp({
    clock,
    env: { FILESHARE_LOG_LEVEL: 'debug' },
    logDestination: { write: (line: string) => void lines.push(line) },
  });
  admin = await signIn(app);
  folder = await mkdtemp(join(tmpdir(), 'fileshare-test-'));
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const set = (values: Partial<Record<ConfigKey, string>>) =>
  admin.configs.update({ body: Object.entries(values).map(([key, value]) => ({ key, value })) });

const signUp = (username: string) =>
  outcomeOf(
    createClient({ baseUrl: app.url }).session.signUp({
      username,
      email: `${username}@example.org`,
      password,
    }),
  );

it('obeys at once who may register', async () => {
  expect(await signUp('early')).toBe('registration_disabled');
  await set({ 'share.allowRegistration': 'true' });
  expect(await signUp('welcome')).toBe('ok');
  await set({ 'share.allowRegistration': '' });
  expect(await signUp('late')).toBe('registration_disabled');
});

it('obeys at once who may upload, and how much', async () => {
  const create = (size: number) =>
    outcomeOf(createClient({ baseUrl: app.url }).shares.create({ body: { files: { count: 1, size } } }));
  expect(await create(10)).toBe('share_anonymous_disabled');
  await set({ 'share.allowUnauthenticatedShares': 'true', 'share.maxSize': '10' });
  expect(await create(10)).toBe('ok');
  expect(await create(11)).toBe('share_too_large');
  await set({ 'share.maxSize': '', 'share.allowUnauthenticatedShares': '' });
});

it('obeys at once how much of a file goes into one request', async () => {
  const file = join(folder, 'file.bin');
  await writeFile(file, randomBytes(3_000_000));
  const countRequests = async () => {
    lines.length = 0;
    await admin.uploadFiles(await filesFromPaths([file]));
    return lines.filter((line) => /"(POST|PATCH)","path":"\/api\/uploads/.test(line)).length;
  };
  await set({ 'share.chunkSize': '1000000' });
  const small = await countRequests();
  await set({ 'share.chunkSize': '2000000' });
  expect([small, await countRequests()]).toEqual([3, 2]);
});

it('sends at once through another mail server', async () => {
  const [first, second] = await Promise.all([startMailServer(), startMailServer()]);
  const reset = async () => {
    const path = `/auth/resetPassword/${app.admin.email}`;
    expect((await createCaller(app.url)(path, { method: 'POST' })).status).toBeLessThan(300);
    await app.app.jobs.run('links.mailResets');
    await app.app.jobs.run('mail.send');
    clock.advance(3_600_000);
  };
  const by = (port: number) => ({ 'smtp.port': String(port) });
  await set({
    'smtp.host': '127.0.0.1',
    'smtp.email': 'files@example.org',
    'smtp.allowUnauthorizedCertificates': 'true',
    'smtp.enabled': 'true',
    ...by(first.port),
  });
  await reset();
  admin = await signIn(app);
  await set(by(second.port));
  await reset();
  expect([first.mails.length, second.mails.length]).toEqual([1, 1]);
  await Promise.all([first.close(), second.close()]);
});

it('ends at once the sessions that last too long now', async () => {
  const { refreshToken } = await signInAs(app, app.admin);
  const refresh = () =>
    createCaller(app.url)('/auth/token', { json: { refreshToken } }).then(({ status }) => status);
  clock.advance(2 * 3_600_000);
  expect(await refresh()).toBe(200);
  admin = await signIn(app);
  await set({ 'general.sessionDuration': '1' });
  expect(await refresh()).toBe(401);
});

it('obeys within five seconds what another process on the same database has set', async () => {
  const core = await openCore({ env: app.app.core.env, logger: app.app.core.logger });
  await core.config.update([{ key: 'general.appName', value: 'From elsewhere' }], byHost);
  await core.database.close();
  const readName = async () => {
    const list = await createClient({ baseUrl: app.url }).configs.list();
    return list.find(({ key }) => key === 'general.appName')?.value;
  };
  await expect.poll(readName, { timeout: 5000, interval: 100 }).toBe('From elsewhere');
});
