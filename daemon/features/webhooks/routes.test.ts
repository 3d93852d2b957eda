import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Webhook as ShownWebhook, WebhookKind } from '#sdk/contract/webhooks/api.js';
import { subscribableEvents, webhookEvents } from '#sdk/contract/webhooks/events.js';
import type { NodeClient } from '#sdk/index.js';
import { startServer, type TestServer } from '#sdk/testing/http-server.js';
import { signIn } from '../../testing/clients.ts';
import { publish, upload } from '../../testing/drafts.ts';
import { type MailServer, startMailServer } from '../../testing/engines/mail-server.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { letTimePass } from '../../testing/let-time-pass.ts';
import { createReverseShare, sendBy } from '../../testing/reverse-shares.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

interface Received {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

const clock = createFakeClock(Date.now());
const hour = 3_600_000;
let mailServer: MailServer;
let app: TestApp;
let admin: NodeClient;
let receiver: TestServer;
const received: Received[] = [];
let answer = { status: 200, body: 'ok' };

beforeAll(async () => {
  mailServer = await startMailServer();
  receiver = await startServer(async (request, response) => {
    const { method, url: path, headers } = request;
    received.push({ method, path, headers, body: await text(request) });
    response
      .writeHead(answer.status, answer.status === 302 ? { location: '/elsewhere' } : {})
      .end(answer.body);
  });
  app = await startApp({ clock, env: { ...mailServer.env, FILESHARE_OUTBOUND_ALLOW_PRIVATE: 'true' } });
  admin = await signIn(app);
});
afterEach(async () => {
  for (const { id } of await admin.webhooks.list()) await admin.webhooks.remove({ params: { id } });
  received.splice(0);
  answer = { status: 200, body: 'ok' };
});
afterAll(async () => {
  await app.stop();
  await receiver.close();
  await mailServer.close();
});

const run = (job: string) => app.app.jobs.run(job);

async function add(fields: { kind?: WebhookKind; target?: string; token?: string; path?: string } = {}) {
  const { kind = 'standard', path = '/hook', ...rest } = fields;
  return admin.webhooks.create({
    body: { name: 'Receiver', kind, url: `${receiver.url}${path}`, events: [...subscribableEvents], ...rest },
  });
}

async function publishShare(body: { name?: string; password?: string; expiration?: string } = {}) {
  const { share, uploadToken } = await admin.shares.create({ body });
  const draft = { id: share.id, token: uploadToken };
  await upload(app, draft, { path: 'a.txt', text: 'abc' });
  await publish(app, draft);
  return share.id;
}

/** Verifies each request as a receiver does, at the time of the server; returns the events. */
function verified(secret: string | null) {
  const library = new Webhook(secret ?? '');
  vi.useFakeTimers({ toFake: ['Date'], now: clock.now() });
  const events = received.map(({ body, headers }) => {
    const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
    return library.verify(body, Object.fromEntries(names.map((name) => [name, String(headers[name])])));
  });
  vi.useRealTimers();
  return events as { type: keyof typeof webhookEvents; timestamp: string; data: unknown }[];
}

const visit = (id: string, body: { password?: string } = {}) =>
  fetch(`${app.url}/api/shares/${id}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('a webhook with signatures', () => {
  it('tells about a share, and a receiver verifies it', async () => {
    const { secret, webhook } = await add();
    expect(webhook).toMatchObject({ server: receiver.url, isEnabled: true, failingSince: null });
    const id = await publishShare({ name: 'Plans', password: 'secret', expiration: 'never' });
    const opened = await visit(id, { password: 'secret' });
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
    const { files } = await admin.files.list({ params: { id }, query: {} });
    await (await fetch(`${app.url}/api/shares/${id}/files/${files[0]?.id}`, { headers: { cookie } })).text();
    await run('files.count-downloads');
    await run('webhooks.deliver');
    const events = verified(secret);
    expect(events.map(({ type }) => type)).toEqual(['share.completed', 'share.viewed', 'file.downloaded']);
    for (const { type, data } of events) expect(webhookEvents[type].safeParse(data).error).toBeUndefined();
    const share = {
      id,
      name: 'Plans',
      owner: 'admin',
      files: 1,
      bytes: 3,
      hasPassword: true,
      expiresAt: null,
    };
    expect(events[0]?.data).toEqual({ share });
    expect(events[2]?.data).toEqual({ share, fileDownloads: 1, archiveDownloads: 0 });
    expect(JSON.stringify(received)).not.toMatch(/secret|127\.0\.0\.1"/);
  });

  it('tells when a share expires', async () => {
    const id = await publishShare({ expiration: '1-hour' });
    const { secret } = await add();
    await letTimePass(app, clock, 2 * hour);
    await run('shares.purge');
    await run('webhooks.deliver');
    expect(verified(secret)).toMatchObject([{ type: 'share.expired', data: { share: { id } } }]);
  });

  it('tells about received files and new accounts', async () => {
    const { secret } = await add();
    const { token } = await createReverseShare(admin, { name: 'Photos' });
    const { draft } = await sendBy(app, { token });
    await upload(app, draft, { path: 'a.txt', text: 'abc' });
    await publish(app, draft);
    const { id } = await admin.users.create({
      body: { email: 'mia@example.org', username: 'mia', password: 'correct horse battery' },
    });
    await run('webhooks.deliver');
    expect(verified(secret)).toMatchObject([
      {
        type: 'reverse-share.received',
        data: { reverseShare: { name: 'Photos' }, share: { owner: 'admin' } },
      },
      { type: 'user.created', data: { user: { id, username: 'mia' } } },
    ]);
  });

  it('does not send what is not subscribed, or happened in a change that failed', async () => {
    await admin.webhooks.create({
      body: { name: 'Accounts', kind: 'standard', url: receiver.url, events: ['user.created'] },
    });
    await publishShare();
    const taken = { email: 'admin@example.org', username: 'other', password: 'correct horse battery' };
    await expect(admin.users.create({ body: taken })).rejects.toMatchObject({ code: 'email_taken' });
    await run('webhooks.deliver');
    expect(received).toEqual([]);
  });
});

it('sends what the guide shows', async () => {
  const guide = await readFile(new URL('../../../docs/guide/notifications.md', import.meta.url), 'utf8');
  const examples = [...guide.matchAll(/```json\n(.*?)```/gs)].map(
    ([, json = '']) => JSON.parse(json) as { type: keyof typeof webhookEvents; data: unknown },
  );
  expect(examples.length).toBeGreaterThan(5);
  for (const { type, data } of examples) expect(webhookEvents[type].safeParse(data).error).toBeUndefined();
});

describe('what a receiver does not accept', () => {
  const deliveries = async () => (await admin.webhooks.deliveries()).deliveries;

  it.each([
    ['an error', 503, { status: 503, problem: null, answer: 'down for repair' }],
    ['a redirect', 302, { status: null, problem: 'redirect', answer: null }],
  ])('is tried again after %s, with the same id', async (_, status, recorded) => {
    const { secret } = await add();
    answer = { status, body: 'down\n for <\u0007>repair'.replace('<\u0007>', '') };
    await publishShare();
    await run('webhooks.deliver');
    expect(await deliveries()).toMatchObject([
      { event: 'share.completed', state: 'queued', attempts: 1, ...recorded },
    ]);
    answer = { status: 204, body: '' };
    await run('webhooks.deliver');
    expect(received).toHaveLength(1);
    clock.advance(5000);
    await run('webhooks.deliver');
    expect(await deliveries()).toMatchObject([
      { state: 'delivered', attempts: 2, status: 204, problem: null, nextTryAt: null },
    ]);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(verified(secret)).toHaveLength(2);
    expect(await admin.webhooks.list()).toMatchObject([{ failingSince: null }]);
  });

  it('turns the webhook off after three days, and mails the administrators', async () => {
    const { webhook } = await add();
    answer = { status: 500, body: '' };
    await publishShare();
    mailServer.mails.splice(0);
    for (let tries = 0; tries < 10; tries += 1) {
      await run('webhooks.deliver');
      await letTimePass(app, clock, 24 * hour);
    }
    expect(await admin.webhooks.list()).toMatchObject([{ isEnabled: false }]);
    expect(await deliveries()).toMatchObject([{ state: 'failed', nextTryAt: null }]);
    await run('mail.send');
    expect(mailServer.mails.map(({ subject }) => subject)).toEqual(['Fileshare: a webhook was turned off']);
    const { entries } = await admin.audit.list({ query: { action: 'webhook.disable' } });
    expect(entries).toMatchObject([{ actor: null, subject: { name: 'Receiver' }, details: { status: 500 } }]);

    // Once it is repaired, what was given up can be sent again.
    answer = { status: 200, body: 'ok' };
    await admin.webhooks.update({ params: { id: webhook.id }, body: { isEnabled: true } });
    const [lost] = await deliveries();
    if (!lost) throw new Error('the delivery is gone');
    const again = await admin.webhooks.redeliver({ params: { id: lost.id } });
    expect(again).toMatchObject({ id: lost.id, state: 'delivered', attempts: 1, answer: 'ok' });
  });

  it('turns the webhook off at once when the receiver is gone', async () => {
    await add();
    answer = { status: 410, body: '' };
    await publishShare();
    await run('webhooks.deliver');
    expect(await admin.webhooks.list()).toMatchObject([{ isEnabled: false }]);
  });

  it('does not keep other webhooks waiting', async () => {
    await admin.webhooks.create({
      body: { name: 'Away', kind: 'standard', url: 'http://127.0.0.1:9', events: ['share.completed'] },
    });
    await add();
    await publishShare();
    await run('webhooks.deliver');
    expect(received).toHaveLength(1);
    expect((await deliveries()).map(({ state }) => state).sort()).toEqual(['delivered', 'queued']);
  });
});

describe('a test', () => {
  it('says at once how it went, and is not repeated', async () => {
    const { webhook, secret } = await add();
    const params = { id: webhook.id };
    expect(await admin.webhooks.test({ params })).toMatchObject({
      state: 'delivered',
      status: 200,
      answer: 'ok',
    });
    expect(verified(secret)).toMatchObject([{ type: 'webhook.test', data: { webhook: 'Receiver' } }]);
    answer = { status: 404, body: 'no such hook' };
    expect(await admin.webhooks.test({ params })).toMatchObject({
      state: 'failed',
      status: 404,
      answer: 'no such hook',
    });
    expect(await admin.webhooks.list()).toMatchObject([{ failingSince: null }]);
  });
});

describe('an address that is never contacted', () => {
  const create = (client: NodeClient, url: string) =>
    client.webhooks.create({ body: { name: 'Receiver', kind: 'standard', url, events: ['user.created'] } });
  const refusalOf = (problem: string) => ({
    code: 'validation_failed',
    issues: [{ field: 'url', code: problem }],
  });

  it('is refused at its field, also in a change', async () => {
    const strict = await startApp({});
    const owner = await signIn(strict);
    await expect(create(owner, 'http://example.org/hook')).rejects.toMatchObject(refusalOf('outbound_plain'));
    await expect(create(owner, 'https://192.168.1.5/hook')).rejects.toMatchObject(
      refusalOf('outbound_private'),
    );
    await expect(create(owner, 'http://localhost:8080')).rejects.toMatchObject(refusalOf('outbound_private'));
    const { webhook } = await create(owner, 'https://example.org/hook');
    const change = owner.webhooks.update({ params: { id: webhook.id }, body: { url: 'https://[::1]/hook' } });
    await expect(change).rejects.toMatchObject(refusalOf('outbound_private'));
    expect(await owner.webhooks.list()).toMatchObject([{ server: 'https://example.org' }]);
    await strict.stop();
  });

  it('is allowed in private networks if the environment says so, but not that of the cloud', async () => {
    await create(admin, 'http://192.168.1.5/hook');
    const metadata = create(admin, 'http://169.254.169.254/hook');
    await expect(metadata).rejects.toMatchObject(refusalOf('outbound_blocked'));
  });
});

describe('presets', () => {
  it.each<[WebhookKind, { path: string; target?: string; token?: string }, object]>([
    [
      'ntfy',
      { path: '/files', token: 'tk_1' },
      { method: 'POST', path: '/files?title=Fileshare', headers: { authorization: 'Bearer tk_1' } },
    ],
    [
      'matrix',
      { path: '/', target: '!room:example.org', token: 'syt_1' },
      {
        method: 'PUT',
        path: '/_matrix/client/v3/rooms/!room%3Aexample.org/send/m.room.message/ID',
        headers: { authorization: 'Bearer syt_1' },
      },
    ],
    ['telegram', { path: '', target: '-42', token: '1:A' }, { method: 'POST', path: '/bot1:A/sendMessage' }],
    ['discord', { path: '/api/webhooks/1/a' }, { method: 'POST', path: '/api/webhooks/1/a' }],
    ['slack', { path: '/services/T/B/x' }, { method: 'POST', path: '/services/T/B/x' }],
    [
      'gotify',
      { path: '', token: 'A.1' },
      { method: 'POST', path: '/message', headers: { 'x-gotify-key': 'A.1' } },
    ],
  ])('post to %s in words, without the link', async (kind, fields, request) => {
    const { secret } = await add({ kind, ...fields });
    expect(secret).toBeNull();
    const id = await publishShare({ name: 'Plans <b> https://evil.example' });
    await run('webhooks.deliver');
    const requests = received.map((each) => ({ ...each, path: each.path?.replace(/[0-9a-f]{32}$/, 'ID') }));
    expect(requests).toMatchObject([request]);
    const body = received.map((each) => each.body).join();
    expect(body).toContain('Files shared by admin');
    expect(body).toContain('1 file, 3 bytes');
    expect(body).not.toContain(id);
    expect(body).not.toContain('https://evil.example');
    expect(body).toContain(kind === 'slack' ? '&lt;b&gt;' : '<b>');
  });
});

describe('administrators', () => {
  const body = {
    name: 'Chat',
    kind: 'telegram',
    url: 'https://api.telegram.org',
    events: ['job.failed'],
  } as const;

  it('must say where the message goes', async () => {
    await expect(
      admin.webhooks.create({ body: { ...body, events: [...body.events] } }),
    ).rejects.toMatchObject({
      code: 'validation_failed',
      issues: [
        { field: 'target', code: 'required' },
        { field: 'token', code: 'required' },
      ],
    });
  });

  it('enter the token again with another server, and never see it', async () => {
    const { webhook } = await add({ kind: 'gotify', token: 'A.1' });
    const params = { id: webhook.id };
    const move = admin.webhooks.update({ params, body: { url: 'https://gotify.example.org' } });
    await expect(move).rejects.toMatchObject({ issues: [{ field: 'token', code: 'required' }] });
    const moved: ShownWebhook = await admin.webhooks.update({
      params,
      body: { name: 'New', events: ['storage.low'], url: 'https://gotify.example.org/x', token: 'B.2' },
    });
    expect(moved).toMatchObject({
      name: 'New',
      server: 'https://gotify.example.org',
      events: ['storage.low'],
    });
    expect(JSON.stringify(await admin.webhooks.list())).not.toMatch(/B\.2|\/x/);
  });

  it('page through the deliveries, of one webhook and state', async () => {
    const { webhook } = await add();
    for (let sent = 0; sent < 3; sent += 1) await admin.webhooks.test({ params: { id: webhook.id } });
    const query = { limit: '2', webhook: webhook.id, state: 'delivered' } as const;
    const first = await admin.webhooks.deliveries({ query });
    const second = await admin.webhooks.deliveries({ query: { ...query, cursor: first.nextCursor ?? '' } });
    const ids = [...first.deliveries, ...second.deliveries].map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    expect(second.nextCursor).toBeNull();
    await letTimePass(app, clock, 31 * 24 * hour);
    await run('webhooks.sweep');
    admin = await signIn(app);
    expect((await admin.webhooks.deliveries()).deliveries).toEqual([]);
  });
});
