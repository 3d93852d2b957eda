import { execFile, spawnSync } from 'node:child_process';
import { readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCaller } from '../../../testing/browser.ts';
import { createDraft, upload } from '../../../testing/drafts.ts';
import { createFakeClock } from '../../../testing/fake-clock.ts';
import { signInAs } from '../../../testing/members.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';
import { usesBucket } from '../../../testing/test-storage.ts';

const run = promisify(execFile);
const clock = createFakeClock(Date.now());
const compressing = { FILESHARE_CONFIG_SHARE_ZIP_COMPRESSION_LEVEL: '6' };
const text = 'the same words again and again. '.repeat(5000);

let app: TestApp;
let owner: Record<string, string>;

beforeEach(async () => {
  await start({ env: compressing });
});

afterEach(() => app.stop());

async function start(options: Parameters<typeof startApp>[0]): Promise<void> {
  app = await startApp({ clock, ...options });
  ({ headers: owner } = await signInAs(app, app.admin));
}

/** Starts another server on the same data. */
async function restart(env: Record<string, string> = compressing): Promise<void> {
  await app.app.stop();
  await start({ env, dataDir: app.dataDir });
}

async function draftOf(...paths: string[]): Promise<string> {
  const draft = await createDraft(app, {}, owner);
  for (const path of paths) expect((await upload(app, draft, { path, text: text + path })).status).toBe(201);
  return draft.id;
}

async function publish(...paths: string[]): Promise<string> {
  const id = await draftOf(...paths);
  await createCaller(app.url)(`/shares/${id}/complete`, { method: 'POST', headers: owner });
  return id;
}

const request = (id: string, headers: Record<string, string> = {}, query = '') =>
  fetch(`${app.url}/api/shares/${id}/archive${query}`, { headers: { ...owner, ...headers } });

