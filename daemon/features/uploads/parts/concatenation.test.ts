import { createHash, randomBytes } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import { type PreviousUpload, Upload, type UploadOptions, type UrlStorage } from 'tus-js-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCaller } from '../../../testing/browser.ts';
import { findViolations } from '../../../testing/check-invariants.ts';
import { createDraft, type Draft, publish, upload } from '../../../testing/drafts.ts';
import { createFakeClock, type FakeClock } from '../../../testing/fake-clock.ts';
import { letTimePass } from '../../../testing/let-time-pass.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';
import { countStaged, usesBucket } from '../../../testing/test-storage.ts';
import { metadata, offsetStream, sendTus, type TusAnswer } from '../../../testing/tus.ts';

/** Files that are sent as parts: https://tus.io/protocols/resumable-upload#concatenation */
let clock: FakeClock;
let app: TestApp;
let draft: Draft;

const maxSize = 12_000_000;

beforeEach(async () => {
  clock = createFakeClock(Date.now());
  app = await startApp({
    clock,
    env: {
      FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true',
      FILESHARE_CONFIG_SHARE_MAX_SIZE: String(maxSize),
      FILESHARE_CONFIG_SHARE_MAX_FILES: '4',
      FILESHARE_ADDRESS_LIMIT_FACTOR: '1000',
    },
  });
  draft = await createDraft(app);
});
afterEach(async () => {
  expect(await findViolations(app.app)).toEqual([]);
  await app.stop();
});

const post = (headers: Record<string, string>, of = draft, body?: string): Promise<TusAnswer> =>
  sendTus(`${app.url}/api/uploads`, {
    method: 'POST',
    token: of.token,
    headers,
    ...(body && { body: new Uint8Array(Buffer.from(body)) }),
  });

/** Begins a part, by default with all its bytes; returns its path. */
async function sendPart(text: string, { sent = text, of = draft } = {}): Promise<string> {
  const length = { 'upload-length': String(text.length) };
  const answer = await post({ 'upload-concat': 'partial', ...length, ...offsetStream }, of, sent);
  expect(answer.status).toBe(201);
  return answer.headers.get('location') ?? '';
}

const sendParts = (...texts: string[]) => Promise.all(texts.map((text) => sendPart(text)));

const joinParts = (
  paths: readonly string[],
  about: Record<string, string> = {},
  extra: Record<string, string> = {},
) =>
  post({
    'upload-concat': `final;${paths.join(' ')}`,
    'upload-metadata': metadata({ filename: 'joined.txt', ...about }),
    ...extra,
  });

const ask = async (path: string) => {
  const { status, headers } = await sendTus(app.url + path, { method: 'HEAD', token: draft.token });
  const [offset, length, concat] = ['upload-offset', 'upload-length', 'upload-concat'].map((name) =>
    headers.get(name),
  );
  return { status, offset, length, concat };
};

async function listFiles(): Promise<unknown[]> {
  const headers = { authorization: `Bearer ${draft.token}` };
  const { body } = await createCaller(app.url)(`/shares/${draft.id}/files`, { headers });
  return (body as { files: unknown[] }).files;
}

const digestOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');
const joined = { path: 'joined.txt', size: 9, sha256: digestOf('one two 3') };

async function countReserved() {
  const share = await app.app.core.uow.read.shares.findById(draft.id);
  return { size: share?.reservedSize, count: share?.reservedCount };
}

