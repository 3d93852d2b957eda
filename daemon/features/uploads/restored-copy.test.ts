import { createHash, randomBytes } from 'node:crypto';
import { appendFile, cp, mkdir, mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { Upload } from 'tus-js-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeBundleHead } from '#sdk/contract/formats/bundles.js';
import { findViolations } from '../../testing/check-invariants.ts';
import { createDraft, type Draft, publish } from '../../testing/drafts.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { copyDatabase } from '../../testing/test-database.ts';
import { usesBucket } from '../../testing/test-storage.ts';
import { metadata, offsetStream, sendTus } from '../../testing/tus.ts';

/** Copies as the backup guide makes them, of a server that is receiving files: first the rows, then the bytes. */

const env = { FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true' };
const mebibyte = 1024 * 1024;
const bytes = new Uint8Array(randomBytes(3 * mebibyte));

let original: TestApp;
let restored: TestApp | undefined;
let copy: string;
let draft: Draft;

beforeEach(async () => {
  original = await startApp({ env });
  copy = await mkdtemp(join(tmpdir(), 'fileshare-test-copy-'));
  draft = await createDraft(original);
});

afterEach(async () => {
  await original.stop();
  await restored?.stop();
  restored = undefined;
  await rm(copy, { recursive: true, force: true });
});

interface Begun {
  id: string;
  path: string;
  body: Uint8Array<ArrayBuffer>;
}

/** Sends a part, so that the row and the disk have the same offset. */
async function begin(
  body: Uint8Array<ArrayBuffer>,
  { sent, about = {} }: { sent: number; about?: Record<string, string> },
): Promise<Begun> {
  const answer = await sendTus(`${original.url}/api/uploads`, {
    method: 'POST',
    token: draft.token,
    headers: {
      ...offsetStream,
      'upload-length': String(body.length),
      'upload-metadata': metadata({ shareId: draft.id, filename: 'a.bin', ...about }),
    },
    body: body.subarray(0, sent),
  });
  expect(answer.status).toBe(201);
  const path = answer.headers.get('location') ?? '';
  return { id: path.split('/').at(-1) ?? '', path, body };
}

async function send(upload: Begun, from: number, to: number): Promise<void> {
  const { status } = await sendTus(original.url + upload.path, {
    method: 'PATCH',
    token: draft.token,
    headers: { ...offsetStream, 'upload-offset': String(from) },
    body: upload.body.subarray(from, to),
  });
  expect(status).toBe(204);
}

const copyRows = () => copyDatabase(original.dataDir, copy);

async function copyBytes(folders: readonly string[]): Promise<void> {
  for (const name of ['secret.key', ...folders]) {
    await cp(join(original.dataDir, name), join(copy, name), { recursive: true });
  }
  await mkdir(join(copy, 'staging'), { recursive: true });
}

/** The first server is gone: its clients find another one, on the copy. */
async function restore(): Promise<TestApp> {
  await original.app.stop();
  restored = await startApp({ env, dataDir: copy });
  await restored.app.jobs.run('uploads.finish-interrupted');
  expect(await findViolations(restored.app)).toEqual([]);
  return restored;
}

/** Resumes with the stock client; returns the offset where it resumed. */
async function goOn({ url }: TestApp, { path, body }: Begun): Promise<number> {
  const uploadUrl = url + path;
  const head = await sendTus(uploadUrl, { method: 'HEAD', token: draft.token });
  expect(head.status).toBe(200);
  await new Promise<void>((resolve, reject) => {
    new Upload(Buffer.from(body), {
      // Without an endpoint it can only resume.
      uploadUrl,
      chunkSize: mebibyte,
      retryDelays: null,
      headers: { authorization: `Bearer ${draft.token}` },
      onSuccess: () => resolve(),
      onError: reject,
    }).start();
  });
  return Number(head.headers.get('upload-offset'));
}

interface FileRow {
  path: string;
  size: number;
  sha256: string;
  crc32: number;
}

async function expectFiles(app: TestApp, contents: Record<string, Uint8Array>): Promise<void> {
  const rows: FileRow[] = await app.app.core.database.reader('files').orderBy('path');
  expect(rows.map(({ path, size, sha256, crc32: sum }) => ({ path, size, sha256, sum }))).toEqual(
    Object.entries(contents).map(([path, content]) => ({
      path,
      size: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      sum: crc32(content),
    })),
  );
  expect(await publish(app, draft)).toBe(200);
  expect(await findViolations(app.app)).toEqual([]);
}

const staged = ({ id }: Begun) => join(copy, 'staging', id);

describe.skipIf(usesBucket())('an upload that is running while a copy is made', () => {
  it.each([
    ['without the folder of unfinished uploads', []],
    ['with a folder that was copied before its file was there', ['staging']],
  ])('goes on from the start in a copy %s', async (_name, folders) => {
    const upload = await begin(bytes, { sent: mebibyte });
    await copyRows();
    await copyBytes([...folders, 'blobs']);
    await rm(staged(upload), { force: true });
    const app = await restore();
    expect(await goOn(app, upload)).toBe(0);
    await expectFiles(app, { 'a.bin': bytes });
  });

  it('goes on from what is on the disk when the row says more', async () => {
    const upload = await begin(bytes, { sent: 2 * mebibyte });
    await copyRows();
    await copyBytes(['staging', 'blobs']);
    await truncate(staged(upload), mebibyte + 1);
    const app = await restore();
    expect(await goOn(app, upload)).toBe(mebibyte + 1);
    await expectFiles(app, { 'a.bin': bytes });
  });

  it('goes on from what is on the disk when the row says less', async () => {
    const upload = await begin(bytes, { sent: mebibyte });
    await copyRows();
    await send(upload, mebibyte, 2 * mebibyte);
    await copyBytes(['staging', 'blobs']);
    const app = await restore();
    expect(await goOn(app, upload)).toBe(2 * mebibyte);
    await expectFiles(app, { 'a.bin': bytes });
  });

  it('is a file when it ended between rows and bytes', async () => {
    const upload = await begin(bytes, { sent: mebibyte });
    await copyRows();
    await send(upload, mebibyte, bytes.length);
    await copyBytes(['blobs']);
    const app = await restore();
    expect(await goOn(app, upload)).toBe(bytes.length);
    await expectFiles(app, { 'a.bin': bytes });
  });

  it('becomes no longer than it was announced', async () => {
    const upload = await begin(bytes, { sent: mebibyte });
    await send(upload, mebibyte, bytes.length - 1);
    await copyRows();
    await copyBytes(['staging', 'blobs']);
    await appendFile(staged(upload), Buffer.concat([bytes.subarray(-1), Buffer.from('more')]));
    const app = await restore();
    expect(await goOn(app, upload)).toBe(bytes.length);
    await expectFiles(app, { 'a.bin': bytes });
  });

  it.each([
    ['the start', []],
    ['what is on the disk', ['staging']],
  ])('goes on from %s with a bundle of small files', async (_name, folders) => {
    const contents = {
      'b/one.txt': bytes.subarray(0, 700_000),
      'b/two.txt': bytes.subarray(700_000, 900_000),
    };
    const files = Object.entries(contents).map(([path, content]) => ({
      path,
      size: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    }));
    const body = new Uint8Array(Buffer.concat([encodeBundleHead({ files }), bytes.subarray(0, 900_000)]));
    const about = { filename: 'bundle-1', bundle: '2', contentSize: '900000' };
    const upload = await begin(body, { sent: 800_000, about });
    await copyRows();
    await copyBytes([...folders, 'blobs']);
    const app = await restore();
    expect(await goOn(app, upload)).toBe(folders.length === 0 ? 0 : 800_000);
    await expectFiles(app, contents);
  });
});
