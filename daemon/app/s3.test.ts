import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { HostError } from '#sdk/contract/host.js';
import { localeCodes } from '#sdk/i18n/locales.js';
import { filesFromPaths, fileUploadJournal, type NodeClient } from '#sdk/index.js';
import { runDoctor } from '../doctor/doctor.ts';
import type { S3Options } from '../env/storage.ts';
import { moveStorage } from '../instance/move-storage.ts';
import { createLogger } from '../logger.ts';
import { openBucket } from '../storage/s3/bucket.ts';
import { createCaller } from '../testing/browser.ts';
import { findViolations } from '../testing/check-invariants.ts';
import { signIn } from '../testing/clients.ts';
import { createDraft, publish, upload } from '../testing/drafts.ts';
import { hasS3Server } from '../testing/engines/s3-programs.ts';
import { type S3Server, s3StartTimeout, useS3Server, variablesOf } from '../testing/engines/s3-server.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { signInAs } from '../testing/members.ts';
import { writePng } from '../testing/png.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

const run = promisify(execFile);
const clock = createFakeClock(Date.now());
const logger = createLogger({ level: 'silent', format: 'json' });
const day = 86_400_000;
const settings = { FILESHARE_METRICS: 'true', FILESHARE_CONFIG_SHARE_CHUNK_SIZE: '10000000' };

