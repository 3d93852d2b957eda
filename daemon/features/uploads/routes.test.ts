import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCaller } from '../../testing/browser.ts';
import { findViolations } from '../../testing/check-invariants.ts';
import { createDraft, type Draft } from '../../testing/drafts.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { countStaged, usesBucket } from '../../testing/test-storage.ts';
import { metadata, offsetStream, sendTus, type TusAnswer } from '../../testing/tus.ts';

const env = {
  FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true',
  FILESHARE_ADDRESS_LIMIT_FACTOR: '1000',
  FILESHARE_CONFIG_SHARE_MAX_SIZE: '1000000',
  FILESHARE_CONFIG_SHARE_MAX_FILES: '20',
};

let instance: TestApp;
let share: Draft;

beforeAll(async () => {
  instance = await startApp({ env });
});

afterAll(async () => {
  expect(await findViolations(instance.app)).toEqual([]);
  await instance.stop();
});

beforeEach(async () => {
  share = await createDraft(instance);
});

interface Creation {
  length?: number | string;
  name?: string;
  values?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
  token?: string;
}

function create({
  length = 10,
  name = 'a.txt',
  values,
  headers,
  body,
  token,
}: Creation = {}): Promise<TusAnswer> {
  return sendTus(`${instance.url}/api/uploads`, {
    method: 'POST',
    token: token ?? share.token,
    headers: {
      'upload-length': String(length),
      'upload-metadata': metadata({ shareId: share.id, filename: name, ...values }),
      ...(body && offsetStream),
      ...headers,
    },
    ...(body && { body }),
  });
}

const urlOf = (answer: TusAnswer) => instance.url + (answer.headers.get('location') ?? '');

const append = (url: string, offset: number | string, body: Uint8Array<ArrayBuffer>) =>
  sendTus(url, {
    method: 'PATCH',
    token: share.token,
    headers: { ...offsetStream, 'upload-offset': String(offset) },
    body,
  });

const head = (url: string, token = share.token) => sendTus(url, { method: 'HEAD', token });

const complete = ({ id, token } = share) =>
  createCaller(instance.url)(`/shares/${id}/complete`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });

async function listFiles() {
  const headers = { authorization: `Bearer ${share.token}` };
  const { body } = await createCaller(instance.url)(`/shares/${share.id}/files`, { headers });
  return (body as { files: { path: string; size: number; sha256: string }[] }).files;
}

const bytes = (length: number) => new Uint8Array(randomBytes(length));
const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');

