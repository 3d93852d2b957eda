import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { utimes } from 'node:fs/promises';
import http, { type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { encodeBundleHead } from '#sdk/contract/formats/bundles.js';
import { createCaller } from '../../testing/browser.ts';
import { findViolations } from '../../testing/check-invariants.ts';
import { createDraft, type Draft, publish, upload } from '../../testing/drafts.ts';
import { createFakeClock, type FakeClock } from '../../testing/fake-clock.ts';
import { letTimePass } from '../../testing/let-time-pass.ts';
import { errorOf, signInAs } from '../../testing/members.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { countBlobs, usesBucket } from '../../testing/test-storage.ts';
import { metadata, offsetStream, sendTus } from '../../testing/tus.ts';
import { longestTransfer } from '../../transfer/send.ts';

let app: TestApp;
let clock: FakeClock;
let headers: Record<string, string>;
let share: Draft;

beforeEach(async () => {
  clock = createFakeClock(Date.now());
  app = await startApp({
    clock,
    env: { FILESHARE_ADDRESS_LIMIT_FACTOR: '1000' },
  });
  ({ headers } = await signInAs(app, app.admin));
  share = await createDraft(app, {}, headers);
});
afterEach(async () => {
  expect(await findViolations(app.app)).toEqual([]);
  await app.stop();
});

const call = (path: string, options = {}) =>
  createCaller(app.url)(`/shares/${share.id}${path}`, { headers, ...options });

const send = (path: string, text = path) => upload(app, share, { path, text });

async function sendBundle(contents: Record<string, string>, values: Record<string, string> = {}) {
  const entries = Object.entries(contents);
  const files = entries.map(([path, text]) => ({
    path,
    size: text.length,
    sha256: createHash('sha256').update(text).digest('hex'),
  }));
  const content = entries.map(([, text]) => text).join('');
  const body = new Uint8Array(Buffer.concat([encodeBundleHead({ files }), Buffer.from(content)]));
  const about = { bundle: String(entries.length), contentSize: String(content.length) };
  return sendTus(`${app.url}/api/uploads`, {
    method: 'POST',
    token: share.token,
    headers: {
      ...offsetStream,
      'upload-length': String(body.length),
      'upload-metadata': metadata({ shareId: share.id, filename: 'bundle', ...about, ...values }),
    },
    body,
  });
}

interface Listed {
  id: string;
  path: string;
}

async function list(): Promise<Listed[]> {
  return ((await call('/files')).body as { files: Listed[] }).files;
}

const paths = async () => (await list()).map(({ path }) => path);

async function remove(path: string) {
  const file = (await list()).find((one) => one.path === path);
  return call(`/files/${file?.id ?? 'f'.repeat(32)}`, { method: 'DELETE' });
}

const record = async () => {
  const found = await app.app.core.uow.read.shares.findById(share.id);
  if (!found) throw new Error('no share');
  return found;
};

async function beginAppend(): Promise<void> {
  const { body } = await call('/append', { json: {} });
  share = { ...share, token: (body as { uploadToken: string }).uploadToken };
}

it('takes a file out of a published share, with its bytes, and keeps the last one', async () => {
  for (const path of ['a', 'bb', 'ccc']) await send(path);
  expect(await publish(app, share)).toBe(200);
  const etag = async () => (await fetch(`${app.url}/api/shares/${share.id}/archive`, { headers })).headers;
  const before = (await etag()).get('etag');
  expect((await remove('bb')).status).toBe(204);
  expect(await paths()).toEqual(['a', 'ccc']);
  expect(await record()).toMatchObject({ size: 4, fileCount: 2 });
  expect(await countBlobs(app)).toBe(2);
  expect((await etag()).get('etag')).not.toBe(before);
  expect((await remove('bb')).body).toMatchObject({ error: 'file_not_found' });
  expect((await remove('a')).status).toBe(204);
  expect(errorOf(await remove('ccc'))).toBe('share_empty');
  const { body } = await createCaller(app.url)('/audit?action=share.file_remove', { headers });
  expect((body as { entries: unknown[] }).entries).toHaveLength(2);
});

it('lets a draft become empty, by its upload token too', async () => {
  await send('a');
  const [file] = await list();
  const options = { method: 'DELETE', headers: { authorization: `Bearer ${share.token}` } };
  expect((await call(`/files/${file?.id}`, options)).status).toBe(204);
  expect(await record()).toMatchObject({ size: 0, fileCount: 0 });
  expect(await publish(app, share)).toBe(409);
  await send('b');
  expect(await publish(app, share)).toBe(200);
});

it('counts a file once, however often it is removed at the same moment', async () => {
  for (const path of ['a', 'bb', 'ccc']) await send(path);
  await publish(app, share);
  const target = (await list()).find(({ path }) => path === 'bb');
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => call(`/files/${target?.id}`, { method: 'DELETE' })),
  );
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  expect(await record()).toMatchObject({ size: 4, fileCount: 2 });
});