describe('a final upload', () => {
  it('is a file of the bytes of its parts, in the order of their URLs', async () => {
    const [two = '', one = '', three = ''] = await sendParts('two ', 'one ', '3');
    expect(await ask(one)).toEqual({ status: 200, offset: '4', length: '4', concat: 'partial' });
    expect(await listFiles()).toEqual([]);
    const paths = [`${app.url}${one}`, two, three];
    const { status, headers } = await joinParts(paths);
    expect(status).toBe(201);
    const final = headers.get('location') ?? '';
    expect(headers.get('upload-expires')).toBeNull();
    expect(await ask(final)).toEqual({
      status: 200,
      offset: '9',
      length: '9',
      concat: `final;${paths.join(' ')}`,
    });
    expect(await listFiles()).toMatchObject([joined]);
    expect(await countStaged(app)).toBe(0);
    expect(await countReserved()).toEqual({ size: 0, count: 0 });
    expect(await publish(app, draft)).toBe(200);
  });

  it('can have empty parts, and be empty', async () => {
    const [empty, text, other] = await sendParts('', 'one two 3', '');
    expect((await joinParts([empty ?? '', text ?? ''])).status).toBe(201);
    expect((await joinParts([other ?? ''], { filename: 'empty.txt' })).status).toBe(201);
    expect(await listFiles()).toMatchObject([{ path: 'empty.txt', size: 0 }, joined]);
  });

  it('takes no bytes', async () => {
    const { headers } = await joinParts(await sendParts('one'));
    const answer = await sendTus(app.url + (headers.get('location') ?? ''), {
      method: 'PATCH',
      token: draft.token,
      headers: { ...offsetStream, 'upload-offset': '3' },
      body: new Uint8Array([1]),
    });
    expect(answer.status).toBe(403);
  });

  it('is the same when the request is repeated', async () => {
    const parts = await sendParts('one ', 'two ', '3');
    const first = await joinParts(parts);
    const second = await joinParts(parts);
    expect(second.status).toBe(201);
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect(await listFiles()).toMatchObject([joined]);
    expect(await joinParts(parts, { filename: 'other.txt' })).toMatchObject({ status: 400 });
    expect(await joinParts(parts.toReversed())).toMatchObject({ status: 400 });
  });

  it('is one when the requests come at the same time', async () => {
    const parts = await sendParts('one ', 'two ', '3');
    const answers = await Promise.all([joinParts(parts), joinParts(parts), joinParts(parts)]);
    expect(answers.some(({ status }) => status === 201)).toBe(true);
    expect(answers.filter(({ status }) => status !== 201 && status !== 423)).toEqual([]);
    expect(await listFiles()).toMatchObject([joined]);
  });

  it('is refused while a part is incomplete, which continues', async () => {
    const [whole = ''] = await sendParts('one ');
    const half = await sendPart('two 3', { sent: 'two' });
    expect(await joinParts([whole, half])).toMatchObject({ status: 409, error: 'upload_offset_conflict' });
    await sendTus(app.url + half, {
      method: 'PATCH',
      token: draft.token,
      headers: { ...offsetStream, 'upload-offset': '3' },
      body: new Uint8Array(Buffer.from(' 3')),
    });
    expect((await joinParts([whole, half])).status).toBe(201);
    expect(await listFiles()).toMatchObject([joined]);
  });

  it('is refused for what is no part of the share', async () => {
    const [part = ''] = await sendParts('one');
    const other = await createDraft(app);
    const foreign = await sendPart('two', { of: other });
    const whole = await upload(app, draft, { path: 'a.txt', text: 'text', sent: 2 });
    for (const path of [foreign, whole.headers.get('location') ?? '', `/api/uploads/${'ab'.repeat(16)}`]) {
      expect(await joinParts([part, path])).toMatchObject({ status: 404, error: 'upload_not_found' });
    }
  });

  it.each([
    ['a part twice', (part: string) => [part, part]],
    ['no part', () => []],
    ['another URL', (part: string) => [`${part}/../x`]],
    ['a query', (part: string) => [`${part}?x`]],
    ['no URL', () => ['http://[']],
  ])('is refused for %s', async (_case, pathsOf) => {
    const [part = ''] = await sendParts('one');
    expect(await joinParts(pathsOf(part))).toMatchObject({ status: 400, error: 'upload_header_invalid' });
  });

  it('is refused with a length, or as a bundle', async () => {
    const parts = await sendParts('one');
    expect(await joinParts(parts, {}, { 'upload-length': '3' })).toMatchObject({ status: 400 });
    const about = { bundle: '1', contentSize: '1' };
    expect(await joinParts(parts, about)).toMatchObject({ error: 'bundle_invalid' });
    expect(await post({ 'upload-concat': 'whole', 'upload-length': '3' })).toMatchObject({ status: 400 });
  });

  it('keeps its parts when there is such a file', async () => {
    await upload(app, draft, { path: 'joined.txt', text: 'earlier' });
    const parts = await sendParts('one ', 'two ', '3');
    expect(await joinParts(parts)).toMatchObject({ status: 409, error: 'file_exists' });
    expect((await joinParts(parts, { replace: 'true' })).status).toBe(201);
    expect(await listFiles()).toMatchObject([joined]);
  });

  it('ends with its parts when its digest is another one', async () => {
    const parts = await sendParts('one ', 'two');
    const refused = await joinParts(parts, { sha256: digestOf('other') });
    expect(refused).toMatchObject({ status: 460, error: 'checksum_mismatch' });
    expect((await ask(parts[0] ?? '')).status).toBe(404);
    expect(await countStaged(app)).toBe(0);
    expect(await countReserved()).toEqual({ size: 0, count: 0 });
  });
});

