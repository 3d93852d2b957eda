import { createHash, randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCaller } from '../../testing/browser.ts';
import { findViolations } from '../../testing/check-invariants.ts';
import { type RawAnswer, RawConnection, requestHead, sendRaw } from '../../testing/raw-http.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { usesBucket } from '../../testing/test-storage.ts';
import { metadata } from '../../testing/tus.ts';

/**
 * Requests that no client of ours sends, byte for byte: each has its error, no byte is lost, and the server keeps
 * running.
 */

let instance: TestApp;
let share: { id: string; token: string };

beforeAll(async () => {
  instance = await startApp({
    env: {
      FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true',
      FILESHARE_ADDRESS_LIMIT_FACTOR: '1000',
      FILESHARE_CONFIG_SHARE_MAX_SIZE: '100000000',
    },
  });
});

afterAll(async () => {
  expect((await createCaller(instance.url)('/health')).status).toBe(200);
  expect(await findViolations(instance.app)).toEqual([]);
  await instance.stop();
});

beforeEach(async () => {
  const { body } = await createCaller(instance.url)('/shares', { json: {} });
  const { share: created, uploadToken } = body as { share: { id: string }; uploadToken: string };
  share = { id: created.id, token: uploadToken };
});

type Headers = Readonly<Record<string, string | number>>;

const common = () => ({ 'Tus-Resumable': '1.0.0', Authorization: `Bearer ${share.token}` });

const name = (filename: string) => metadata({ shareId: share.id, filename });

function send(
  line: string,
  headers: Headers = {},
  ...body: (string | Uint8Array)[]
): Promise<RawAnswer | null> {
  return sendRaw(instance.url, requestHead(line, { ...common(), ...headers }), ...body);
}

const post = (headers: Headers, body = '') =>
  send('POST /api/uploads', { 'Upload-Length': 10, 'Upload-Metadata': name('a.txt'), ...headers }, body);

const octets = { 'Content-Type': 'application/offset+octet-stream' };

const patchHead = (path: string, headers: Headers) =>
  requestHead(`PATCH ${path}`, { ...common(), ...octets, 'Upload-Offset': 4, ...headers });

/** Creates an upload of 10 bytes with 4 received; returns its path. */
async function createPartial(length = 10): Promise<string> {
  const answer = await send(
    'POST /api/uploads',
    { 'Upload-Length': length, 'Upload-Metadata': name('a.txt'), ...octets, 'Content-Length': 4 },
    '1234',
  );
  return answer?.headers.get('location') ?? '';
}

/** Sends the rest from an offset on, and checks that the file is right. */
async function append(path: string, offset: number, data: Buffer): Promise<void> {
  const rest = data.subarray(offset);
  const headers = { ...octets, 'Upload-Offset': offset, 'Content-Length': rest.length };
  expect((await send(`PATCH ${path}`, headers, rest))?.status).toBe(204);
  expect(await listFiles()).toMatchObject([{ sha256: sha256(data) }]);
}

async function offsetOf(path: string): Promise<number> {
  const answer = await send(`HEAD ${path}`);
  return Number(answer?.headers.get('upload-offset'));
}

async function listFiles() {
  const headers = { authorization: `Bearer ${share.token}` };
  const { body } = await createCaller(instance.url)(`/shares/${share.id}/files`, { headers });
  return (body as { files: { path: string; size: number; sha256: string }[] }).files;
}

const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');

const outcome = (answer: RawAnswer | null) => [answer?.status, answer?.error];

const headerInvalid = [400, 'upload_header_invalid'];