it('leaves one, whatever is removed at the same moment', async () => {
  await sendBundle({ a: '1', b: '2', c: '3' });
  for (const path of ['d', 'e', 'f']) await send(path);
  await publish(app, share);
  const files = await list();
  const answers = await Promise.all(files.map(({ id }) => call(`/files/${id}`, { method: 'DELETE' })));
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(5);
  expect(await record()).toMatchObject({ fileCount: 1, size: 1 });
  expect(await countBlobs(app)).toBe(1);
});

it.each([
  ['at once', 0],
  ['long after its upload', 25],
])('keeps the other files of a bundle, and counts what lies dead in it: %s', async (_when, hours) => {
  await sendBundle({ a: 'x'.repeat(400), b: 'y'.repeat(100) });
  await publish(app, share);
  await letTimePass(app, clock, hours * 3_600_000);
  await app.app.jobs.run('uploads.discard-idle');
  ({ headers } = await signInAs(app, app.admin));
  const { shares } = app.app.core.uow.read;
  const { ownerId, key } = await record();
  if (!ownerId) throw new Error('no owner');
  expect((await remove('a')).status).toBe(204);
  expect(await countBlobs(app)).toBe(1);
  const [file] = await list();
  const bytes = await fetch(`${app.url}/api/shares/${share.id}/files/${file?.id}`, { headers });
  expect(await bytes.text()).toBe('y'.repeat(100));
  expect(await shares.heldByOwner(ownerId)).toBe(500);

  await app.app.core.database.writer('shares').where({ key }).update({ max_size: 700 });
  await beginAppend();
  expect((await send('c', 'z'.repeat(201))).error).toBe('share_too_large');
  expect((await send('c', 'z'.repeat(200))).error).toBeUndefined();
  // The bundle is deleted with its last file, and its dead bytes with it.
  expect((await remove('b')).status).toBe(204);
  expect(await countBlobs(app)).toBe(1);
  expect(await shares.heldByOwner(ownerId)).toBe(200);
  expect((await send('d', 'z'.repeat(500))).error).toBeUndefined();
});

it('does not pass a limit by removing and adding again', async () => {
  await send('keep', 'k');
  await publish(app, share);
  await app.app.core.database.writer('shares').where({ id: share.id }).update({ max_size: 1000 });
  await beginAppend();
  const outcomes: unknown[] = [];
  for (let round = 0; round < 5; round += 1) {
    const contents = { [`small-${round}`]: 's', big: 'x'.repeat(200) };
    outcomes.push((await sendBundle(contents, { filename: `round ${round}` })).error ?? 'taken');
    await remove('big');
  }
  expect(outcomes).toEqual(['taken', 'taken', 'taken', 'taken', 'share_too_large']);
});