describe('a part', () => {
  it('counts within the limits of the share, and a final upload as one file', async () => {
    const parts = await sendParts('one ', 'two ', '3', '');
    expect(await countReserved()).toEqual({ size: 9, count: 4 });
    const next = { 'upload-concat': 'partial', 'upload-length': '1' };
    expect(await post(next)).toMatchObject({ status: 413, error: 'share_too_many_files' });
    await joinParts(parts);
    const rest = String(maxSize - 8);
    expect(await post({ ...next, 'upload-length': rest })).toMatchObject({ error: 'share_too_large' });
    expect((await post({ ...next, 'upload-length': String(maxSize - 9) })).status).toBe(201);
  });

  it('keeps the share from being published until it is used or cancelled', async () => {
    await joinParts(await sendParts('one'));
    const [unused = ''] = await sendParts('two');
    expect(await publish(app, draft)).toBe(409);
    expect((await sendTus(app.url + unused, { method: 'DELETE', token: draft.token })).status).toBe(204);
    expect(await publish(app, draft)).toBe(200);
  });

  it('does not do so without a byte, because nobody may know its address', async () => {
    await joinParts(await sendParts('one'));
    await post({ 'upload-concat': 'partial', 'upload-length': '3' });
    expect(await publish(app, draft)).toBe(200);
    expect(await countStaged(app)).toBe(0);
  });

  it('replaces an unfinished one of the same file and place, and no other', async () => {
    const begin = (part: string, relativePath: string) =>
      post({
        'upload-concat': 'partial',
        'upload-length': '3',
        'upload-metadata': metadata({ part, relativePath }),
      });
    const first = await begin('0', 'a.txt');
    const others = [await begin('3', 'a.txt'), await begin('0', 'b.txt')];
    const again = await begin('0', 'a.txt');
    expect((await ask(first.headers.get('location') ?? '')).status).toBe(404);
    for (const { headers } of [...others, again]) {
      expect((await ask(headers.get('location') ?? '')).status).toBe(200);
    }
    expect(await countReserved()).toEqual({ size: 9, count: 3 });
    expect(await begin('-1', 'a.txt')).toMatchObject({ status: 400, error: 'upload_header_invalid' });
  });

  it('expires a day after its last byte', async () => {
    const { headers } = await post(
      { 'upload-concat': 'partial', 'upload-length': '3', ...offsetStream },
      draft,
      'one',
    );
    expect(headers.get('upload-expires')).not.toBeNull();
    await letTimePass(app, clock, 20 * 3_600_000);
    await upload(app, draft, { path: 'alive.txt', text: 'alive' });
    await letTimePass(app, clock, 5 * 3_600_000);
    await app.app.jobs.run('uploads.discard-idle');
    expect(await countStaged(app)).toBe(0);
    expect(await countReserved()).toEqual({ size: 0, count: 0 });
  });

  it('discards the file that is being made of it, with its other parts', async () => {
    const parts = await sendParts('one ', 'two ', '3');
    await killWhileJoining(parts);
    const discard = (path = '') => sendTus(app.url + path, { method: 'DELETE', token: draft.token });
    expect((await discard(parts[1])).status).toBe(204);
    expect(await countReserved()).toEqual({ size: 0, count: 0 });
    expect(await discard(parts[0])).toMatchObject({ status: 404, error: 'upload_not_found' });
    await expect.poll(() => countStaged(app)).toBe(0);
    expect(await joinParts(parts)).toMatchObject({ status: 404, error: 'upload_not_found' });
    expect(await listFiles()).toEqual([]);
  });

  it('answers for a day after it was used', async () => {
    const parts = await sendParts('one ', 'two ', '3');
    await joinParts(parts);
    expect(await ask(parts[0] ?? '')).toMatchObject({ status: 200, offset: '4', length: '4' });
    expect(await sendTus(app.url + (parts[0] ?? ''), { method: 'DELETE', token: draft.token })).toMatchObject(
      {
        error: 'upload_finished',
      },
    );
    await letTimePass(app, clock, 25 * 3_600_000);
    await app.app.jobs.run('uploads.discard-idle');
    expect((await ask(parts[0] ?? '')).status).toBe(404);
  });
});

/** The state that a kill leaves in the middle: on a disk two of the parts are joined, in a bucket none. */
async function killWhileJoining(parts: readonly string[]): Promise<void> {
  const { staging } = app.app.stores;
  const join = staging.join.bind(staging);
  staging.join = async (id, all, options) => {
    await join(id, all.slice(0, usesBucket() ? 0 : 2), options);
    throw new Error('killed');
  };
  expect((await joinParts(parts)).status).toBe(500);
  staging.join = join;
  expect(await findViolations(app.app)).toEqual([]);
}