describe('tus', () => {
  it('tells what it can without authorisation', async () => {
    const answer = await sendTus(`${instance.url}/api/uploads`, { method: 'OPTIONS' });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('tus-version')).toBe('1.0.0');
    expect(answer.headers.get('tus-extension')).toBe(
      'creation,creation-with-upload,creation-defer-length,checksum,concatenation,expiration,termination',
    );
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('takes a file in pieces and makes it a file of the share', async () => {
    const data = bytes(300_000);
    const url = urlOf(await create({ length: data.length, name: 'pieces.bin' }));
    expect((await append(url, 0, data.subarray(0, 100_000))).headers.get('upload-offset')).toBe('100000');
    expect((await head(url)).headers.get('upload-offset')).toBe('100000');
    expect((await append(url, 100_000, data.subarray(100_000))).status).toBe(204);
    expect(await listFiles()).toMatchObject([{ path: 'pieces.bin', size: 300_000, sha256: sha256(data) }]);
  });

  it('takes a small file in the request that creates it, and one without bytes', async () => {
    const data = bytes(1000);
    expect((await create({ length: 1000, name: 'one.bin', body: data })).status).toBe(201);
    expect((await create({ length: 0, name: 'nothing.txt' })).status).toBe(201);
    expect(await listFiles()).toMatchObject([
      { path: 'nothing.txt', size: 0, sha256: sha256(new Uint8Array()) },
      { path: 'one.bin', size: 1000, sha256: sha256(data) },
    ]);
  });

  it('answers for a finished upload: all is there, repeating is harmless', async () => {
    const answer = await create({ length: 5, body: bytes(5) });
    const url = urlOf(answer);
    const found = await head(url);
    expect([found.headers.get('upload-offset'), found.headers.get('upload-length')]).toEqual(['5', '5']);
    expect(found.headers.get('cache-control')).toBe('no-store');
    expect((await append(url, 5, new Uint8Array())).status).toBe(204);
    expect((await append(url, 0, bytes(5))).error).toBe('upload_offset_conflict');
    expect((await sendTus(url, { method: 'DELETE', token: share.token })).error).toBe('upload_finished');
    expect(await listFiles()).toHaveLength(1);
  });

  it('gives an unfinished upload up on request', async () => {
    const url = urlOf(await create());
    expect((await sendTus(url, { method: 'DELETE', token: share.token })).status).toBe(204);
    expect((await head(url)).status).toBe(404);
    expect((await complete()).body).toMatchObject({ error: 'share_empty' });
  });

  it.each([
    ['no version', { 'tus-resumable': '' }, 412, 'tus_version_unsupported'],
    ['another version', { 'tus-resumable': '0.2.2' }, 412, 'tus_version_unsupported'],
    ['no length', { 'upload-length': '' }, 400, 'upload_header_invalid'],
    ['a negative length', { 'upload-length': '-1' }, 400, 'upload_header_invalid'],
    ['an exponent', { 'upload-length': '1e+21' }, 400, 'upload_header_invalid'],
    ['a fraction', { 'upload-length': '1.5' }, 400, 'upload_header_invalid'],
    ['a hexadecimal number', { 'upload-length': '0x10' }, 400, 'upload_header_invalid'],
    ['more than can be counted', { 'upload-length': '9007199254740992' }, 400, 'upload_header_invalid'],
    ['a deferred length', { 'upload-defer-length': '1' }, 400, 'upload_header_invalid'],
    ['an unknown concatenation', { 'upload-concat': 'whole' }, 400, 'upload_header_invalid'],
    ['no metadata', { 'upload-metadata': '' }, 400, 'upload_header_invalid'],
    ['metadata that is no Base64', { 'upload-metadata': 'shareId ***' }, 400, 'upload_header_invalid'],
    ['long metadata', { 'upload-metadata': `shareId ${'QQ'.repeat(3000)}` }, 400, 'upload_header_invalid'],
    ['no UTF-8', { 'upload-metadata': 'filename /////w==' }, 400, 'upload_header_invalid'],
  ])('refuses a creation with %s', async (_name, headers, status, error) => {
    const answer = await create({ headers });
    expect([answer.status, answer.error]).toEqual([status, error]);
  });

  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const own = () => metadata({ shareId: share.id, filename: 'a.txt' });
  it.each([
    ['keys of other servers', () => `${own()},colour ${base64('red')},x.y:z ${base64('\x00')}`, 'a.txt'],
    ['bytes that are no text', () => `${own()},thumbnail /////w==`, 'a.txt'],
    ['a key that is no ASCII', () => `${own()},f\u00fcnf YQ==`, 'a.txt'],
    ['the key __proto__', () => `${own()},__proto__ YQ==`, 'a.txt'],
    ['keys without a value', () => `relativePath,name,type ,sha256,${own()}`, 'a.txt'],
    [
      'what Uppy sends of a file',
      () =>
        metadata({ relativePath: 'null', name: 'b.txt', type: 'text/plain', filetype: 'text/plain' }) +
        `,filename ${base64('b.txt')}`,
      'b.txt',
    ],
    [
      'what Uppy sends of a file in a folder',
      () => metadata({ relativePath: 'd/c.txt', name: 'c.txt', type: 'null', filename: 'c.txt' }),
      'd/c.txt',
    ],
    ['a file that is called null', () => metadata({ relativePath: 'null', filename: 'null' }), 'null'],
  ])('takes metadata with %s', async (_name, value, path) => {
    const answer = await create({
      body: new Uint8Array(10),
      headers: { 'upload-metadata': value() },
    });
    expect([answer.status, answer.error]).toEqual([201, undefined]);
    expect((await listFiles()).map((file) => file.path)).toEqual([path]);
  });

  it('does not say which share a dead upload token was for', async () => {
    const headers = { 'upload-metadata': `filename ${base64('a.txt')}` };
    const answers = [
      await create({ headers, token: `fsu_${'x'.repeat(43)}` }),
      await create({ headers, token: 'no-upload-token' }),
    ];
    expect(answers.map(({ status, error }) => [status, error])).toEqual([
      [404, 'share_not_found'],
      [400, 'upload_header_invalid'],
    ]);
  });

  it.each([
    ['a share that is no id', { shareId: '../..' }],
    ['a digest that is none', { sha256: 'abc' }],
  ])('refuses metadata with %s', async (_name, values) => {
    expect((await create({ values })).error).toBe('upload_header_invalid');
  });

  it.each([
    '../escape',
    'a/../b',
    '/etc/passwd',
    'a\\b',
    'nul\u0000',
    'bell\u0007',
    'gpj.\u202eexe',
    'a//b',
    '.',
    'é'.repeat(200),
  ])('refuses the path %j', async (relativePath) => {
    const answer = await create({ values: { relativePath } });
    expect([answer.status, answer.error]).toEqual([400, 'file_path_invalid']);
  });

  it.each([
    ['an offset that is no number', { 'upload-offset': 'x' }, 'upload_header_invalid'],
    ['an offset beyond the end', { 'upload-offset': '11' }, 'upload_offset_conflict'],
    ['another content type', { 'content-type': 'application/octet-stream' }, 'unsupported_media_type'],
    ['a new length', { 'upload-length': '5' }, 'upload_header_invalid'],
  ])('refuses a chunk with %s', async (_name, headers, error) => {
    const url = urlOf(await create());
    const answer = await sendTus(url, {
      method: 'PATCH',
      token: share.token,
      headers: { ...offsetStream, 'upload-offset': '0', ...headers },
      body: bytes(1),
    });
    expect(answer.error).toBe(error);
  });

  it('refuses more bytes than announced and keeps those it has', async () => {
    const url = urlOf(await create({ length: 10 }));
    await append(url, 0, bytes(4));
    expect((await append(url, 4, bytes(100))).error).toBe('upload_too_long');
    expect((await head(url)).headers.get('upload-offset')).toBe('4');
  });

  it('refuses too many bytes also when their number was not told', async () => {
    const url = urlOf(await create({ length: 10 }));
    const response = await fetch(url, {
      method: 'PATCH',
      headers: {
        ...offsetStream,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        authorization: `Bearer ${share.token}`,
      },
      body: new Blob([bytes(50)]).stream(),
      duplex: 'half',
    });
    expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([
      413,
      'upload_too_long',
    ]);
  });

  it('never serves bytes, and takes no id out of a query', async () => {
    const url = urlOf(await create({ length: 5, body: bytes(5) }));
    expect((await sendTus(url, { method: 'GET', token: share.token })).status).toBe(404);
    expect((await head(`${url}?x=1`)).status).toBe(404);
    expect(
      (await head(`${instance.url}/api/uploads/${'0'.repeat(32)}?x=/${url.split('/').at(-1)}`)).status,
    ).toBe(404);
    expect((await head(`${instance.url}/api/uploads/..%2f..%2fetc%2fpasswd`)).status).toBe(400);
  });
});

describe('authorisation', () => {
  it.each([
    ['no token', undefined],
    ['a token nobody issued', `fsu_${'A'.repeat(43)}`],
    ['a broken access token', 'a.b.c'],
  ])('refuses %s', async (_name, token) => {
    const url = urlOf(await create());
    for (const method of ['HEAD', 'PATCH', 'DELETE'] as const) {
      const answer = await sendTus(url, {
        method,
        ...(token && { token }),
        headers: { ...(method === 'PATCH' && { ...offsetStream, 'upload-offset': '0' }) },
        ...(method === 'PATCH' && { body: bytes(1) }),
      });
      expect(answer.status).toBe(404);
    }
    const creation = await create({ token: token ?? 'none', name: 'b.txt' });
    expect(creation.status).toBe(401);
  });

  it('keeps the token of one share out of another', async () => {
    const other = await createDraft(instance);
    const url = urlOf(await create());
    expect((await head(url, other.token)).status).toBe(404);
    expect((await create({ token: other.token, name: 'b.txt' })).status).toBe(401);
  });
});

describe('limits', () => {
  it('holds the size of a share exactly, however many ask at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 15 }, (_, index) => create({ length: 100_000, name: `${index}.bin` })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(answers.filter(({ error }) => error === 'share_too_large')).toHaveLength(5);
  });

  it('holds the number of files', async () => {
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, index) => create({ length: 1, name: `${index}.bin` })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(answers.filter(({ error }) => error === 'share_too_many_files')).toHaveLength(5);
  });

  it('refuses what is announced too large before the first byte', async () => {
    const { status, body } = await createCaller(instance.url)('/shares', {
      json: { files: { count: 1, size: 1_000_001 } },
    });
    expect([status, (body as { error: string }).error]).toEqual([413, 'share_too_large']);
  });

  it.skipIf(usesBucket())('answers 507 when the disk has no room, with nothing left behind', async () => {
    const full = await startApp({
      env: { ...env, FILESHARE_MIN_FREE_BYTES: String(Number.MAX_SAFE_INTEGER) },
    });
    try {
      const { status, body } = await createCaller(full.url)('/shares', { json: {} });
      expect([status, (body as { error: string }).error]).toEqual([507, 'storage_full']);
      expect((await createCaller(full.url)('/health/ready')).status).toBe(503);
      expect((await createCaller(full.url)('/health')).status).toBe(200);
    } finally {
      await full.stop();
    }
  });
});

