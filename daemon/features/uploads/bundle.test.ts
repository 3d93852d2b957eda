import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { encodeBundleHead } from '#sdk/contract/formats/bundles.js';
import { createCaller } from '../../testing/browser.ts';
import { findViolations } from '../../testing/check-invariants.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { countBlobs } from '../../testing/test-storage.ts';
import { metadata, offsetStream, sendTus } from '../../testing/tus.ts';

let instance: TestApp;
let share: { id: string; token: string };

beforeAll(async () => {
  instance = await startApp({
    env: {
      FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true',
      FILESHARE_ADDRESS_LIMIT_FACTOR: '1000',
      FILESHARE_CONFIG_SHARE_MAX_SIZE: '1000',
      FILESHARE_CONFIG_SHARE_MAX_FILES: '5',
    },
  });
});

afterAll(async () => {
  expect(await findViolations(instance.app)).toEqual([]);
  await instance.stop();
});

beforeEach(async () => {
  const { body } = await createCaller(instance.url)('/shares', { json: {} });
  const draft = body as { share: { id: string }; uploadToken: string };
  share = { id: draft.share.id, token: draft.uploadToken };
});

type Contents = Record<string, string>;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function encode(contents: Contents, digest: (text: string) => string = sha256) {
  const entries = Object.entries(contents);
  const head = encodeBundleHead({
    files: entries.map(([path, text]) => ({ path, size: Buffer.byteLength(text), sha256: digest(text) })),
  });
  const content = Buffer.from(entries.map(([, text]) => text).join(''));
  return { body: new Uint8Array(Buffer.concat([head, content])), contentSize: content.length };
}

interface Sending {
  name?: string;
  values?: Record<string, string>;
  /** Number of bytes that are sent; the rest is missing. */
  sent?: number;
}

function send({ body, contentSize }: ReturnType<typeof encode>, { name, values, sent }: Sending = {}) {
  return sendTus(`${instance.url}/api/uploads`, {
    method: 'POST',
    token: share.token,
    headers: {
      ...offsetStream,
      'upload-length': String(body.length),
      'upload-metadata': metadata({
        shareId: share.id,
        filename: name ?? 'bundle',
        bundle: '2',
        contentSize: String(contentSize),
        ...values,
      }),
    },
    body: body.subarray(0, sent),
  });
}

const two = { 'a.txt': 'first', 'folder/ü.txt': 'second' };

async function call(path: string, method = 'GET') {
  const headers = { authorization: `Bearer ${share.token}` };
  return createCaller(instance.url)(`/shares/${share.id}${path}`, { headers, method });
}

async function listFiles() {
  const { body } = await call('/files');
  return (body as { files: { id: string; path: string; sha256: string; size: number }[] }).files;
}

describe('a bundle', () => {
  it('becomes ordinary files, kept in one blob', async () => {
    const before = await countBlobs(instance);
    expect((await send(encode(two))).status).toBe(201);
    const files = await listFiles();
    expect(files).toMatchObject([
      { path: 'a.txt', size: 5, sha256: sha256('first') },
      { path: 'folder/ü.txt', size: 6, sha256: sha256('second') },
    ]);
    expect(await countBlobs(instance)).toBe(before + 1);
    for (const [index, text] of Object.values(two).entries()) {
      const url = `${instance.url}/api/shares/${share.id}/files/${files[index]?.id}`;
      const headers = { authorization: `Bearer ${share.token}` };
      expect(await (await fetch(url, { headers })).text()).toBe(text);
      const part = await fetch(url, { headers: { ...headers, range: 'bytes=1-2' } });
      expect([part.status, await part.text()]).toEqual([206, text.slice(1, 3)]);
    }
    expect((await call('/complete', 'POST')).status).toBe(200);
  });

  it('goes on where it broke off', async () => {
    const bundle = encode(two);
    const answer = await send(bundle, { sent: 20 });
    expect(answer.headers.get('upload-offset')).toBe('20');
    const rest = await sendTus(instance.url + (answer.headers.get('location') ?? ''), {
      method: 'PATCH',
      token: share.token,
      headers: { ...offsetStream, 'upload-offset': '20' },
      body: bundle.body.subarray(20),
    });
    expect(rest.status).toBe(204);
    expect(await listFiles()).toHaveLength(2);
  });

  it('counts as its files, and gives way to a new one of its name', async () => {
    const bundle = encode({ 'a.txt': 'x'.repeat(500), 'b.txt': 'y'.repeat(500) });
    expect((await send(bundle, { sent: 100 })).status).toBe(201);
    expect((await send(encode(two), { name: 'other' })).error).toBe('share_too_large');
    expect((await send(bundle)).status).toBe(201);
    expect(await listFiles()).toHaveLength(2);
  });

  it('replaces files when it is asked to, and only then', async () => {
    await send(encode(two));
    const newer = encode({ 'a.txt': 'newer', 'b.txt': 'more' });
    expect((await send(newer)).error).toBe('file_exists');
    expect(await listFiles()).toHaveLength(2);
    expect((await send(newer, { values: { replace: 'true' } })).status).toBe(201);
    expect(await listFiles()).toMatchObject([
      { path: 'a.txt', sha256: sha256('newer') },
      { path: 'b.txt' },
      { path: 'folder/ü.txt' },
    ]);
    const blobs = await countBlobs(instance);
    const last = encode({ 'folder/ü.txt': '1', 'c.txt': '2' });
    expect((await send(last, { values: { replace: 'true' } })).status).toBe(201);
    // Nothing of the first is left: its blob was deleted, the new one was added.
    expect(await countBlobs(instance)).toBe(blobs);
  });

  it('counts what is replaced as long as it lies in a bundle that stays', async () => {
    const round = (index: number) =>
      send(encode({ [`keep-${index}`]: '', big: 'x'.repeat(400) }), {
        name: `${index}`,
        values: { replace: 'true' },
      });
    expect((await round(1)).status).toBe(201);
    expect((await round(2)).status).toBe(201);
    expect((await round(3)).error).toBe('share_too_large');
    expect(await listFiles()).toHaveLength(3);
  });

  it.each<[string, () => ReturnType<typeof send>, string]>([
    ['a digest that differs', () => send(encode(two, () => sha256('other'))), 'checksum_mismatch'],
    ['a path that leaves the share', () => send(encode({ '../a': '1', b: '2' })), 'file_path_invalid'],
    ['the same path twice', () => send(encode({ 'e\u0301': '1', '\u00e9': '2' })), 'file_exists'],
    ['another number of files', () => send(encode(two), { values: { bundle: '3' } }), 'bundle_invalid'],
    ['another size', () => send(encode(two), { values: { contentSize: '10' } }), 'bundle_invalid'],
    ['no size', () => send(encode(two), { values: { contentSize: '' } }), 'bundle_invalid'],
    [
      'a manifest with room for more',
      () => send({ body: new Uint8Array(5000), contentSize: 11 }),
      'bundle_invalid',
    ],
    ['too many files', () => send(encode(two), { values: { bundle: '1001' } }), 'bundle_invalid'],
    [
      'bytes that are no bundle',
      () => send({ body: new Uint8Array(100), contentSize: 50 }),
      'bundle_invalid',
    ],
  ])('is refused as a whole for %s', async (_, sending, error) => {
    expect((await sending()).error).toBe(error);
    expect(await listFiles()).toEqual([]);
  });
});