describe('a kill while parts are joined', () => {
  it('does not keep the client from repeating its request', async () => {
    const parts = await sendParts('one ', 'two ', '3');
    await killWhileJoining(parts);
    app = await app.restart();
    for (const part of parts) expect((await ask(part)).status).toBe(200);
    expect((await joinParts(parts)).status).toBe(201);
    expect(await listFiles()).toMatchObject([joined]);
    expect(await countStaged(app)).toBe(0);
  });

  it('is made good by the next start', async () => {
    const parts = await sendParts('one ', 'two ', '3');
    await killWhileJoining(parts);
    app = await app.restart();
    await app.app.jobs.run('uploads.finish-interrupted');
    expect(await listFiles()).toMatchObject([joined]);
    expect(await publish(app, draft)).toBe(200);
  });

  it('leaves an upload that takes its parts with it when it is replaced or expires', async () => {
    const parts = await sendParts('one ', 'two ', '3');
    await killWhileJoining(parts);
    await upload(app, draft, { path: 'joined.txt', text: 'other', sent: 2 });
    await expect.poll(() => countStaged(app)).toBe(1);
    expect((await ask(parts[2] ?? '')).status).toBe(404);
    expect(await joinParts(parts)).toMatchObject({ status: 404 });
    await killWhileJoining(await sendParts('4', '5', '6'));
    await letTimePass(app, clock, 25 * 3_600_000);
    await app.app.jobs.run('uploads.discard-idle');
    expect(await countStaged(app)).toBe(0);
  });
});

describe('tus-js-client with parallel uploads', () => {
  const content = randomBytes(10_000_000);
  const file = { path: 'joined.txt', size: content.length, sha256: digestOf(content) };

  /** Stores the URLs of unfinished uploads, as a browser does. */
  function createUrlStorage(): UrlStorage {
    const stored = new Map<string, PreviousUpload>();
    return {
      findAllUploads: async () => [...stored.values()],
      findUploadsByFingerprint: async () => [...stored.values()],
      addUpload: async (fingerprint, previous) => {
        stored.set(fingerprint, previous);
        return fingerprint;
      },
      removeUpload: async (key) => void stored.delete(key),
    };
  }

  const optionsOf = (options: Partial<UploadOptions>): UploadOptions => ({
    endpoint: `${app.url}/api/uploads`,
    headers: { authorization: `Bearer ${draft.token}` },
    metadata: { filename: 'joined.txt' },
    parallelUploads: 4,
    chunkSize: 1_000_000,
    retryDelays: Array.from({ length: 20 }, () => 10),
    ...options,
  });

  const send = (previous: PreviousUpload | null, options: Partial<UploadOptions> = {}) =>
    new Promise<void>((resolve, reject) => {
      const all = optionsOf({ onSuccess: () => resolve(), onError: reject, ...options });
      const sending = new Upload(content, all);
      if (previous) sending.resumeFromPreviousUpload(previous);
      sending.start();
    });

  it('makes one file, also when connections break', async () => {
    const { staging } = app.app.stores;
    const append = staging.append.bind(staging);
    let requests = 0;
    staging.append = (id, source, options) => {
      requests += 1;
      const isBroken = requests % 3 === 0 && requests < 12;
      if (isBroken && source instanceof IncomingMessage) source.once('data', () => source.socket.destroy());
      return append(id, source, options);
    };
    await send(null);
    expect(requests).toBeGreaterThan(12);
    expect(await listFiles()).toMatchObject([file]);
    expect(await publish(app, draft)).toBe(200);
  });

  it('resumes an upload that was aborted', async () => {
    const urlStorage = createUrlStorage();
    const aborted = await new Promise<Upload>((resolve, reject) => {
      const onProgress = (sent: number) => {
        if (sent > 4_000_000) void first.abort().then(() => resolve(first), reject);
      };
      const first = new Upload(content, optionsOf({ urlStorage, onProgress, onError: reject }));
      first.start();
    });
    const [previous = null] = await aborted.findPreviousUploads();
    expect(previous?.parallelUploadUrls).toHaveLength(4);
    expect(await countStaged(app)).toBe(4);
    await send(previous, { urlStorage });
    expect(await listFiles()).toMatchObject([file]);
    expect(await countStaged(app)).toBe(0);
  });
});