describe('files', () => {
  it('refuses a second file of the same path, unless it replaces the first', async () => {
    await create({ length: 3, body: bytes(3) });
    expect((await create({ length: 4, body: bytes(4) })).error).toBe('file_exists');
    const data = bytes(6);
    expect((await create({ length: 6, body: data, values: { replace: 'true' } })).status).toBe(201);
    expect(await listFiles()).toMatchObject([{ path: 'a.txt', sha256: sha256(data) }]);
  });

  it('accepts a digest in capitals, and stores it in small letters', async () => {
    const data = bytes(3);
    const values = { sha256: sha256(data).toUpperCase() };
    expect((await create({ length: 3, body: data, values })).status).toBe(201);
    expect(await listFiles()).toMatchObject([{ sha256: sha256(data) }]);
  });

  it('refuses a file whose digest differs, and forgets it', async () => {
    const answer = await create({ length: 3, body: bytes(3), values: { sha256: '0'.repeat(64) } });
    expect([answer.status, answer.error]).toEqual([460, 'checksum_mismatch']);
    expect(await listFiles()).toEqual([]);
    expect((await create({ length: 3, body: bytes(3) })).status).toBe(201);
  });

  it('lets a new attempt take the place of one whose answer was lost', async () => {
    const lost = urlOf(await create());
    expect((await create()).status).toBe(201);
    expect((await head(lost)).status).toBe(404);
  });

  it('keeps an earlier attempt when the new one is refused', async () => {
    const url = urlOf(await create({ length: 10 }));
    await append(url, 0, bytes(4));
    expect((await create({ length: 2_000_000 })).error).toBe('share_too_large');
    expect((await head(url)).headers.get('upload-offset')).toBe('4');
  });

  it('ends the writer of an upload that is given up', async () => {
    const data = bytes(200_000);
    const url = urlOf(await create({ length: data.length }));
    const slow = sendSlowly(url, data.subarray(0, 1000));
    await expect.poll(() => countStaged(instance)).toBeGreaterThan(0);
    expect((await create({ length: 5, body: bytes(5) })).status).toBe(201);
    slow.end();
    expect((await head(url)).status).toBe(404);
    expect(await listFiles()).toMatchObject([{ size: 5 }]);
  });

  it('does not read a finished file again for an empty chunk, also after publication', async () => {
    const url = urlOf(await create({ length: 5, body: bytes(5) }));
    await complete();
    expect((await append(url, 5, new Uint8Array())).status).toBe(204);
  });

  it('does not publish while bytes are missing', async () => {
    const url = urlOf(await create({ length: 10 }));
    expect((await complete()).body).toMatchObject({ error: 'share_incomplete', params: { count: 1 } });
    await append(url, 0, bytes(10));
    expect((await complete()).status).toBe(200);
  });
});

