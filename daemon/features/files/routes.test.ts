import { execFile, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, rm, truncate, writeFile } from 'node:fs/promises';
import http, { type IncomingHttpHeaders } from 'node:http';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfigValue } from '#sdk/contract/config.js';
import { FileId, type ShareId, type ShareKey } from '#sdk/contract/formats/primitives.js';
import { newUploadId } from '../../crypto/ids.ts';
import { hashToken, newToken, tokenPrefixes } from '../../crypto/tokens.ts';
import { defaultLimits } from '../../http/limits/limits.ts';
import { createHttpServer, type HttpServer } from '../../http/server.ts';
import { createLogger } from '../../logger.ts';
import { openLocalStore } from '../../storage/local/store.ts';
import type { Store } from '../../storage/stores.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { openTestUnitOfWork, type TestUnitOfWork } from '../../testing/open-unit-of-work.ts';
import { storedShare } from '../../testing/stored-share.ts';
import { createDigest } from '../../transfer/digests.ts';
import { createShareAccess } from '../shares/access.ts';
import type { ShareRecord } from '../shares/types.ts';
import { createDownloadCounts } from './download-counts.ts';
import { createFilesFeature } from './feature.ts';
import type { FileRecord } from './types.ts';

const run = promisify(execFile);

let database: TestUnitOfWork;
let store: Store;
let server: HttpServer;
let port: number;
let logged: string;
const clock = createFakeClock();

beforeEach(async () => {
  database = await openTestUnitOfWork();
  store = await openLocalStore({ directory: database.dataDir, fsync: 'off' });
  logged = '';
  const destination = { write: (line: string) => void (logged += line) };
  const logger = createLogger({ level: 'error', format: 'json', destination });
  const { uow } = database;
  const access = createShareAccess({ uow, clock, limitLinkGuesses: (_who, work) => work() });
  const files = createFilesFeature({
    uow,
    blobs: store.blobs,
    archiveStore: store,
    thumbnailStore: store.blobs,
    config: { get: (key) => readConfigValue(key, null) },
    clock,
    logger,
    jobs: { wake: () => undefined },
    sendfile: '',
    access,
    authorizeDirectLink: (actor, id) => access.authorize(actor, 'share:download', id),
    counts: createDownloadCounts({ uow, clock, tellDownloads: async () => undefined }),
    contentOrigin: null,
    availableBytes: () => store.capacity.freeBytes(),
    spendThumbnail: async () => undefined,
  });
  server = createHttpServer({
    host: '127.0.0.1',
    port: 0,
    trustedProxies: '',
    limits: defaultLimits,
    webDirectory: await makePage(),
    routes: files.routes,
    before: [],
    oldLinks: (_ctx, next) => next(),
    pages: [],
    logger,
    authenticator: {
      verifySession: async () => null,
      verifyApiKey: async () => null,
      verifyWorkload: async () => null,
    },
    hasAdmin: async () => true,
    trustedOrigins: [],
    appOrigin: () => 'http://localhost',
    page: () => ({
      locale: 'en',
      appName: 'Fileshare',
      logo: '/img/logo.png',
      accentColor: '#2a3bd6',
      compressesArchives: false,
    }),
    checkResponses: true,
    onListening: (actual) => {
      port = actual;
    },
  });
  await server.start?.();
});

/** The server refuses to start without its page. */
async function makePage(): Promise<string> {
  const directory = join(database.dataDir, 'web');
  await mkdir(directory);
  await writeFile(join(directory, 'index.html'), '<html></html>');
  return directory;
}

afterEach(async () => {
  await server.stop?.();
  await database.close();
});

interface TestShare {
  key: ShareKey;
  id: ShareId;
  token: string;
}

/** A draft and the token that authorizes its sender. */
async function createShare(changes: Partial<ShareRecord> = {}): Promise<TestShare> {
  const token = newToken(tokenPrefixes.upload);
  const share = storedShare({
    state: 'draft',
    createdAt: clock.now(),
    completedAt: null,
    uploadTokenHash: hashToken(token),
    ...changes,
  });
  await database.uow.transaction(({ shares }) => shares.insert(share));
  return { key: share.key, id: share.id, token };
}

