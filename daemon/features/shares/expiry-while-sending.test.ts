import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCaller } from '../../testing/browser.ts';
import { createDraft, type Draft, publish, upload } from '../../testing/drafts.ts';
import { createFakeClock, type FakeClock } from '../../testing/fake-clock.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

const hour = 3_600_000;
/** More than the system holds between the two ends of a connection. */
const text = '0123456789abcdef'.repeat(512 * 1024);
const paths = ['a.txt', 'b.txt', 'c.txt', 'd.txt'];

let clock: FakeClock;
let instance: TestApp;
let share: Draft;
let response: IncomingMessage;

beforeEach(async () => {
  clock = createFakeClock(Date.now());
  instance = await startApp({
    clock,
    env: {
      FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true',
      FILESHARE_CONFIG_SHARE_RETENTION: '0',
      FILESHARE_CONFIG_SHARE_ZIP_COMPRESSION_LEVEL: '0',
    },
  });
  share = await createDraft(instance, { expiration: '1-hour' });
  for (const path of paths) await upload(instance, share, { path, text });
  expect(await publish(instance, share)).toBe(200);
});

afterEach(async () => {
  response.destroy();
  await instance.stop();
});

/** Begins to download the archive, and reads nothing yet. */
async function beginArchive(): Promise<void> {
  const { body } = await createCaller(instance.url)(`/shares/${share.id}/token`, { json: {} });
  const headers = { 'x-share-token': (body as { token: string }).token };
  const request = http.get(`${instance.url}/api/shares/${share.id}/archive`, { headers, agent: false });
  [response] = (await once(request, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
}

async function countAfterPurge(): Promise<number> {
  await instance.app.jobs.run('shares.purge');
  const rows: { total: number }[] = await instance.app.core.database.reader('files').count({ total: '*' });
  return rows[0]?.total ?? 0;
}

it('completes an archive that began before the share expired, and deletes the files then', async () => {
  await beginArchive();
  clock.advance(hour);
  expect(await countAfterPurge()).toBe(paths.length);
  let received = 0;
  for await (const chunk of response) received += (chunk as Buffer).length;
  expect(received).toBe(Number(response.headers['content-length']));
  expect(received).toBeGreaterThan(paths.length * text.length);
  await vi.waitFor(async () => expect(await countAfterPurge()).toBe(0));
});

it('waits a day for it and no longer', async () => {
  await beginArchive();
  clock.advance(24 * hour);
  expect(await countAfterPurge()).toBe(paths.length);
  clock.advance(hour);
  expect(await countAfterPurge()).toBe(0);
});

it('does not wait when the share was removed', async () => {
  await beginArchive();
  const headers = { authorization: `Bearer ${await signIn()}` };
  const { status } = await createCaller(instance.url)(`/shares/${share.id}`, { method: 'DELETE', headers });
  expect(status).toBeLessThan(300);
  expect(await countAfterPurge()).toBe(0);
});

async function signIn(): Promise<string> {
  const { username, password } = instance.admin;
  const json = { username, password, transport: 'token' };
  const { body } = await createCaller(instance.url)('/auth/signIn', { json });
  return (body as { accessToken: string }).accessToken;
}
