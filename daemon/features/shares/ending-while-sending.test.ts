import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NodeClient } from '#sdk/index.js';
import { createCaller } from '../../testing/browser.ts';
import { findViolations } from '../../testing/check-invariants.ts';
import { createUser, password, signIn } from '../../testing/clients.ts';
import { type Draft, publish, upload } from '../../testing/drafts.ts';
import { createFakeClock, type FakeClock } from '../../testing/fake-clock.ts';
import { letTimePass } from '../../testing/let-time-pass.ts';
import { createReverseShare, sendBy } from '../../testing/reverse-shares.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { countStored } from '../../testing/test-storage.ts';

const hour = 3_600_000;
/** More bytes than the operating system buffers between the two ends of a connection. */
const text = '0123456789abcdef'.repeat(512 * 1024);
/** The last one is large, and keeps everything waiting that it is a part of. */
const paths = ['a.txt', 'b.txt', 'c.txt', 'd.txt'];

let clock: FakeClock;
let instance: TestApp;
let admin: NodeClient;
let owner: NodeClient;
let ownerId: string;
let share: Draft;
let running: IncomingMessage[];

beforeEach(async () => {
  running = [];
  clock = createFakeClock(Date.now());
  instance = await startApp({
    clock,
    // Readers are cut when the server stops.
    limits: { stopTimeout: 1 },
    env: { FILESHARE_CONFIG_SHARE_RETENTION: '0' },
  });
  admin = await signIn(instance);
  await compress('0');
  ({ id: ownerId } = await createUser(admin, 'ida'));
  owner = await signIn(instance, { username: 'ida', password });
});

afterEach(async () => {
  for (const response of running) response.destroy();
  expect(await findViolations(instance.app)).toEqual([]);
  await admin.close();
  await owner.close();
  await instance.stop();
});

const compress = (value: string) =>
  admin.configs.update({ body: [{ key: 'share.zipCompressionLevel', value }] });

async function createOwn(): Promise<Draft> {
  const { share: made, uploadToken } = await owner.shares.create({ body: { expiration: '1-hour' } });
  return { id: made.id, token: uploadToken };
}

async function fill(draft: Draft, content = text): Promise<void> {
  share = draft;
  for (const path of paths) await upload(instance, share, { path, text: path === 'd.txt' ? content : path });
  expect(await publish(instance, share)).toBe(200);
}

async function visit(): Promise<Record<string, string>> {
  const { body } = await createCaller(instance.url)(`/shares/${share.id}/token`, { json: {} });
  return { 'x-share-token': (body as { token: string }).token };
}

/** Begins a download, and reads nothing yet. */
async function begin(path: string, headers: Record<string, string>): Promise<IncomingMessage> {
  const address = `${instance.url}/api/shares/${share.id}${path}`;
  const request = http.get(address, { headers, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  running.push(response.on('error', () => undefined));
  return response;
}

async function idOf(path: string, headers: Record<string, string>): Promise<string> {
  const { body } = await createCaller(instance.url)(`/shares/${share.id}/files`, { headers });
  const found = (body as { files: { id: string; path: string }[] }).files.find((file) => file.path === path);
  return found?.id ?? '';
}

async function readToEnd(response: IncomingMessage): Promise<void> {
  let received = 0;
  for await (const chunk of response) received += (chunk as Buffer).length;
  expect(received).toBe(Number(response.headers['content-length']));
}

async function countAfterPurge(): Promise<number> {
  await instance.app.jobs.run('shares.purge');
  return countStored(instance);
}

const removeOwn = () => owner.shares.remove({ params: { id: share.id } });

describe.each([
  ['expires', createOwn, async () => clock.advance(hour)],
  ['is removed by its owner', createOwn, removeOwn],
  ['is removed by an administrator', createOwn, () => admin.shares.remove({ params: { id: share.id } })],
  ['goes with the account of its owner', createOwn, () => owner.users.removeMe({ body: { password } })],
  [
    'goes with an account that an administrator removes',
    createOwn,
    () => admin.users.remove({ params: { id: ownerId } }),
  ],
  [
    'goes with its reverse share',
    async () => {
      const { token } = await createReverseShare(owner);
      return (await sendBy(instance, { token })).draft;
    },
    async () => {
      const [reverseShare] = (await owner.reverseShares.list({})).reverseShares;
      await owner.reverseShares.remove({ params: { id: reverseShare?.id ?? '' } });
    },
  ],
] as const)('a share that %s', (_name, create, end) => {
  it('is sent to its end where that has begun, and its files go with the last reader', async () => {
    await fill(await create());
    const headers = await visit();
    const [first, last] = [await idOf('a.txt', headers), await idOf('d.txt', headers)];
    const responses = [
      await begin(`/files/${last}`, headers),
      await begin(`/archive?files=${first},${last}`, headers),
      await begin('/archive', headers),
    ];
    await end();
    const call = createCaller(instance.url);
    expect([404, 410]).toContain((await call(`/shares/${share.id}/archive`, { headers })).status);
    expect([404, 410]).toContain((await call(`/shares/${share.id}/files/${last}`, { headers })).status);
    expect(await countAfterPurge()).toBe(paths.length);
    for (const response of responses) {
      expect(await countStored(instance)).toBe(paths.length);
      await readToEnd(response);
    }
    // Nobody runs the job: the end of the last reader does.
    await vi.waitFor(async () => expect(await countStored(instance)).toBe(0), { timeout: 20_000 });
  });
});

describe('a removed share that is still being sent', () => {
  beforeEach(async () => fill(await createOwn()));

  it('is waited for a day and no longer', async () => {
    await begin('/archive', await visit());
    await removeOwn();
    await letTimePass(instance, clock, 24 * hour - 1);
    expect(await countAfterPurge()).toBe(paths.length);
    clock.advance(1);
    expect(await countAfterPurge()).toBe(0);
  });

  it('is not taken for a deletion that is stuck', async () => {
    await begin('/archive', await visit());
    await removeOwn();
    clock.advance(hour);
    expect(await countAfterPurge()).toBe(paths.length);
    expect(await findViolations(instance.app)).toEqual([]);
  });

  it('leaves nothing behind when the server stops in between', async () => {
    await begin('/archive', await visit());
    await removeOwn();
    expect(await countAfterPurge()).toBe(paths.length);
    instance = await instance.restart();
    expect(await countAfterPurge()).toBe(0);
  });

  it('gives up at once what is being added to it', async () => {
    const { uploadToken } = await owner.shares.append({ params: { id: share.id }, body: {} });
    await upload(instance, { id: share.id, token: uploadToken }, { path: 'e.txt', text, sent: 1000 });
    expect(await countStored(instance)).toBe(paths.length + 1);
    await begin('/archive', await visit());
    await removeOwn();
    expect(await countAfterPurge()).toBe(paths.length);
    const record = await instance.app.core.uow.read.shares.findById(share.id);
    expect(record).toMatchObject({ reservedSize: 0, purgedAt: null });
  });
});

it('sends a compressed archive to its end after its share was removed', async () => {
  await compress('1');
  await fill(await createOwn(), randomBytes(text.length / 2).toString('hex'));
  await instance.app.jobs.run('files.build-archives');
  const response = await begin('/archive', await visit());
  await removeOwn();
  expect(await countAfterPurge()).toBe(0);
  await readToEnd(response);
});