describe('a creation', () => {
  it.each([
    ['-1', headerInvalid],
    ['1e21', headerInvalid],
    ['9007199254740992', headerInvalid],
    ['10000000000000000', headerInvalid],
    ['99999999999999999999999999', headerInvalid],
    ['1.5', headerInvalid],
    ['10.', headerInvalid],
    ['0x10', headerInvalid],
    ['010', headerInvalid],
    ['+10', headerInvalid],
    ['-0', headerInvalid],
    ['1_0', headerInvalid],
    ['10, 10', headerInvalid],
    ['10\r\nUpload-Length: 10', headerInvalid],
    ['Infinity', headerInvalid],
    ['\u00b2', headerInvalid],
    ['', headerInvalid],
    ['9007199254740991', [413, 'share_too_large']],
    ['100000001', [413, 'share_too_large']],
    ['\t10  ', [201, undefined]],
  ])('of the length %j', async (length, expected) => {
    expect(outcome(await post({ 'Upload-Length': length }))).toEqual(expected);
  });

  it.each([
    ['a megabyte', () => `filename ${'QUFB'.repeat(250_000)}`, [431, 'headers_too_large']],
    ['8 KiB', () => `${name('a.txt')},filetype ${'QUFB'.repeat(2000)}`, headerInvalid],
    ['a key twice', () => `${name('a.txt')},filename YQ==`, headerInvalid],
    ['no Base64', () => `${name('a.txt')},filetype YQ`, headerInvalid],
    ['URL-safe Base64', () => `${name('a.txt')},filetype _-8=`, headerInvalid],
    ['a blank in a value', () => `${name('a.txt')},filetype YQ== YQ==`, headerInvalid],
    [
      'invalid UTF-8',
      () => `shareId ${Buffer.from(share.id).toString('base64')},filename wyg=`,
      headerInvalid,
    ],
    [
      'a surrogate in UTF-8',
      () => `shareId ${Buffer.from(share.id).toString('base64')},filename 7aCA`,
      headerInvalid,
    ],
    ['300 keys', () => Array.from({ length: 300 }, (_, n) => `k${n} YQ==`).join(','), headerInvalid],
    ['the header twice', () => `${name('a.txt')}\r\nUpload-Metadata: filename YQ==`, headerInvalid],
    ['only commas', () => ',,,', headerInvalid],
    ['NUL in the name', () => name('a\0.txt'), [400, 'file_path_invalid']],
    ['a line break in the name', () => name('a\r\nb'), [400, 'file_path_invalid']],
    ['a value of our own in the wrong form', () => `${name('a.txt')},sha256 YQ==`, headerInvalid],
    ['no name', () => metadata({ shareId: share.id }), headerInvalid],
    ['an empty name', () => name(''), headerInvalid],
    ['a name of 256 bytes', () => name('a'.repeat(256)), [400, 'file_path_invalid']],
    ['a name of 258 bytes in 86 characters', () => name('€'.repeat(86)), [400, 'file_path_invalid']],
    [
      'a path of 1100 bytes',
      () => metadata({ shareId: share.id, filename: 'a', relativePath: `${'folder/'.repeat(157)}a` }),
      [400, 'file_path_invalid'],
    ],
    [
      'a long name of a bundle',
      () => metadata({ shareId: share.id, filename: 'a'.repeat(256), bundle: '1', contentSize: '1' }),
      [400, 'bundle_invalid'],
    ],
  ])('with metadata of %s', async (_case, value, expected) => {
    expect(outcome(await post({ 'Upload-Metadata': value() }))).toEqual(expected);
    expect(await listFiles()).toEqual([]);
  });

  it.each([
    [
      'an encoded body',
      { ...octets, 'Content-Encoding': 'gzip', 'Content-Length': 1 },
      'x',
      [415, 'unsupported_media_type'],
    ],
    [
      'more bytes than announced',
      { ...octets, 'Content-Length': 11 },
      '12345678901',
      [413, 'upload_too_long'],
    ],
    [
      'more bytes than announced, in chunks',
      { ...octets, 'Transfer-Encoding': 'chunked' },
      'b\r\n12345678901\r\n0\r\n\r\n',
      [413, 'upload_too_long'],
    ],
    [
      'headers nobody knows',
      {
        'X-Whatever': 'x',
        'Content-Disposition': 'x',
        'X-Forwarded-Proto': 'https, http',
        Forwarded: 'host=evil',
      },
      '',
      [201, undefined],
    ],
  ])('with %s', async (_case, headers, body, expected) => {
    const answer = await post(headers, body);
    expect(outcome(answer)).toEqual(expected);
    expect(answer?.headers.get('location') ?? '/api/uploads/').toMatch(/^\/api\/uploads\//);
  });
});

describe('a chunk', () => {
  it.each([
    ['no offset', { 'Upload-Offset': '', 'Content-Length': 1 }, 'x', headerInvalid],
    ['a negative offset', { 'Upload-Offset': '-4', 'Content-Length': 1 }, 'x', headerInvalid],
    ['a padded offset', { 'Upload-Offset': '04', 'Content-Length': 1 }, 'x', headerInvalid],
    ['an exponent', { 'Upload-Offset': '4e0', 'Content-Length': 1 }, 'x', headerInvalid],
    ['two offsets', { 'Upload-Offset': '4\r\nUpload-Offset: 4', 'Content-Length': 1 }, 'x', headerInvalid],
    ['an earlier offset', { 'Upload-Offset': 3, 'Content-Length': 1 }, 'x', [409, 'upload_offset_conflict']],
    ['a later offset', { 'Upload-Offset': 5, 'Content-Length': 1 }, 'x', [409, 'upload_offset_conflict']],
    [
      'an offset behind the end',
      { 'Upload-Offset': 11, 'Content-Length': 1 },
      'x',
      [409, 'upload_offset_conflict'],
    ],
    [
      'the last offset there is',
      { 'Upload-Offset': '9007199254740991', 'Content-Length': 1 },
      'x',
      [409, 'upload_offset_conflict'],
    ],
    ['more bytes than fit', { 'Content-Length': 7 }, '5678901', [413, 'upload_too_long']],
    ['many bytes more than fit', { 'Content-Length': '9007199254740991' }, 'x', [413, 'upload_too_long']],
    ['another length', { 'Upload-Length': 20, 'Content-Length': 1 }, 'x', headerInvalid],
    [
      'an encoding',
      { 'Content-Encoding': 'gzip', 'Content-Length': 1 },
      'x',
      [415, 'unsupported_media_type'],
    ],
    [
      'the encoding identity',
      { 'Content-Encoding': 'identity', 'Content-Length': 1 },
      'x',
      [415, 'unsupported_media_type'],
    ],
    [
      'a type with a parameter',
      { 'Content-Type': `${octets['Content-Type']}; charset=x`, 'Content-Length': 1 },
      'x',
      [415, 'unsupported_media_type'],
    ],
    [
      'JSON',
      { 'Content-Type': 'application/json', 'Content-Length': 2 },
      '{}',
      [415, 'unsupported_media_type'],
    ],
    ['two lengths', { 'Content-Length': '1\r\nContent-Length: 2' }, 'xy', [400, 'malformed_request']],
    ['a length that is no number', { 'Content-Length': '1x' }, 'x', [400, 'malformed_request']],
    ['a negative length', { 'Content-Length': '-1' }, 'x', [400, 'malformed_request']],
    ['a length of 2^64', { 'Content-Length': '18446744073709551616' }, 'x', [400, 'malformed_request']],
    [
      'a length and chunks',
      { 'Content-Length': 1, 'Transfer-Encoding': 'chunked' },
      '1\r\nx\r\n0\r\n\r\n',
      [400, 'malformed_request'],
    ],
    ['another transfer encoding', { 'Transfer-Encoding': 'gzip' }, 'x', [400, 'malformed_request']],
    [
      'a chunk size that is none',
      { 'Transfer-Encoding': 'chunked' },
      'zz\r\nx\r\n0\r\n\r\n',
      [400, 'malformed_request'],
    ],
    [
      'a huge chunk size',
      { 'Transfer-Encoding': 'chunked' },
      'fffffffffffffffff\r\nx',
      [400, 'malformed_request'],
    ],
    [
      'an endless chunk extension',
      { 'Transfer-Encoding': 'chunked' },
      `1;${'x'.repeat(40_000)}\r\nx`,
      [413, 'body_too_large'],
    ],
    ['a token of nobody', { Authorization: 'Bearer x', 'Content-Length': 1 }, 'x', [404, 'upload_not_found']],
    ['no empty body', { 'Content-Length': 0 }, '', [204, undefined]],
  ])('with %s', async (_case, headers, body, expected) => {
    const path = await createPartial();
    expect(outcome(await sendRaw(instance.url, patchHead(path, headers), body))).toEqual(expected);
    expect(await offsetOf(path)).toBe(4);
  });

  it('in more bytes than fit, whose number was not told, keeps no byte too many', async () => {
    const path = await createPartial();
    const answer = await sendRaw(
      instance.url,
      patchHead(path, { 'Transfer-Encoding': 'chunked' }),
      '7\r\n5678901\r\n0\r\n\r\n',
    );
    expect(outcome(answer)).toEqual([413, 'upload_too_long']);
    const offset = await offsetOf(path);
    expect(offset).toBeLessThanOrEqual(10);
    await append(path, offset, Buffer.from('1234567890'));
  });

  it('with valid extensions of its chunks is taken', async () => {
    const path = await createPartial();
    const body = '3;a=b;c="d"\r\n567\r\n3\r\n890\r\n0\r\nX-Trailer: x\r\n\r\n';
    const answer = await sendRaw(instance.url, patchHead(path, { 'Transfer-Encoding': 'chunked' }), body);
    expect(outcome(answer)).toEqual([204, undefined]);
    expect(await listFiles()).toMatchObject([{ sha256: sha256(Buffer.from('1234567890')) }]);
  });

  it.each([
    ['ends', (connection: RawConnection) => connection.socket.end()],
    ['is reset', (connection: RawConnection) => connection.reset()],
  ])('whose connection %s early keeps what came', async (_case, stop) => {
    const path = await createPartial();
    const connection = await RawConnection.open(instance.url);
    await connection.write(patchHead(path, { 'Content-Length': 6 }));
    await connection.write('567');
    stop(connection);
    const offset = await offsetOf(path);
    expect([4, 7]).toContain(offset);
    await append(path, offset, Buffer.from('1234567890'));
    connection.socket.destroy();
  });

  it('followed by bytes nobody announced is not mixed with them', async () => {
    const path = await createPartial();
    const connection = await RawConnection.open(instance.url);
    await connection.write(patchHead(path, { 'Content-Length': 3 }));
    await connection.write('567 and more\r\n\r\n');
    const answers = [await connection.answer(), await connection.answer()];
    expect(answers.some((answer) => answer === null || answer.error === 'malformed_request')).toBe(true);
    await connection.closed();
    const offset = await offsetOf(path);
    expect([4, 7]).toContain(offset);
    await append(path, offset, Buffer.from('1234567890'));
  });

  it('of a stream without end costs no memory', async () => {
    const path = await createPartial();
    const before = process.memoryUsage().rss;
    const connection = await RawConnection.open(instance.url);
    await connection.write(patchHead(path, { 'Transfer-Encoding': 'chunked' }));
    const megabyte = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(1_048_576), Buffer.from('\r\n')]);
    const closed = connection.closed();
    let sent = 0;
    while (!connection.socket.destroyed) {
      await Promise.race([connection.write(megabyte), closed]);
      sent += 1;
    }
    expect(sent).toBeGreaterThan(1);
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
    expect(await offsetOf(path)).toBeLessThanOrEqual(10);
  });
});