describe('while an archive is being sent', () => {
  /** More bytes than the sockets of both sides buffer before anybody reads. */
  const size = 8 * 1024 * 1024;
  const ends: (() => void)[] = [];

  beforeEach(async () => {
    for (const path of ['a', 'b', 'c', 'd']) await send(path, 'x'.repeat(size));
    await publish(app, share);
  });
  afterEach(() => {
    for (const end of ends.splice(0)) end();
  });

  async function begin(path: string): Promise<IncomingMessage> {
    const request = http.get(`${app.url}/api/shares/${share.id}${path}`, { headers, agent: false });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    ends.push(() => response.destroy());
    return response;
  }

  async function readToEnd(response: IncomingMessage): Promise<void> {
    let received = 0;
    for await (const chunk of response) received += (chunk as Buffer).length;
    expect(received).toBe(Number(response.headers['content-length']));
  }

  async function held(): Promise<number> {
    const { ownerId } = await record();
    if (!ownerId) throw new Error('no owner');
    return app.app.core.uow.read.shares.heldByOwner(ownerId);
  }

  it('sends what runs to its end, and deletes the file then', async () => {
    const target = (await list()).find(({ path }) => path === 'd');
    const running = await Promise.all([begin(`/files/${target?.id}`), begin('/archive')]);
    expect((await remove('d')).status).toBe(204);
    for (const response of running) await readToEnd(response);
    await vi.waitFor(async () => expect(await countBlobs(app)).toBe(3));
    await vi.waitFor(async () => expect(await held()).toBe(3 * size));
  });

  it('counts what is removed until it is gone, so that no limit is passed', async () => {
    const running = await begin('/archive');
    expect((await remove('d')).status).toBe(204);
    expect(await held()).toBe(4 * size);
    await app.app.core.database
      .writer('shares')
      .where({ id: share.id })
      .update({ max_size: 4 * size });
    await beginAppend();
    expect((await send('e', 'e')).error).toBe('share_too_large');
    await readToEnd(running);
    await vi.waitFor(async () => expect(await held()).toBe(3 * size));
    expect((await send('e', 'e')).error).toBeUndefined();
  });

  it('does not wait for who begins after the removal', async () => {
    const running = await begin('/archive');
    await remove('d');
    await begin('/archive');
    await readToEnd(running);
    await vi.waitFor(async () => expect(await countBlobs(app)).toBe(3));
  });

  it.skipIf(usesBucket())('sets nothing aside that is still being read, however old it is', async () => {
    const running = await begin('/archive');
    const target = (await list()).find(({ path }) => path === 'd');
    await remove('d');
    const old = Date.now() / 1000 - 48 * 3600;
    const id = target?.id ?? '';
    await utimes(join(app.dataDir, 'blobs', id.slice(0, 2), id), old, old);
    expect(await findViolations(app.app)).toEqual([]);
    for (const job of ['integrity.examine', 'uploads.remove-unused']) await app.app.jobs.run(job);
    await readToEnd(running);
    await vi.waitFor(async () => expect(await countBlobs(app)).toBe(3));
  });

  it('deletes what was removed with the share at the latest', async () => {
    const running = await begin('/archive');
    await remove('d');
    expect((await call('', { method: 'DELETE' })).status).toBe(204);
    await app.app.jobs.run('shares.purge');
    expect(await countBlobs(app)).toBe(4);
    await readToEnd(running);
    await vi.waitFor(async () => expect(await held()).toBe(0), { timeout: 20_000 });
    expect(await countBlobs(app)).toBe(0);
  });

  it('waits a day for it and no longer', async () => {
    const running = await begin('/archive');
    await remove('d');
    await app.app.jobs.run('uploads.remove-unused');
    expect(await countBlobs(app)).toBe(4);
    clock.advance(longestTransfer);
    await app.app.jobs.run('uploads.remove-unused');
    expect(await countBlobs(app)).toBe(3);
    running.destroy();
  });
});