async function markDamaged(...files: FileRecord[]): Promise<void> {
  await database.uow.transaction(async (repos) => {
    await repos.files.removeMany(files.map(({ id }) => id));
    await repos.files.insertMany(files.map((file) => ({ ...file, damagedAt: clock.now() })));
  });
}

async function addFile(share: TestShare, path: string, content: string | Buffer): Promise<FileRecord> {
  const id = FileId.parse(newUploadId());
  const bytes = Buffer.from(content);
  await store.blobs.put(id, bytes);
  const digest = createDigest();
  digest.update(bytes);
  const file: FileRecord = {
    id,
    shareKey: share.key,
    path,
    size: bytes.length,
    ...digest.digest(),
    lastModified: Date.UTC(2024, 1, 29, 12),
    createdAt: clock.now(),
    pack: null,
    damagedAt: null,
    scan: null,
  };
  await database.uow.transaction(async ({ files, shares }) => {
    await files.insertMany([file]);
    await shares.count(share.key, { size: file.size, files: 1 });
  });
  return file;
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
}

/**
 * Sends a request without anything in between that would follow, decode or retry. Rejects when the connection breaks.
 */
function request(share: TestShare, path: string, options: RequestOptions = {}): Promise<Answer> {
  const headers = { authorization: `Bearer ${share.token}`, ...options.headers };
  return new Promise((resolve, reject) => {
    const sent = http.request(
      { host: '127.0.0.1', port, agent: false, ...options, path: `/api/shares/${share.id}${path}`, headers },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const { statusCode: status = 0, headers } = response;
          resolve({ status, headers, body: Buffer.concat(parts) });
        });
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

const errorOf = ({ body }: Answer) => (JSON.parse(body.toString()) as { error: string }).error;

const blobPath = (id: string) => join(database.dataDir, 'blobs', id.slice(0, 2), id);

describe('the list of files', () => {
  it('comes in pages, by path', async () => {
    const share = await createShare();
    const other = await createShare();
    await addFile(other, 'foreign.txt', 'x');
    const paths = ['b/c.txt', 'a.txt', 'b/ж 🎉.png', 'Z.html', 'e'];
    for (const path of paths) await addFile(share, path, path);

    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body } = await request(share, `/files?limit=2${cursor && `&cursor=${cursor}`}`);
      const page = JSON.parse(body.toString()) as {
        files: { path: string }[];
        total: number;
        nextCursor: string | null;
      };
      expect(page.total).toBe(5);
      expect(page.files.length).toBeLessThanOrEqual(2);
      seen.push(...page.files.map(({ path }) => path));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(['Z.html', 'a.txt', 'b/c.txt', 'b/ж 🎉.png', 'e']);
  });

  it('describes each file', async () => {
    const share = await createShare();
    const file = await addFile(share, 'folder/photo.JPG', 'abc');
    const { body } = await request(share, '/files');
    expect(JSON.parse(body.toString())).toMatchObject({ total: 1, nextCursor: null });
    expect((JSON.parse(body.toString()) as { files: unknown }).files).toEqual([
      {
        id: file.id,
        name: 'photo.JPG',
        path: 'folder/photo.JPG',
        size: 3,
        type: 'image/jpeg',
        preview: 'image',
        sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
        createdAt: new Date(file.createdAt).toISOString(),
        thumbnail: null,
      },
    ]);
  });

  it('refuses a cursor that is none', async () => {
    const answer = await request(await createShare(), '/files?cursor=%2f%2e');
    expect([answer.status, errorOf(answer)]).toEqual([400, 'malformed_request']);
  });
});

describe('a file', () => {
  const content = randomBytes(700_000);
  let share: TestShare;
  let file: FileRecord;
  let path: string;

  beforeEach(async () => {
    share = await createShare();
    file = await addFile(share, 'folder/ж.bin', content);
    path = `/files/${file.id}`;
  });

  it('is sent whole, with all that describes and isolates it', async () => {
    const { status, headers, body } = await request(share, path);
    expect(status).toBe(200);
    expect(body.equals(content)).toBe(true);
    expect(headers).toMatchObject({
      'content-length': '700000',
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename=zh.bin; filename*=UTF-8''%D0%B6.bin`,
      'accept-ranges': 'bytes',
      'last-modified': 'Thu, 29 Feb 2024 12:00:00 GMT',
      'repr-digest': `sha-256=:${createHash('sha256').update(content).digest('base64')}:`,
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, no-store',
    });
    expect(headers.etag).toMatch(/^"[\w-]+"$/);
  });

  it('has the same headers for HEAD, and no body', async () => {
    const [got, head] = [await request(share, path), await request(share, path, { method: 'HEAD' })];
    const { date, 'x-request-id': requestId, ...expected } = got.headers;
    expect(head.headers).toMatchObject(expected);
    expect(head.body).toHaveLength(0);
  });

  it.each([
    ['bytes=0-0', 0, 1],
    ['bytes=699999-', 699_999, 700_000],
    ['bytes=-1000', 699_000, 700_000],
    ['bytes=100-500099', 100, 500_100],
  ])('is sent in part: %s', async (range, start, end) => {
    const { status, headers, body } = await request(share, path, { headers: { range } });
    expect(status).toBe(206);
    expect(headers['content-range']).toBe(`bytes ${start}-${end - 1}/700000`);
    expect(headers['content-length']).toBe(String(end - start));
    expect(body.equals(content.subarray(start, end))).toBe(true);
  });

  it.each([
    ['several ranges', 'GET', 'bytes=0-9,20-29', 200, 700_000],
    ['several ranges beyond the end', 'GET', 'bytes=700000-,800000-', 200, 700_000],
    ['a suffix longer than the file', 'GET', 'bytes=-9000000', 206, 700_000],
    ['an end before the start', 'GET', 'bytes=9-5', 200, 700_000],
    ['another unit', 'GET', 'lines=1-2', 200, 700_000],
    ['one range for HEAD', 'HEAD', 'bytes=5-9', 200, 0],
    ['a range beyond the end for HEAD', 'HEAD', 'bytes=700000-', 200, 0],
  ])('answers %s', async (_name, method, range, status, length) => {
    const answer = await request(share, path, { method, headers: { range } });
    expect(answer.status).toBe(status);
    expect(answer.body).toHaveLength(length);
    expect(answer.headers['content-length']).toBe('700000');
  });

  it('goes on only from the same state', async () => {
    const range = 'bytes=600000-';
    const { etag = '' } = (await request(share, path, { method: 'HEAD' })).headers;
    const same = await request(share, path, { headers: { range, 'if-range': etag } });
    const other = await request(share, path, { headers: { range, 'if-range': '"other"' } });
    expect([same.status, same.body.length]).toEqual([206, 100_000]);
    expect([other.status, other.body.length]).toEqual([200, 700_000]);
  });

  it('is not sent again to who has it', async () => {
    const { etag = '' } = (await request(share, path, { method: 'HEAD' })).headers;
    const answer = await request(share, path, { headers: { 'if-none-match': etag } });
    expect(answer.status).toBe(304);
    expect(answer.body).toHaveLength(0);
    expect(answer.headers).toMatchObject({ etag, 'cache-control': 'private, no-store' });
  });

  it('refuses what cannot be', async () => {
    const beyond = await request(share, path, { headers: { range: 'bytes=700000-' } });
    expect([beyond.status, errorOf(beyond)]).toEqual([416, 'range_not_satisfiable']);
    expect(beyond.headers['content-range']).toBe('bytes */700000');
    const empty = await request(share, path, { headers: { range: 'bytes=-0' } });
    expect([empty.status, errorOf(empty)]).toEqual([416, 'range_not_satisfiable']);
    const changed = await request(share, path, { headers: { 'if-match': '"other"' } });
    expect([changed.status, errorOf(changed)]).toEqual([412, 'precondition_failed']);
    expect(changed.headers).not.toHaveProperty('etag');
  });

  it('can be empty', async () => {
    const empty = await addFile(share, 'empty', '');
    const { status, headers, body } = await request(share, `/files/${empty.id}`);
    expect([status, headers['content-length'], body.length]).toEqual([200, '0', 0]);
  });

  it.each([
    ['a.png', 'inline', 'image/png'],
    ['a.txt', 'inline', 'text/plain; charset=utf-8'],
    ['a.html', 'attachment', 'text/plain; charset=utf-8'],
    ['a.svg', 'attachment', 'text/plain; charset=utf-8'],
    ['a.pdf', 'attachment', 'application/pdf'],
  ])('named %s is %s when asked to be shown', async (name, disposition, type) => {
    const shown = await addFile(share, name, '<script>alert(1)</script>');
    const { headers } = await request(share, `/files/${shown.id}?disposition=inline`);
    expect(headers['content-disposition']).toBe(`${disposition}; filename=${name}`);
    expect(headers['content-type']).toBe(type);
  });

  it('is found in its own share only', async () => {
    const answer = await request(await createShare(), path);
    expect([answer.status, errorOf(answer)]).toEqual([404, 'file_not_found']);
  });

  it.each(['GET', 'HEAD'])('is guarded for %s, whatever else the request says', async (method) => {
    const { etag = '' } = (await request(share, path, { method: 'HEAD' })).headers;
    const stranger = { ...share, token: newToken(tokenPrefixes.upload) };
    for (const headers of [{}, { 'if-none-match': etag }, { 'if-match': '"x"' }, { range: 'bytes=0-1' }]) {
      const answer = await request(stranger, path, { method, headers });
      expect(answer.status).toBe(404);
      expect(answer.headers).not.toHaveProperty('etag');
    }
  });

  it.each([
    ['missing', () => rm(blobPath(file.id))],
    ['too short', () => truncate(blobPath(file.id), 699_999)],
    ['too long', () => truncate(blobPath(file.id), 700_001)],
  ])('that is %s is an error, and logged', async (_name, damage) => {
    await damage();
    for (const options of [{}, { headers: { range: 'bytes=0-9' } }]) {
      const answer = await request(share, path, options);
      expect([answer.status, errorOf(answer)]).toEqual([500, 'file_damaged']);
      for (const name of ['etag', 'repr-digest', 'content-range'])
        expect(answer.headers).not.toHaveProperty(name);
    }
    expect((await request(share, path, { method: 'HEAD' })).status).toBe(500);
    expect(logged).toContain('a stored file is damaged');
    expect(logged).toContain(file.id);
  });
});

describe('a file that was found to be damaged', () => {
  it('is not sent', async () => {
    const share = await createShare();
    const file = await addFile(share, 'folder/a', 'content');
    await markDamaged(file);
    for (const method of ['GET', 'HEAD']) {
      const answer = await request(share, `/files/${file.id}`, { method });
      expect(answer.status).toBe(500);
      expect(answer.headers).not.toHaveProperty('etag');
    }
    const { body } = await request(share, `/files/${file.id}`);
    expect(JSON.parse(body.toString())).toMatchObject({
      error: 'file_damaged',
      params: { path: 'folder/a' },
    });
  });

  it('is named in the archive instead', async () => {
    const share = await createShare();
    await addFile(share, 'DAMAGED FILES.txt', 'not the note');
    const [first, , third] = [
      await addFile(share, 'a', 'first content'),
      await addFile(share, 'b', 'second content'),
      await addFile(share, 'folder/ж', 'third content'),
    ];
    const before = await request(share, '/archive');
    await markDamaged(first, third);
    await rm(blobPath(first.id));
    const after = await request(share, '/archive');
    const again = await request(share, '/archive');
    expect(after.status).toBe(200);
    expect(after.headers['content-length']).toBe(String(after.body.length));
    expect(after.headers.etag).not.toBe(before.headers.etag);
    expect(again.headers.etag).toBe(after.headers.etag);
    const text = after.body.toString();
    expect(text).not.toContain('first content');
    expect(text).toContain('second content');
    expect(text).toContain('DAMAGED FILES (2).txt');
    expect(text).toContain('\n\na\nfolder/ж\n\n');
  });
});

describe('the archive', () => {
  const hasNoUnzip = spawnSync('unzip', ['-v']).error !== undefined;
  const files = {
    'a.txt': 'content of a',
    'empty.txt': '',
    'folder/b.bin': randomBytes(300_000),
    'folder/c d.bin': randomBytes(10),
    'ж/🎉.txt': 'party',
  };

  async function createFilled(changes: Partial<ShareRecord> = {}): Promise<TestShare> {
    const share = await createShare(changes);
    for (const [path, content] of Object.entries(files)) await addFile(share, path, content);
    return share;
  }

  it.skipIf(hasNoUnzip)('unpacks to the files', async () => {
    const share = await createFilled({ name: 'Summer: "24"' });
    const { status, headers, body } = await request(share, '/archive');
    expect(status).toBe(200);
    expect(headers['content-length']).toBe(String(body.length));
    expect(headers['content-type']).toBe('application/zip');
    expect(headers['content-disposition']).toBe('attachment; filename="Summer_ _24_.zip"');
    const archive = join(database.dataDir, 'archive.zip');
    await writeFile(archive, body);
    await run('unzip', ['-tq', archive]);
    const options = { encoding: 'buffer' as const, env: { ...process.env, LC_ALL: 'C.UTF-8' } };
    for (const [path, content] of Object.entries(files)) {
      const { stdout } = await run('unzip', ['-p', archive, path], options);
      expect(stdout.equals(Buffer.from(content))).toBe(true);
    }
  });

  it('goes on where it stopped', async () => {
    const share = await createFilled();
    const whole = await request(share, '/archive');
    const headers = { range: 'bytes=1000-250000', 'if-range': whole.headers.etag ?? '' };
    const part = await request(share, '/archive', { headers });
    expect(part.status).toBe(206);
    expect(part.body.equals(whole.body.subarray(1000, 250_001))).toBe(true);
    const head = await request(share, '/archive', { method: 'HEAD' });
    expect(head.headers['content-length']).toBe(String(whole.body.length));
  });

  it('is another one when a file comes', async () => {
    const share = await createFilled();
    const { etag = '' } = (await request(share, '/archive', { method: 'HEAD' })).headers;
    const same = await request(share, '/archive', { method: 'HEAD', headers: { 'if-none-match': etag } });
    await addFile(share, 'new.txt', 'new');
    const other = await request(share, '/archive', { method: 'HEAD', headers: { 'if-none-match': etag } });
    expect([same.status, other.status]).toEqual([304, 200]);
  });

  it('has the chosen files only', async () => {
    const share = await createShare();
    const [first, , third] = [
      await addFile(share, '1', 'x'),
      await addFile(share, '2', 'y'),
      await addFile(share, '3', 'z'),
    ];
    const { body } = await request(share, `/archive?files=${third.id},${first.id},${first.id}`);
    const text = body.toString('latin1');
    expect(text.indexOf('x')).toBeLessThan(text.indexOf('z'));
    expect(body.readUInt16LE(body.length - 12)).toBe(2);
  });

  it('has the files of a folder only, under its name', async () => {
    const share = await createFilled({ name: 'Summer' });
    await addFile(share, 'folder.txt', 'beside it');
    await addFile(share, 'folder/deeper/e.txt', 'below');
    const { headers, body } = await request(share, '/archive?folder=folder');
    expect(headers['content-disposition']).toBe('attachment; filename="Summer - folder.zip"');
    expect(body.readUInt16LE(body.length - 12)).toBe(3);
    const range = { range: 'bytes=100-', 'if-range': headers.etag ?? '' };
    const part = await request(share, '/archive?folder=folder', { headers: range });
    expect(part.status).toBe(206);
    expect(part.body.equals(body.subarray(100))).toBe(true);
    const deeper = await request(share, '/archive?folder=folder%2Fdeeper');
    expect(deeper.body.readUInt16LE(deeper.body.length - 12)).toBe(1);
    const unknown = await request(share, '/archive?folder=fold');
    expect([unknown.status, errorOf(unknown)]).toEqual([404, 'file_not_found']);
  });

  it('refuses files that are not in the share', async () => {
    const [share, other] = [await createShare(), await createShare()];
    const [mine, foreign] = [await addFile(share, 'a', 'x'), await addFile(other, 'a', 'x')];
    const unknown = await request(share, `/archive?files=${mine.id},${foreign.id}`);
    expect([unknown.status, errorOf(unknown)]).toEqual([404, 'file_not_found']);
    const malformed = await request(share, '/archive?files=..%2f..');
    expect([malformed.status, errorOf(malformed)]).toEqual([400, 'validation_failed']);
  });

  it('is an error when the damage shows before the first byte', async () => {
    const share = await createShare();
    const file = await addFile(share, 'folder/a', 'content');
    await rm(blobPath(file.id));
    const answer = await request(share, '/archive');
    expect([answer.status, errorOf(answer)]).toEqual([500, 'file_damaged']);
    expect(answer.headers['content-type']).toMatch(/json/);
    expect(answer.headers).not.toHaveProperty('etag');
    expect(logged).toContain(file.id);
  });

  it('breaks off when the damage shows later, and never looks whole', async () => {
    const share = await createShare();
    await addFile(share, 'a', randomBytes(2_000_000));
    const file = await addFile(share, 'b', 'content');
    await truncate(blobPath(file.id), 3);
    await expect(request(share, '/archive')).rejects.toThrow(/aborted|socket hang up/);
    expect(logged).toContain(file.id);
  });
});

describe('the checksums', () => {
  const tool = 'sha256sum';
  const hasNoTool = spawnSync(tool, ['--version']).error !== undefined;

  it.skipIf(hasNoTool)('are what sha256sum checks', async () => {
    const share = await createShare();
    const odd = [
      ' lead',
      'trail ',
      '*star',
      '-dash',
      '#hash',
      '%41',
      '$(id)',
      '"quo\'te`',
      'a  b',
      'x'.repeat(250),
    ];
    const files = {
      'a.txt': 'a',
      'folder/b c.txt': 'b',
      'ж 🎉': '',
      ...Object.fromEntries(odd.map((name) => [name, name])),
    };
    const folder = join(database.dataDir, 'unpacked');
    for (const [path, content] of Object.entries(files)) {
      await addFile(share, path, content);
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
    const { status, headers, body } = await request(share, '/sha256sums');
    expect(status).toBe(200);
    expect(headers['content-disposition']).toBe('attachment; filename=SHA256SUMS');
    await writeFile(join(folder, 'SHA256SUMS'), body);
    const { stdout } = await run(tool, ['--check', 'SHA256SUMS'], { cwd: folder });
    expect(stdout.match(/: OK$/gm)).toHaveLength(13);
    expect(await run(tool, ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: folder })).toEqual({
      stdout: '',
      stderr: '',
    });
  });

  it('go through more files than one batch', async () => {
    const share = await createShare();
    const record = await addFile(share, 'first', 'x');
    await database.uow.transaction(async ({ files }) => {
      const others = Array.from({ length: 2500 }, (_, index) => `p${index}`);
      await files.insertMany(others.map((path) => ({ ...record, id: FileId.parse(newUploadId()), path })));
    });
    const { body } = await request(share, '/sha256sums');
    const paths = body
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => line.slice(66));
    expect(paths).toHaveLength(2501);
    expect(new Set(paths).size).toBe(2501);
  });
});
