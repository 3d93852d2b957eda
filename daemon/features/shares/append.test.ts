import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OwnerShare, ShareDetails } from '#sdk/contract/shares.js';
import { createCaller } from '../../testing/browser.ts';
import { findViolations } from '../../testing/check-invariants.ts';
import { createDraft, type Draft, publish, resume, upload } from '../../testing/drafts.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { letTimePass } from '../../testing/let-time-pass.ts';
import { errorOf, signInAs } from '../../testing/members.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { metadata, offsetStream, sendTus } from '../../testing/tus.ts';
import { createAppendToShare } from './append.ts';

const hour = 3_600_000;
const clock = createFakeClock(Date.now());
let app: TestApp;
let headers: Record<string, string>;
let share: Draft;

const call = (path: string, options = {}) => createCaller(app.url)(path, { headers, ...options });

beforeAll(async () => {
  app = await startApp({
    clock,
    env: {
      FILESHARE_ADDRESS_LIMIT_FACTOR: '1000',
      FILESHARE_CONFIG_SHARE_MAX_SIZE: '1000',
      FILESHARE_CONFIG_SHARE_MAX_FILES: '8',
      FILESHARE_CONFIG_SHARE_ZIP_COMPRESSION_LEVEL: '5',
    },
  });
});
afterAll(async () => {
  expect(await findViolations(app.app)).toEqual([]);
  await app.stop();
});
beforeEach(async () => {
  await later(0);
  share = await createDraft(app, { expiration: '1-month' }, headers);
  await send('a.txt', 100);
  expect(await publish(app, share)).toBe(200);
});

/** Signs in again after time has passed, because sessions end too. */
async function later(hours: number): Promise<void> {
  await letTimePass(app, clock, hours * hour);
  ({ headers } = await signInAs(app, app.admin));
}

async function append(files?: { count: number; size: number }): Promise<string | undefined> {
  const answer = await call(`/shares/${share.id}/append`, { json: files ? { files } : {} });
  if (answer.status !== 200) return errorOf(answer);
  share = { id: share.id, token: (answer.body as { uploadToken: string }).uploadToken };
  return undefined;
}

const send = async (path: string, size: number, sent = size) =>
  (await upload(app, share, { path, text: 'x'.repeat(size), sent })).error;

const complete = (token = share.token) =>
  createCaller(app.url)(`/shares/${share.id}/complete`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });

const details = async () => (await call(`/shares/${share.id}/owner`)).body as ShareDetails;

async function visit(): Promise<Record<string, string>> {
  const { body } = await createCaller(app.url)(`/shares/${share.id}/token`, { json: {} });
  return { 'x-share-token': (body as { token: string }).token };
}

async function listPaths(): Promise<string[]> {
  const { body } = await createCaller(app.url)(`/shares/${share.id}/files`, { headers: await visit() });
  return (body as { files: { path: string }[] }).files.map(({ path }) => path);
}

it('takes files for a draft that is published while it is asked', async () => {
  const { core } = app.app;
  const published = await core.uow.read.shares.findById(share.id);
  if (!published) throw new Error('no share');
  const appendToShare = createAppendToShare({
    ...core,
    checkQuota: async () => undefined,
    shareLimits: { maxSizeOf: () => 1000, maxFilesOf: () => 10 },
    freeBytes: async () => Number.MAX_SAFE_INTEGER,
  });
  const by = { user: null, apiKey: null, ip: '127.0.0.1', requestId: null };
  const seenBefore = { ...published, state: 'draft' as const };
  await expect(appendToShare(seenBefore, { count: 1, size: 50 }, by)).resolves.toMatchObject({
    share: { addingAt: clock.now() },
  });
});