/** The whole program with a bucket instead of the folder for files. */
describe.skipIf(!hasS3Server)('an instance on S3', () => {
  let server: S3Server;
  let s3: S3Options;
  let app: TestApp;
  let client: NodeClient;
  let owner: Record<string, string>;
  let folder: string;

  beforeAll(async () => {
    server = await useS3Server();
  }, s3StartTimeout);

  beforeEach(async () => {
    s3 = await server.createBucket();
    folder = await mkdtemp(join(tmpdir(), 'fileshare-s3-'));
    await start();
    return async () => {
      expect(await findViolations(app.app)).toEqual([]);
      await client.close();
      await app.stop();
      await rm(folder, { recursive: true, force: true });
    };
  });

  async function start(env: Record<string, string> = {}, dataDir?: string): Promise<void> {
    app = await startApp({
      clock,
      ...(dataDir && { dataDir }),
      env: { ...variablesOf(s3), ...settings, ...env },
    });
    client = await signIn(app);
    ({ headers: owner } = await signInAs(app, app.admin));
  }

  /** Stops the instance, and starts it with other variables. */
  async function restart(env: Record<string, string>): Promise<void> {
    await client.close();
    await app.app.stop();
    await start(env, app.dataDir);
  }

  async function countObjects(): Promise<number> {
    const bucket = openBucket(s3, logger);
    const keys = [];
    for await (const { key } of bucket.list('b/')) keys.push(key);
    bucket.close();
    return keys.length;
  }

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${app.url}/api${path}`, { headers: { ...owner, ...headers } });
  const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

  async function diagnose(env = app.app.core.env) {
    const deps = { env, clock, logger, locales: localeCodes };
    return (await runDoctor(deps, { fix: false, deep: true })).checks;
  }

  const metrics = async () => (await get('/metrics')).text();

  async function examine(): Promise<string[]> {
    const checks = await diagnose();
    // The test has no public address.
    const others = checks.filter(({ id }) => id !== 'address');
    return others.filter(({ status }) => status !== 'ok').map(({ id, status }) => `${id} ${status}`);
  }

  it('keeps uploads, downloads and archives, and deletes what is removed', { timeout: 60_000 }, async () => {
    const big = randomBytes(40_000_000);
    const source = join(folder, 'all');
    const small: Record<string, string> = {};
    for (let index = 0; index < 60; index += 1) small[`small/${index}.txt`] = `${index}`.repeat(index * 20);
    await writeTree(source, { ...small, 'big.bin': big });

    const options = { journal: fileUploadJournal({ directory: join(folder, 'journals'), key: 's3' }) };
    const stop = new AbortController();
    const first = client.uploadFiles(await filesFromPaths([source]), {
      ...options,
      signal: stop.signal,
      onProgress: ({ bytes }) => bytes.sent > 25_000_000 && stop.abort(new Error('stopped')),
    });
    await expect(first).rejects.toThrow('stopped');
    const { share, resumed, files } = await client.uploadFiles(await filesFromPaths([source]), options);
    expect(files).toBe(61);
    expect(resumed).toBeGreaterThan(10_000_000);

    const directory = join(folder, 'back');
    expect((await client.downloadShare(share.url, { directory })).failed).toEqual([]);
    expect(await digestsOf(join(directory, 'all'))).toEqual(await digestsOf(source));

    const { body } = await createCaller(app.url)(`/shares/${share.id}/files`, { headers: owner });
    const found = (body as { files: { id: string; path: string }[] }).files;
    const { id: fileId } = found.find(({ path }) => path.endsWith('big.bin')) ?? {};
    const range = await get(`/shares/${share.id}/files/${fileId}`, { range: 'bytes=16777000-17777000' });
    expect(range.status).toBe(206);
    expect((await bytesOf(range)).equals(big.subarray(16_777_000, 17_777_001))).toBe(true);

    const archive = await bytesOf(await get(`/shares/${share.id}/archive`));
    const part = await get(`/shares/${share.id}/archive`, { range: `bytes=1000-${archive.length - 1001}` });
    expect(part.status).toBe(206);
    expect((await bytesOf(part)).equals(archive.subarray(1000, -1000))).toBe(true);
    await writeFile(join(folder, 'archive.zip'), archive);
    await run('bsdtar', ['-xf', join(folder, 'archive.zip'), '-C', folder, '--one-top-level=unpacked']).catch(
      () => run('unzip', ['-q', join(folder, 'archive.zip'), '-d', join(folder, 'unpacked')]),
    );
    const unpacked = Object.values(await digestsOf(join(folder, 'unpacked')));
    expect(unpacked.sort()).toEqual(Object.values(await digestsOf(source)).sort());
    expect(await examine()).toEqual([]);

    await app.app.jobs.run('integrity.examine');
    await client.shares.remove({ params: { id: share.id } });
    await app.app.jobs.run('shares.purge');
    expect(await countObjects()).toBeGreaterThan(0);
    clock.advance(3_600_000);
    await app.app.jobs.run('storage.delete-objects');
    // Pieces of the upload that was stopped may have been sent and not noted.
    for (let nights = 0; nights < 2; nights += 1) {
      clock.advance(day + 1);
      await app.app.jobs.run('storage.find-unnamed-objects');
      await app.app.jobs.run('storage.delete-objects');
    }
    expect(await countObjects()).toBe(0);
    expect(await examine()).toEqual([]);
    // Nothing was stored in the data folder.
    expect(await readdir(app.dataDir)).not.toContain('blobs');
  });

  it('keeps small files that arrive together in few objects', { timeout: 60_000 }, async () => {
    const draft = await createDraft(app, {}, owner);
    const texts = Array.from({ length: 200 }, (_, index) => `${index} `.repeat(1 + index));
    const queue = texts.entries();
    const work = async () => {
      for (const [index, text] of queue) {
        expect((await upload(app, draft, { path: `${index}.txt`, text })).status).toBe(201);
      }
    };
    await Promise.all(Array.from({ length: 32 }, work));
    expect(await countObjects()).toBeLessThan(50);
    expect(await publish(app, draft)).toBe(200);
    const archive = await bytesOf(await get(`/shares/${draft.id}/archive`));
    await writeFile(join(folder, 'small.zip'), archive);
    await run('unzip', ['-q', join(folder, 'small.zip'), '-d', join(folder, 'small')]);
    expect(Object.values(await digestsOf(join(folder, 'small'))).sort()).toEqual(texts.map(sha256).sort());
    expect(await examine()).toEqual([]);
  });

  it('makes thumbnails and compressed archives', async () => {
    await restart({ FILESHARE_CONFIG_SHARE_ZIP_COMPRESSION_LEVEL: '6' });
    const source = join(folder, 'pictures');
    const text = 'the same words again and again. '.repeat(5000);
    const picture = writePng({ width: 800, height: 600, colourType: 2 });
    await writeTree(source, { 'a.png': picture, 'b.txt': text });
    const { share } = await client.uploadFiles(await filesFromPaths([source]));
    await app.app.jobs.run('files.make-thumbnails');
    const { body } = await createCaller(app.url)(`/shares/${share.id}/files`, { headers: owner });
    const { files } = body as { files: { id: string; path: string; thumbnail: unknown }[] };
    const drawn = files.find(({ path }) => path.endsWith('a.png'));
    expect(drawn?.thumbnail).toMatchObject({ width: 800, height: 600 });
    const thumbnail = await get(`/shares/${share.id}/files/${drawn?.id}/thumbnail/small`);
    expect((await bytesOf(thumbnail)).toString('latin1', 8, 12)).toBe('WEBP');

    await vi.waitFor(
      async () => {
        const answer = await get(`/shares/${share.id}/archive`);
        expect(answer.status).toBe(200);
        expect((await bytesOf(answer)).length).toBeLessThan(text.length);
      },
      { timeout: 10_000, interval: 50 },
    );
  });

  it('is not ready while its server is away, and says so to uploads and downloads', async () => {
    const path = join(folder, 'kept.txt');
    await writeFile(path, 'kept');
    const { share } = await client.uploadFiles(await filesFromPaths([path]));
    const { files } = await client.files.list({ params: { id: share.id } });
    await restart({ FILESHARE_S3_ENDPOINT: 'http://127.0.0.1:9' });
    expect(await findingsWith({ endpoint: 'http://127.0.0.1:9' })).toEqual(['bucket_unreachable']);
    const { status } = await fetch(`${app.url}/api/health/ready`);
    expect(status).toBe(503);
    const draft = await createDraft(app, {}, owner);
    expect(await upload(app, draft, { path: 'a.txt', text: 'text' })).toMatchObject({
      status: 503,
      error: 'storage_unavailable',
    });
    for (const address of [`files/${files[0]?.id}`, 'archive']) {
      const answer = await get(`/shares/${share.id}/${address}`);
      const { error } = (await answer.json()) as { error: string };
      expect([answer.status, error]).toEqual([503, 'storage_unavailable']);
    }
    await restart({});
    expect(await (await get(`/shares/${share.id}/files/${files[0]?.id}`)).text()).toBe('kept');
  });

  it('says that there is no limit, until there is one', async () => {
    const overview = async () => (await client.statistics.overview({ query: { days: '1' } })).availableBytes;
    const space = async () => (await diagnose()).find(({ id }) => id === 'space');
    expect(await overview()).toBeNull();
    expect(await space()).toMatchObject({ status: 'ok', findings: [{ code: 'space_unlimited' }] });
    expect(await metrics()).not.toMatch(/^fileshare_(available|free)_bytes /m);
    const draft = await createDraft(app, {}, owner);
    expect(await upload(app, draft, { path: 'a.txt', text: 'text' })).toMatchObject({ status: 201 });

    await restart({ FILESHARE_STORAGE_LIMIT: '1000000' });
    expect(await overview()).toBe(999_996);
    expect(await space()).toMatchObject({ status: 'ok', findings: [] });
    expect(await metrics()).toMatch(/^fileshare_available_bytes 999996$/m);
  });

  it('marks files whose objects are missing as damaged, until they are back', async () => {
    const source = join(folder, 'some');
    const small = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`${index}.txt`, `${index}`]));
    await writeTree(source, {
      ...small,
      'big.bin': randomBytes(1_500_000),
      'kept.bin': randomBytes(1_500_001),
    });
    const { share } = await client.uploadFiles(await filesFromPaths([source]));
    const isBundle = (size: number) => size < 100_000;
    const bucket = openBucket(s3, logger);
    const { pieces } = app.app.core.uow.read;
    const [big, , bundle] = await app.app.core.database
      .reader('pieces')
      .orderBy('size', 'desc')
      .select<{ key: string; size: number; sha256: string }[]>('key', 'size', 'sha256');
    if (!big || !bundle || !isBundle(bundle.size)) throw new Error('not stored as expected');
    const saved = [];
    for (const { key, size, sha256 } of [big, bundle]) {
      const part = { start: 0, end: size, signal: new AbortController().signal };
      saved.push({ key, bytes: await buffer((await bucket.get(key, part)).bytes), sha256 });
    }
    await bucket.deleteMany([big.key, bundle.key]);
    expect((await pieces.filterKeys([big.key])).size).toBe(1);

    const damaged = async () => (await client.statistics.overview({ query: { days: '1' } })).damagedFiles;
    expect(await damaged()).toBe(0);
    await app.app.jobs.run('storage.find-unnamed-objects');
    expect(await damaged()).toBe(31);
    const content = (await diagnose()).find(({ id }) => id === 'content');
    expect(content).toMatchObject({ status: 'warning', count: 31 });
    expect(new Set(content?.findings.map(({ code }) => code))).toEqual(new Set(['content_damaged']));
    const { failed } = await client.downloadShare(share.url, { directory: join(folder, 'back') });
    expect(failed).toHaveLength(31);

    for (const { key, bytes, sha256 } of saved) await bucket.put(key, bytes, sha256);
    bucket.close();
    clock.advance(day + 1);
    await app.app.jobs.run('integrity.examine');
    expect(await damaged()).toBe(0);
    expect((await diagnose()).find(({ id }) => id === 'content')).toMatchObject({ status: 'ok' });
  });

  it('finds what somebody else has written to its objects, and deletes what is not its own', {
    timeout: 60_000,
  }, async () => {
    const source = join(folder, 'one');
    const names = ['other.bin', 'shorter.bin', 'whole.bin'];
    await writeTree(source, Object.fromEntries(names.map((name) => [name, randomBytes(1_500_000)])));
    await client.uploadFiles(await filesFromPaths([source]));
    const bucket = openBucket(s3, logger);
    const before = await countObjects();
    const [other, shorter] = await app.app.core.database
      .reader('pieces')
      .where({ start: 0 })
      .select<{ key: string; size: number }[]>('key', 'size');
    if (!other || !shorter) throw new Error('not stored as expected');
    const beside = 'notes/kept.txt';
    const write = async (key: string, size: number) => {
      const bytes = randomBytes(size);
      await bucket.put(key, bytes, createHash('sha256').update(bytes).digest('hex'));
    };
    await write(other.key, other.size);
    await write(shorter.key, shorter.size - 1000);
    await write(`b/00/${'0'.repeat(32)}`, 10);
    await write(beside, 10);
    clock.advance(day + 1);
    await app.app.jobs.run('integrity.examine');
    // Those that the job has found are marked, and the doctor finds the others.
    expect((await diagnose()).find(({ id }) => id === 'content')?.count).toBe(2);
    for (let nights = 0; nights < 2; nights += 1) {
      clock.advance(day + 1);
      await app.app.jobs.run('storage.find-unnamed-objects');
      await app.app.jobs.run('storage.delete-objects');
    }
    expect(await countObjects()).toBe(before);
    expect(await bucket.has(beside)).toBe(true);
    bucket.close();
  });

  /** Examines the instance as if it had another bucket, or other keys. */
  async function findingsWith(changes: Partial<S3Options>): Promise<string[]> {
    const storage = { kind: 's3', limit: null, s3: { ...s3, ...changes } } as const;
    const checks = await diagnose({ ...app.app.core.env, storage });
    return checks.find(({ id }) => id === 'storage')?.findings.map(({ code }) => code) ?? [];
  }

  const newDataDir = () => join(folder, randomBytes(8).toString('hex'));
  const startWith = (changes: Partial<S3Options>, dataDir = newDataDir()) =>
    startApp({ clock, dataDir, env: { ...variablesOf({ ...s3, ...changes }), ...settings } });

  it.each<[string, Partial<S3Options>]>([
    ['bucket_key_wrong', { secretAccessKey: 'wrong' }],
    ['bucket_key_wrong', { accessKeyId: 'wrong' }],
    ['bucket_missing', { bucket: 'no-such-bucket' }],
  ])('says %s instead of starting with %o', async (code, changes) => {
    await expect(startWith(changes)).rejects.toMatchObject({ name: 'HostError', code });
    expect(await findingsWith(changes)).toEqual([code]);
  });

  it('does not start when its key is not allowed to use the bucket', async () => {
    const denied = await server.createBucket();
    await server.forbid(denied.bucket);
    const code = 'bucket_denied';
    await expect(startWith(denied)).rejects.toMatchObject({ name: 'HostError', code });
    expect(await findingsWith(denied)).toEqual([code]);
  });

  it('does not start on the bucket of another instance, nor on one without its files', async () => {
    await expect(startWith({})).rejects.toMatchObject({ name: 'HostError', code: 'bucket_taken' });
    const draft = await createDraft(app, {}, owner);
    expect(await upload(app, draft, { path: 'a.txt', text: 'text' })).toMatchObject({ status: 201 });
    const empty = await server.createBucket();
    expect(await findingsWith(empty)).toEqual(['bucket_lost']);

    await client.close();
    await app.app.stop();
    const { dataDir } = app;
    const refusal = await startWith(empty, dataDir).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ name: 'HostError', code: 'bucket_lost' });
    await start({}, dataDir);
    expect(await countObjects()).toBe(1);

    // As the hint of the error says, for files that are lost for good.
    if (!(refusal instanceof HostError)) throw refusal;
    const { object = '', mark = '' } = refusal.params;
    const bucket = openBucket(empty, logger);
    await bucket.put(object, Buffer.from(mark), createHash('sha256').update(mark).digest('hex'));
    bucket.close();
    expect(await findingsWith(empty)).toEqual([]);
  });

  it('works with a clock that is an hour wrong', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    try {
      expect(await findingsWith({})).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('finds its files while they move to the data folder, and starts without the bucket only then', async () => {
    const source = join(folder, 'one');
    await writeTree(source, { 'a.txt': 'text', 'big.bin': randomBytes(3_000_000) });
    const { share } = await client.uploadFiles(await filesFromPaths([source]));
    await expect(startApp({ dataDir: app.dataDir, env: { FILESHARE_STORAGE: 'local' } })).rejects.toThrow(
      'FILESHARE_S3_BUCKET',
    );
    const moving = { to: 'local', dryRun: false, signal: new AbortController().signal } as const;
    const chosen = () => ({
      ...app.app.core,
      env: { ...app.app.core.env, storage: { kind: 'local', s3 } as const },
    });
    const refusal = moveStorage(chosen(), moving);
    await expect(refusal).rejects.toMatchObject({ code: 'server_storage_differs' });

    await restart({ FILESHARE_STORAGE: 'local' });
    const back = async (name: string) => {
      const directory = join(folder, name);
      expect((await client.downloadShare(share.id, { directory })).failed).toEqual([]);
      return digestsOf(join(directory, 'one'));
    };
    const before = await digestsOf(source);
    expect(await back('before')).toEqual(before);
    const draft = await createDraft(app, {}, owner);
    expect(await upload(app, draft, { path: 'new.txt', text: 'new' })).toMatchObject({ status: 201 });
    const [report] = await Promise.all([moveStorage(chosen(), moving), back('meanwhile')]);
    expect(report).toMatchObject({ left: { blobs: 0, unfinished: 0 }, unreadable: [] });
    expect(report.moved.blobs).toBeGreaterThan(0);
    expect(await back('after')).toEqual(before);
    expect((await diagnose()).find(({ id }) => id === 'content')).toMatchObject({ status: 'ok' });
  });
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

async function writeTree(root: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
}

/** SHA-256 of every file, by path. */
async function digestsOf(root: string): Promise<Record<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const digests = files.map(async (file) => {
    const digest = createHash('sha256').update(await readFile(file));
    return [file.slice(root.length + 1), digest.digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(digests));
}
