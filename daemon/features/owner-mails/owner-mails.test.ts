import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { NodeClient } from '#sdk/index.js';
import { signIn } from '../../testing/clients.ts';
import { publish, upload } from '../../testing/drafts.ts';
import { type MailServer, startMailServer } from '../../testing/engines/mail-server.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { letTimePass } from '../../testing/let-time-pass.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

const clock = createFakeClock();
const hour = 3_600_000;
let server: MailServer;
let app: TestApp;
let owner: NodeClient;

beforeAll(async () => {
  server = await startMailServer();
  app = await startApp({ clock, env: server.env });
});
afterAll(async () => {
  await app.stop();
  await server.close();
});
beforeEach(async () => {
  owner = await signIn(app);
  server.mails.splice(0);
});

async function share(body: { name: string; expiration?: string }): Promise<string> {
  const { share: made, uploadToken } = await owner.shares.create({ body: { expiration: 'never', ...body } });
  const draft = { id: made.id, token: uploadToken };
  await upload(app, draft, { path: 'a.txt', text: 'abc' });
  await publish(app, draft);
  return made.id;
}

/** Downloads the file of a share, as a visitor. */
async function download(id: string): Promise<void> {
  const opened = await fetch(`${app.url}/api/shares/${id}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
  const { files } = await owner.files.listOwned({ params: { id }, query: {} });
  await (await fetch(`${app.url}/api/shares/${id}/files/${files[0]?.id}`, { headers: { cookie } })).text();
  await app.app.jobs.run('files.count-downloads');
}

async function mails(): Promise<string[]> {
  await app.app.jobs.run('owner-mails.send');
  await app.app.jobs.run('mail.send');
  return server.mails.splice(0).map(({ text = '' }) => text.replaceAll('\r\n', '\n'));
}

it('sends nothing that the owner has not turned on', async () => {
  const id = await share({ name: 'Quiet', expiration: '3-day' });
  await download(id);
  await letTimePass(app, clock, 49 * hour);
  expect(await mails()).toEqual([]);
});

it('tells of the first download of a share, once', async () => {
  const old = await share({ name: 'Old' });
  await download(old);
  expect(await owner.ownerMails.update({ body: { firstDownload: true } })).toEqual({
    firstDownload: true,
    dailyDownloads: false,
    expiresTomorrow: false,
  });
  const id = await share({ name: 'Plans' });
  await download(old);
  await download(id);
  await download(id);
  const [text, ...more] = await mails();
  expect(more).toEqual([]);
  expect(text).toContain('Plans (1 file, 3 bytes)');
  expect(text).toContain(`/account/shares?share=${id}`);
  expect(text).toContain('/account/notifications');
  await owner.ownerMails.update({ body: { firstDownload: false } });
});

it('tells of the day before a share expires, and again when it was extended', async () => {
  await owner.ownerMails.update({ body: { expiresTomorrow: true } });
  const id = await share({ name: 'Short', expiration: '3-day' });
  await share({ name: 'One day', expiration: '1-day' });
  await letTimePass(app, clock, 47 * hour);
  expect(await mails()).toEqual([]);
  await letTimePass(app, clock, 2 * hour);
  expect(await mails()).toEqual([expect.stringContaining('Short (1 file, 3 bytes)')]);
  expect(await mails()).toEqual([]);
  owner = await signIn(app);
  await owner.shares.update({ params: { id }, body: { expiration: '2-day' } });
  await letTimePass(app, clock, 25 * hour);
  expect(await mails()).toHaveLength(1);
  owner = await signIn(app);
  await owner.ownerMails.update({ body: { expiresTomorrow: false } });
});

it('lists once a day what was downloaded since', async () => {
  const id = await share({ name: 'Before' });
  await download(id);
  await owner.ownerMails.update({ body: { dailyDownloads: true } });
  const other = await share({ name: 'Plans' });
  await download(id);
  await download(other);
  await download(other);
  expect(await mails()).toEqual([]);
  await letTimePass(app, clock, 24 * hour);
  const [text = '', ...more] = await mails();
  expect(more).toEqual([]);
  expect(text).toContain('2 × Plans (1 file, 3 bytes)\n1 × Before (1 file, 3 bytes)');
  await letTimePass(app, clock, 24 * hour);
  expect(await mails()).toEqual([]);
});