describe('the address of an upload', () => {
  it.each([
    ['a query', (path: string) => `${path}?x=1`, 404],
    ['an empty query', (path: string) => `${path}?`, 200],
    ['the id of another in a query', (path: string) => `/api/uploads/${'0'.repeat(32)}?x=${path}`, 404],
    [
      'upper case',
      (path: string) => `/api/uploads/${path.slice(13).toUpperCase().replace(/^\d+$/, 'A')}`,
      400,
    ],
    ['one character too many', (path: string) => `${path}0`, 400],
    ['a slash at the end', (path: string) => `${path}/`, 404],
    ['two slashes', (path: string) => path.replace('uploads/', 'uploads//'), 404],
    ['a parent folder', (path: string) => path.replace('uploads/', 'uploads/../uploads/'), 404],
    ['an encoded parent folder', (path: string) => path.replace('uploads/', 'uploads/%2e%2e/uploads/'), 404],
    ['an encoded slash', (path: string) => path.replace('uploads/', 'uploads%2F'), 404],
    ['an encoded NUL', (path: string) => `${path}%00`, 400],
    ['a broken encoding', (path: string) => `${path}%zz`, 400],
    ['a semicolon', (path: string) => `${path};a=b`, 400],
    ['a backslash', (path: string) => path.replace('uploads/', 'uploads\\'), 404],
  ])('with %s', async (_case, change, status) => {
    const path = await createPartial();
    expect((await send(`HEAD ${change(path)}`))?.status).toBe(status);
    expect(await offsetOf(path)).toBe(4);
  });

  it.each([
    ['GET', 404],
    ['PUT', 405],
    ['POST', 405],
    ['TRACE', 405],
    ['PROPFIND', 405],
  ])('with %s', async (method, status) => {
    const path = await createPartial();
    const headers = { ...octets, 'Upload-Offset': 4, 'Content-Length': 0 };
    expect((await send(`${method} ${path}`, headers))?.status).toBe(status);
    expect(await offsetOf(path)).toBe(4);
  });
});