describe('interruptions', () => {
  it('keeps the bytes of a connection that breaks, and lets the next one go on', async () => {
    const data = bytes(200_000);
    const url = urlOf(await create({ length: data.length }));
    await breakOff(url, data.subarray(0, 50_000));
    await expect.poll(async () => Number((await head(url)).headers.get('upload-offset'))).toBe(50_000);
    expect((await append(url, 50_000, data.subarray(50_000))).status).toBe(204);
    expect(await listFiles()).toMatchObject([{ sha256: sha256(data) }]);
  });

  it.skipIf(usesBucket())('goes on after a restart, also where only the last step was missing', async () => {
    const data = bytes(100_000);
    const partial = urlOf(await create({ length: data.length, name: 'partial.bin' }));
    const whole = urlOf(await create({ length: data.length, name: 'whole.bin' }));
    await append(partial, 0, data.subarray(0, 60_000));
    // As a kill leaves it between the last byte and the finisher.
    await writeFile(join(instance.dataDir, 'staging', whole.split('/').at(-1) ?? ''), data);
    const before = new URL(instance.url).origin;
    instance = await instance.restart();
    const move = (url: string) => url.replace(before, instance.url);
    await expect.poll(listFiles).toMatchObject([{ path: 'whole.bin', sha256: sha256(data) }]);
    expect((await head(move(partial))).headers.get('upload-offset')).toBe('60000');
    expect((await append(move(partial), 60_000, data.subarray(60_000))).status).toBe(204);
    expect(await listFiles()).toMatchObject([
      { path: 'partial.bin', sha256: sha256(data) },
      { path: 'whole.bin' },
    ]);
  });

  it.skipIf(usesBucket())(
    'keeps what it has when the disk fills up, and goes on when there is room again',
    async () => {
      const data = bytes(10_000);
      const url = urlOf(await create({ length: data.length }));
      await append(url, 0, data.subarray(0, 4000));
      const { pathname } = new URL(url);
      const startWith = async (minFree: string) => {
        await instance.app.stop();
        const settings = { ...env, FILESHARE_MIN_FREE_BYTES: minFree };
        instance = await startApp({ env: settings, dataDir: instance.dataDir });
      };
      await startWith(String(Number.MAX_SAFE_INTEGER));
      const refused = await append(instance.url + pathname, 4000, data.subarray(4000));
      expect([refused.status, refused.error]).toEqual([507, 'storage_full']);
      await startWith('0');
      expect((await head(instance.url + pathname)).headers.get('upload-offset')).toBe('4000');
      expect((await append(instance.url + pathname, 4000, data.subarray(4000))).status).toBe(204);
      expect(await listFiles()).toMatchObject([{ sha256: sha256(data) }]);
    },
  );

  it('leaves no staged bytes of what was refused or given up', async () => {
    const url = urlOf(await create());
    await sendTus(url, { method: 'DELETE', token: share.token });
    await create({ length: 3, body: bytes(3), values: { sha256: '0'.repeat(64) }, name: 'b.txt' });
    const known = await instance.app.core.database.reader('uploads').where({ state: 'receiving' });
    expect(await countStaged(instance)).toBe(known.length);
  });
});

/** A PATCH that continues after its first bytes. */
function sendSlowly(url: string, part: Uint8Array): { end(): void } {
  const { hostname, port, pathname } = new URL(url);
  const socket = connect(Number(port), hostname, () => {
    socket.write(`${patchLines(hostname, pathname).join('\r\n')}\r\n\r\n`);
    socket.write(part);
  });
  socket.on('error', () => undefined);
  return { end: () => socket.destroy() };
}

const patchLines = (hostname: string, pathname: string) => [
  `PATCH ${pathname} HTTP/1.1`,
  `Host: ${hostname}`,
  'Tus-Resumable: 1.0.0',
  `Authorization: Bearer ${share.token}`,
  'Content-Type: application/offset+octet-stream',
  'Upload-Offset: 0',
  'Content-Length: 200000',
];

/** Sends the head of a PATCH and a part of its body, then resets the connection. */
function breakOff(url: string, part: Uint8Array): Promise<void> {
  const { hostname, port, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      const lines = patchLines(hostname, pathname);
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      socket.write(part, () => setTimeout(() => socket.resetAndDestroy(), 200));
    });
    socket.on('close', () => resolve());
    socket.on('error', reject);
  });
}