/** Requests the archive until there is one, like a client does. */
const download = (id: string) =>
  vi.waitFor(
    async () => {
      const answer = await request(id);
      expect(answer.status).toBe(200);
      return { headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
    },
    { timeout: 10_000, interval: 20 },
  );

const isCompressed = ({ length }: Buffer) => length < text.length;

/** Jobs that servers share are not due when one of them starts. */
const buildArchives = () => app.app.jobs.run('files.build-archives').catch(() => undefined);

const archives = () => app.app.core.database.writer('archives');
const folder = (...names: string[]) => join(app.dataDir, 'archives', ...names);
const builtFiles = async () =>
  (await readdir(folder('blobs'), { recursive: true })).filter((name) => name.length > 2);

async function damage(path: string): Promise<void> {
  const files: { id: string }[] = await app.app.core.database.reader('files').where({ path });
  const id = files[0]?.id ?? '';
  await truncate(join(app.dataDir, 'blobs', id.slice(0, 2), id), 3);
}

describe('a compressed archive', () => {
  const hasNoUnzip = spawnSync('unzip', ['-v']).error !== undefined;

  it.skipIf(hasNoUnzip)('is built when the share is published, and then sent like a file', async () => {
    const id = await publish('a.txt', 'folder/ж.txt');
    const { headers, body } = await download(id);
    expect(isCompressed(body)).toBe(true);
    expect(headers.get('content-length')).toBe(String(body.length));
    expect(headers.get('content-type')).toBe('application/zip');
    const file = join(app.dataDir, 'archive.zip');
    await writeFile(file, body);
    const environment = { env: { ...process.env, LC_ALL: 'C.UTF-8' } };
    const { stdout } = await run('unzip', ['-p', file, 'folder/ж.txt'], environment);
    expect(stdout).toBe(`${text}folder/ж.txt`);

    const etag = headers.get('etag') ?? '';
    const part = await request(id, { range: 'bytes=100-', 'if-range': etag });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(body.subarray(100))).toBe(true);
    expect((await request(id, { 'if-none-match': etag })).status).toBe(304);
    await restart();
    expect((await download(id)).headers.get('etag')).toBe(etag);
  });

  it('is waited for with 202', async () => {
    const id = await publish('a.txt', 'b.txt');
    await download(id);
    // The state before the job has run.
    await archives().update({ state: 'waiting', due_at: clock.now() + 60_000, progress_at: clock.now() });
    const pending = await request(id);
    expect(pending.status).toBe(202);
    expect(pending.headers.get('retry-after')).toBe('5');
    expect(pending.headers.get('etag')).toBe(null);
    expect(await pending.json()).toEqual({
      status: 'preparing',
      message: 'Download all is still being prepared. Try again shortly.',
      retryAfter: 5,
    });

    clock.advance(5 * 60_000);
    const given = await request(id);
    expect(given.status).toBe(200);
    expect(isCompressed(Buffer.from(await given.arrayBuffer()))).toBe(false);
  });

  it('is for whole, published shares of several files only', async () => {
    const [draft, single, share] = [await draftOf('a', 'b'), await publish('a'), await publish('a', 'b')];
    expect((await request(draft)).status).toBe(200);
    expect((await request(single)).status).toBe(200);
    await download(share);
    const { body } = await createCaller(app.url)(`/shares/${share}/files`, { headers: owner });
    const [first] = (body as { files: { id: string }[] }).files;
    const selected = await request(share, {}, `?files=${first?.id}`);
    expect(selected.status).toBe(200);
    expect(isCompressed(Buffer.from(await selected.arrayBuffer()))).toBe(false);
  });

  it('is built when it is asked for, where the level was 0 before', async () => {
    await restart({});
    const id = await publish('a', 'b');
    expect(isCompressed((await download(id)).body)).toBe(false);
    await restart();
    expect((await request(id)).status).toBe(202);
    expect(isCompressed((await download(id)).body)).toBe(true);
    await restart({});
    expect(isCompressed((await download(id)).body)).toBe(false);
  });

  it.skipIf(usesBucket())('is begun again after a kill', async () => {
    const id = await publish('a', 'b');
    const before = await download(id);
    const build = '0123456789abcdef'.repeat(2);
    await app.app.stop();
    await writeFile(folder('staging', build), 'half of it');
    const [name = ''] = await builtFiles();
    await rm(folder('blobs', name));
    await restart();
    await archives().update({ state: 'building', build, blob_id: null, size: null });
    await restart();
    await buildArchives();
    const after = await download(id);
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    expect(isCompressed(after.body)).toBe(true);
    expect(await readdir(folder('staging'))).toEqual([]);
  });

  it.skipIf(usesBucket())('is built again when it is lost or its files have changed', async () => {
    // The job runs soon after the start: run it now, so that it does not find in the middle that nothing is damaged.
    await app.app.jobs.run('integrity.examine');
    const id = await publish('a', 'b');
    const first = await download(id);
    const [name = ''] = await builtFiles();
    await rm(folder('blobs', name));
    expect((await request(id)).status).toBe(202);
    const second = await download(id);
    await app.app.core.database.writer('files').where({ path: 'b' }).update({ damaged_at: clock.now() });
    expect((await request(id)).status).toBe(202);
    const third = await download(id);
    expect(third.body.toString('latin1')).toContain('DAMAGED FILES.txt');
    expect(new Set([first, second, third].map(({ headers }) => headers.get('etag'))).size).toBe(3);
    expect(await builtFiles()).toHaveLength(1);
  });

  it.skipIf(usesBucket())('is tried three times, then the stored one is sent', async () => {
    await restart({});
    const id = await publish('a', 'b');
    await restart();
    // The job runs once a day: run it now, so that a server that starts later in this test does not find the damage by
    // itself.
    await app.app.jobs.run('integrity.examine');
    await damage('b');
    expect((await request(id)).status).toBe(202);
    for (const [index, pause] of [10_000, 60_000].entries()) {
      await vi.waitFor(async () =>
        expect(await archives()).toMatchObject([{ state: 'waiting', attempts: index + 1 }]),
      );
      expect((await request(id)).status).toBe(202);
      clock.advance(pause);
      await restart();
      await buildArchives();
    }
    await vi.waitFor(async () => expect(await archives()).toMatchObject([{ state: 'failed', attempts: 3 }]));
    expect(await readdir(folder('staging'))).toEqual([]);
    // It finds the same damage, and shows it as before: by cutting the transfer.
    const answer = await request(id);
    expect([200, 500]).toContain(answer.status);
  });

  it.skipIf(usesBucket())('is not built where it has no room', async () => {
    await restart({});
    const id = await publish('a', 'b');
    await restart({ ...compressing, FILESHARE_MIN_FREE_BYTES: '9000000000000000' });
    expect(isCompressed((await download(id)).body)).toBe(false);
    expect(await archives()).toMatchObject([{ state: 'failed', attempts: 1 }]);
  });

  it.skipIf(usesBucket())('goes with its share', async () => {
    const id = await publish('a', 'b');
    await download(id);
    expect(await builtFiles()).toHaveLength(1);
    await createCaller(app.url)(`/shares/${id}`, { method: 'DELETE', headers: owner });
    await vi.waitFor(async () => expect(await builtFiles()).toEqual([]));
    await vi.waitFor(async () => expect(await archives()).toEqual([]));
  });
});

describe('bytes that no row names', () => {
  const ahead = 2 * 3_600_000;
  const stray = '0123456789abcdef'.repeat(2);

  it.each([
    ['are deleted after an hour', ahead, ahead, []],
    ['stay when the clock of this machine is ahead of that of the database', 0, ahead, [stray]],
    ['stay when the clock of the database is ahead of that of this machine', ahead, 0, [stray]],
  ])('%s', async (_name, ofDatabase, ofMachine, left) => {
    const { archives } = app.app.stores;
    await archives.blobs.put(stray, Buffer.from('bytes'));
    // It looks for them once an hour.
    clock.advance(ahead);
    clock.jump(ofDatabase - ahead);
    const date = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + ofMachine);
    try {
      await app.app.jobs.run('files.build-archives');
    } finally {
      date.mockRestore();
      clock.jump(-ofDatabase);
    }
    const found: string[] = [];
    for await (const { id } of archives.blobs.list()) found.push(id);
    expect(found).toEqual(left);
  });
});