describe('adding files to a published share', () => {
  it('shows each as soon as it is finished, and keeps the share open', async () => {
    const before = await details();
    expect(await append({ count: 2, size: 50 })).toBeUndefined();
    expect(await details()).toMatchObject({ state: 'active', isAdding: true, fileCount: 1 });
    expect(await send('b.txt', 20)).toBeUndefined();
    expect(await send('c.txt', 30, 10)).toBeUndefined();
    expect(await listPaths()).toEqual(['a.txt', 'b.txt']);
    expect((await complete()).body).toMatchObject({ error: 'share_incomplete', params: { count: 1 } });
    expect(await send('c.txt', 30)).toBeUndefined();
    expect((await complete()).body).toMatchObject({ fileCount: 3, size: 150, isAdding: false });
    expect(await details()).toMatchObject({
      url: before.url,
      expiresAt: before.expiresAt,
      completedAt: before.completedAt,
    });
  });

  it('takes nothing before it has begun, and nothing after its end', async () => {
    expect(await send('early.txt', 1)).toBe('share_completed');
    await append();
    expect(await send('b.txt', 1)).toBeUndefined();
    const [url] = [await uploadUrl('half.txt')];
    expect((await sendTus(url, { method: 'DELETE', token: share.token })).status).toBe(204);
    expect((await complete()).status).toBe(200);
    expect(await send('late.txt', 1)).toBe('share_completed');
    expect(await listPaths()).toEqual(['a.txt', 'b.txt']);
  });

  it('answers the end again for an hour, to many at the same moment too', async () => {
    await append({ count: 1, size: 10 });
    await send('b.txt', 10);
    const answers = await Promise.all(Array.from({ length: 20 }, () => complete()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    clock.advance(59 * 60_000);
    expect((await complete()).status).toBe(200);
    clock.advance(2 * 60_000);
    expect((await complete()).status).toBe(401);
  });

  it('takes the newest token only', async () => {
    const first = share.token;
    await append();
    const second = share.token;
    await append();
    for (const token of [first, second]) {
      expect((await complete(token)).status).toBe(401);
      const refused = await upload(app, { ...share, token }, { path: 'b.txt', text: '1' });
      expect(refused.error).toBe('sign_in_required');
    }
    expect(await send('b.txt', 1)).toBeUndefined();
  });

  it('replaces a file when it is asked to', async () => {
    await append();
    expect(await send('a.txt', 7)).toBe('file_exists');
    const values = { shareId: share.id, filename: 'a.txt', replace: 'true' };
    const answer = await sendTus(`${app.url}/api/uploads`, {
      method: 'POST',
      token: share.token,
      headers: { ...offsetStream, 'upload-length': '7', 'upload-metadata': metadata(values) },
      body: new Uint8Array(7),
    });
    expect(answer.status).toBe(201);
    expect((await complete()).body).toMatchObject({ fileCount: 1, size: 7 });
  });

  it('is over 24 hours after the last byte; what has arrived stays', async () => {
    await append({ count: 2, size: 500 });
    await send('b.txt', 20);
    await send('c.txt', 30, 10);
    await later(23);
    await app.app.jobs.run('shares.discard-abandoned');
    expect(await details()).toMatchObject({ isAdding: true });
    await later(2);
    await app.app.jobs.run('shares.discard-abandoned');
    await app.app.jobs.run('uploads.discard-idle');
    expect(await details()).toMatchObject({ isAdding: false, fileCount: 2, state: 'active' });
    expect(await recordOf()).toMatchObject({ declaredSize: 0, reservedSize: 0, uploadTokenHash: null });
  });

  it('ends with the share', async () => {
    await append({ count: 1, size: 10 });
    const url = await uploadUrl('b.txt');
    await later(24 * 32);
    await app.app.jobs.run('shares.purge');
    expect(await recordOf()).toMatchObject({ addingAt: null, declaredSize: 0 });
    expect(await append()).toBe('share_not_found');
    expect((await resume(url, share.token, '0123456789')).status).toBe(404);
  });

  it('goes on after a restart where it was', async () => {
    await append({ count: 1, size: 10 });
    const url = await uploadUrl('b.txt');
    const path = new URL(url).pathname;
    const { token } = share;
    app = await app.restart();
    expect(await findViolations(app.app)).toEqual([]);
    expect((await resume(app.url + path, token, '0123456789')).status).toBe(204);
    expect((await complete()).body).toMatchObject({ fileCount: 2, size: 110 });
  });

  it('renews only the token of a draft', async () => {
    share = await createDraft(app, {}, headers);
    const { token } = share;
    await send('a.txt', 5);
    expect(await append({ count: 100, size: 100_000 })).toBeUndefined();
    expect((await upload(app, { ...share, token }, { path: 'b.txt', text: '1' })).status).toBe(401);
    expect(await send('b.txt', 5)).toBeUndefined();
    expect((await complete()).body).toMatchObject({ state: 'active', fileCount: 2 });
  });

  it('does not begin in a share that is gone', async () => {
    await call(`/shares/${share.id}`, { method: 'DELETE' });
    expect(await append()).toBe('share_removed');
  });

  it('is written down', async () => {
    await append();
    const { body } = await call('/audit?action=share.append&limit=1');
    expect(body).toMatchObject({ entries: [{ subject: { id: share.id }, result: 'done' }] });
  });
});

describe('the limits of a share', () => {
  it.each([
    ['more bytes than it may have', { count: 1, size: 901 }, 'share_too_large'],
    ['more files than it may have', { count: 8, size: 1 }, 'share_too_many_files'],
    ['what fits exactly', { count: 7, size: 900 }, undefined],
  ])('are asked before the first byte: %s', async (_what, files, expected) => {
    expect(await append(files)).toBe(expected);
    expect(await details()).toMatchObject({ isAdding: expected === undefined });
  });

  it('of a reverse share go before those of the instance', async () => {
    const { writer } = app.app.core.database;
    await writer('shares').where({ id: share.id }).update({ max_size: 150 });
    await app.app.core.uow.transaction(async () => undefined);
    expect(await append({ count: 1, size: 51 })).toBe('share_too_large');
    expect(await append({ count: 1, size: 10 })).toBeUndefined();
    expect(await send('b.txt', 51)).toBe('share_too_large');
    expect(await send('b.txt', 50)).toBeUndefined();
  });

  it('hold exactly, whatever comes at the same moment', async () => {
    await append();
    const sizes = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 300 : 200));
    const sent = await Promise.all(sizes.map((size, index) => send(`${index}`, size)));
    const { size } = (await complete()).body as OwnerShare;
    const taken = sizes.filter((_, index) => sent[index] === undefined);
    expect(size).toBe(100 + taken.reduce((sum, one) => sum + one, 0));
    expect(size).toBeLessThanOrEqual(1000);
    expect(size).toBeGreaterThan(700);
    expect(new Set(sent)).toEqual(new Set([undefined, 'share_too_large']));
  });

  it('of an account hold what is announced, and give it back at the end', async () => {
    const admin = await app.app.core.users.findByIdentifier('admin');
    if (!admin) throw new Error('no administrator');
    const held = await app.app.core.uow.read.shares.heldByOwner(admin.id);
    const { writer } = app.app.core.database;
    const setQuota = async (quota: number | null) => {
      await writer('users').where({ id: admin.id }).update({ quota });
      await app.app.core.uow.transaction(async () => undefined);
    };
    await setQuota(held + 200);
    try {
      expect(await append({ count: 1, size: 201 })).toBe('quota_exceeded');
      expect(await append({ count: 1, size: 200 })).toBeUndefined();
      const other = await call('/shares', { json: { files: { count: 1, size: 1 } } });
      expect(errorOf(other)).toBe('quota_exceeded');
      expect(await append({ count: 1, size: 100 })).toBeUndefined();
      expect(await send('b.txt', 10)).toBeUndefined();
      expect((await complete()).status).toBe(200);
      expect(await app.app.core.uow.read.shares.heldByOwner(admin.id)).toBe(held + 10);
    } finally {
      await setQuota(null);
    }
  });
});

describe('the archive', () => {
  const archive = async () => {
    const url = `${app.url}/api/shares/${share.id}/archive`;
    const answer = await fetch(url, { headers: await visit() });
    await answer.arrayBuffer();
    return { status: answer.status, etag: answer.headers.get('etag') };
  };

  it('is served all the time, has another tag with every file, and is built again at the end', async () => {
    await append();
    await send('b.txt', 10);
    const first = await archive();
    await send('c.txt', 10);
    const second = await archive();
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.etag).not.toBe(second.etag);
    await complete();
    await app.app.jobs.run('files.build-archives');
    const built = await archive();
    expect(built.status).toBe(200);
    expect([first.etag, second.etag]).not.toContain(built.etag);

    await append();
    // Nothing has arrived yet.
    expect(await archive()).toEqual(built);
    await send('d.txt', 10);
    const fourth = await archive();
    expect(fourth.status).toBe(200);
    expect(fourth.etag).not.toBe(built.etag);
  });
});

async function uploadUrl(path: string): Promise<string> {
  const answer = await upload(app, share, { path, text: '0123456789', sent: 4 });
  return app.url + (answer.headers.get('location') ?? '');
}

const recordOf = () => app.app.core.uow.read.shares.findById(share.id);