describe('requests that meet', () => {
  it.skipIf(usesBucket())('the second writer takes over, and no bytes are mixed', async () => {
    const data = randomBytes(3_000_000);
    const created = await send('POST /api/uploads', {
      'Upload-Length': data.length,
      'Upload-Metadata': name('big.bin'),
    });
    const path = created?.headers.get('location') ?? '';
    const first = await RawConnection.open(instance.url);
    await first.write(patchHead(path, { 'Upload-Offset': 0, 'Content-Length': data.length }));
    await first.write(data.subarray(0, 2_000_000));
    const staged = join(instance.dataDir, 'staging', path.split('/').at(-1) ?? '');
    await expect.poll(async () => (await stat(staged)).size).toBeGreaterThan(0);
    const wrong = randomBytes(data.length);
    // The client only knows the offset 0.
    const second = await sendRaw(
      instance.url,
      patchHead(path, { 'Upload-Offset': 0, 'Content-Length': data.length }),
      wrong.subarray(0, 100),
    );
    expect(outcome(second)).toEqual([409, 'upload_offset_conflict']);
    const offset = await offsetOf(path);
    expect(offset).toBeGreaterThan(0);
    expect(offset).toBeLessThanOrEqual(2_000_000);
    await append(path, offset, data);
    // The bytes that the first request still sends are ignored.
    await first.write(wrong.subarray(0, 1000));
    first.socket.destroy();
    expect(await listFiles()).toMatchObject([{ sha256: sha256(data) }]);
  });

  it('a storm of questions neither ends a writer nor goes on for ever', async () => {
    const data = randomBytes(400_000);
    const created = await send('POST /api/uploads', {
      'Upload-Length': data.length,
      'Upload-Metadata': name('big.bin'),
    });
    const path = created?.headers.get('location') ?? '';
    const writer = await RawConnection.open(instance.url);
    await writer.write(patchHead(path, { 'Upload-Offset': 0, 'Content-Length': data.length }));
    const storm = Promise.all(Array.from({ length: 50 }, () => send(`HEAD ${path}`)));
    let isOver = false;
    void storm.then(() => {
      isOver = true;
    });
    let sent = 0;
    for (; !isOver && sent < 390_000; sent += 1000) {
      await writer.write(data.subarray(sent, sent + 1000));
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const answers = await storm;
    const refused = answers.filter((answer) => answer?.status === 429);
    expect(refused).toHaveLength(20);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(30);
    await writer.write(data.subarray(sent));
    expect((await writer.answer())?.headers.get('upload-offset')).toBe('400000');
    writer.socket.destroy();
    expect(await listFiles()).toMatchObject([{ sha256: sha256(data) }]);
  });

  it('a question after a lost client says all that came', async () => {
    const data = randomBytes(500_000);
    const created = await send('POST /api/uploads', {
      'Upload-Length': data.length,
      'Upload-Metadata': name('big.bin'),
    });
    const path = created?.headers.get('location') ?? '';
    const lost = await RawConnection.open(instance.url);
    await lost.write(patchHead(path, { 'Upload-Offset': 0, 'Content-Length': data.length }));
    await lost.write(data.subarray(0, 300_000));
    // It is silent now, and still open, as after a change of networks.
    await expect.poll(() => offsetOf(path), { timeout: 5000 }).toBe(300_000);
    await append(path, 300_000, data);
    lost.socket.destroy();
  });

  it('on one connection are answered in their order', async () => {
    const path = await createPartial();
    const connection = await RawConnection.open(instance.url);
    const question = requestHead(`HEAD ${path}`, common());
    await connection.write(
      `${patchHead(path, { 'Content-Length': 3 })}567${question}${patchHead(path, { 'Upload-Offset': 7, 'Content-Length': 3 })}890${question}`,
    );
    const seen = [];
    for (let n = 0; n < 4; n++) seen.push((await connection.answer())?.status);
    connection.socket.destroy();
    // They run in parallel: the second chunk may arrive too early, and is then refused.
    expect([seen[0], seen[1], seen[3]]).toEqual([204, 200, 200]);
    expect([204, 409]).toContain(seen[2]);
    const offset = await offsetOf(path);
    expect([7, 10]).toContain(offset);
    if (offset < 10) await append(path, offset, Buffer.from('1234567890'));
  });
});

describe('a client that asks before it sends', () => {
  it('is told to go on', async () => {
    const path = await createPartial();
    const connection = await RawConnection.open(instance.url);
    await connection.write(patchHead(path, { 'Content-Length': 6, Expect: '100-continue' }));
    expect((await connection.answer())?.status).toBe(100);
    await connection.write('567890');
    expect((await connection.answer())?.status).toBe(204);
    connection.socket.destroy();
  });

  it.each([
    ['whom nobody knows', { Authorization: 'Bearer x' }, 404],
    ['at the wrong offset', { 'Upload-Offset': 'x' }, 400],
  ])('%s is told no before it sends', async (_case, headers, status) => {
    const path = await createPartial();
    const head = patchHead(path, { 'Content-Length': 6, Expect: '100-continue', ...headers });
    expect((await sendRaw(instance.url, head))?.status).toBe(status);
  });
});
