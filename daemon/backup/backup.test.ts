import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BackupReport, RestoreBackupOptions } from '#sdk/contract/host/backups.js';
import { systemClock } from '../crypto/clock.ts';
import { runDoctor } from '../doctor/doctor.ts';
import { readEnv } from '../env/env.ts';
import { createLogger } from '../logger.ts';
import { findViolations } from '../testing/check-invariants.ts';
import { signIn } from '../testing/clients.ts';
import { createDraft, type Draft, publish, resume, upload } from '../testing/drafts.ts';
import { writePng } from '../testing/png.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';
import { createDatabaseIn, databaseIn, dropDatabaseIn } from '../testing/test-database.ts';
import { countBlobs, storageIn, usesBucket } from '../testing/test-storage.ts';
import { createBackup } from './create.ts';
import { timeOfSnapshot } from './manifest.ts';
import { planPrune, pruneBackups } from './prune.ts';
import { readKeyFile, restoreBackup } from './restore.ts';
import { openTarget } from './target/open.ts';
import type { BackupTarget } from './target/target.ts';
import { verifyBackup } from './verify.ts';

const env = { FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true' };
const logger = createLogger({ level: 'silent', format: 'json' });
const running = new AbortController().signal;

let app: TestApp;
let restored: TestApp | undefined;
let folder: string;
let target: BackupTarget;
/** The data folder of the restored instance. */
let elsewhere: string;

beforeEach(async () => {
  app = await startApp({ env });
  folder = await mkdtemp(join(tmpdir(), 'fileshare-test-target-'));
  elsewhere = await mkdtemp(join(tmpdir(), 'fileshare-test-restored-'));
  target = await openTarget(folder, { env: app.app.core.env, logger });
});
afterEach(async () => {
  await app.stop();
  await restored?.stop();
  restored = undefined;
  await dropDatabaseIn(elsewhere);
  for (const path of [folder, elsewhere]) await rm(path, { recursive: true, force: true });
});

const create = (options: { signal?: AbortSignal; onProgress?(): void } = {}): Promise<BackupReport> =>
  createBackup(
    { ...app.app.core, stores: app.app.stores },
    { target, isScheduled: false, signal: running, ...options },
  );

async function envElsewhere() {
  const database = databaseIn(elsewhere);
  await createDatabaseIn(elsewhere);
  return readEnv({
    FILESHARE_DATA_DIR: elsewhere,
    FILESHARE_FSYNC: 'off',
    FILESHARE_MIN_FREE_BYTES: '0',
    ...(database.engine === 'postgres' && { FILESHARE_DATABASE_URL: database.url }),
    ...storageIn(elsewhere),
  });
}

async function restore(options: Partial<RestoreBackupOptions> = {}) {
  const defaults = { signal: running, dryRun: false, keyFrom: join(app.dataDir, 'secret.key') };
  const { keyFrom, ...rest } = { ...defaults, ...options };
  const keyFile = keyFrom === undefined ? undefined : await readKeyFile(keyFrom);
  return restoreBackup({ env: await envElsewhere(), logger, target }, { ...rest, keyFile });
}

/** The first server is gone: its clients find another one, on the restored instance. */
async function startElsewhere(): Promise<TestApp> {
  restored = await startApp({ env, dataDir: elsewhere });
  return restored;
}

/** What `fileshare doctor --deep` finds wrong. */
async function examine(): Promise<string[]> {
  const deps = { env: await envElsewhere(), clock: systemClock, logger, locales: ['en'] };
  const { checks } = await runDoctor(deps, { fix: false, deep: true });
  const wrong = checks.filter(({ id, status }) => status !== 'ok' && id !== 'address' && id !== 'space');
  return wrong.map(({ id, findings }) => `${id} ${JSON.stringify(findings)}`);
}

const texts = { 'a.txt': 'first', 'folder/b.txt': 'second '.repeat(1000), 'empty.txt': '' };

async function fill(name = 'x'): Promise<Draft> {
  const draft = await createDraft(app);
  for (const [path, text] of Object.entries(texts))
    await upload(app, draft, { path, text: text && name + text });
  expect(await publish(app, draft)).toBe(200);
  return draft;
}

async function remove({ id }: Draft): Promise<void> {
  await (await signIn(app)).shares.remove({ params: { id } });
  await app.app.jobs.run('shares.purge');
}

async function download({ url }: TestApp, { id }: Draft, path: string): Promise<string> {
  const response = await fetch(`${url}/d/${id}/${path}`);
  return response.status === 200 ? response.text() : String(response.status);
}

async function expectTexts(server: TestApp, share: Draft, name = 'x'): Promise<void> {
  for (const [path, text] of Object.entries(texts)) {
    expect(await download(server, share, path)).toBe(text && name + text);
  }
}

async function pathsIn(place: string): Promise<string[]> {
  const entries = await readdir(join(folder, place), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

it('restores shares, pictures and unfinished uploads on an empty host', async () => {
  const share = await fill();
  const album = await createDraft(app);
  const png = writePng({ width: 64 }).toString('latin1');
  const form = { path: 'p.png', text: png };
  await upload(app, album, form);
  expect(await publish(app, album)).toBe(200);
  await app.app.jobs.run('files.make-thumbnails');
  const draft = await createDraft(app);
  const begun = await upload(app, draft, { path: 'half.txt', text: 'half of it', sent: 4 });
  const report = await create();
  expect(report).toMatchObject({ damaged: 0, blobs: report.copied.blobs, keyCopy: null });
  expect(report.blobs).toBeGreaterThanOrEqual(4);

  await app.app.stop();
  expect(await restore({ dryRun: true })).toMatchObject({ isDryRun: true, snapshot: report.id });
  expect(await readdir(elsewhere)).toEqual([]);
  expect(await restore()).toMatchObject({ blobs: report.blobs, bytes: report.bytes, damageCount: 0 });
  expect(await examine()).toEqual([]);
  const server = await startElsewhere();
  expect(await findViolations(server.app)).toEqual([]);
  await expectTexts(server, share);
  const { pathname } = new URL(begun.headers.get('location') ?? '', app.url);
  expect((await resume(server.url + pathname, draft.token, 'half of it')).status).toBe(204);
  expect(await publish(server, draft)).toBe(200);
  expect(await download(server, draft, 'half.txt')).toBe('half of it');
});

it('gives the copy an ID of its own, so that nobody takes the original for it', async () => {
  const idOf = async ({ app: { core } }: TestApp) => core.uow.read.instance.readText('instance_id');
  await create();
  await restore();
  const original = await idOf(app);
  const copy = await idOf(await startElsewhere());
  expect(copy).toMatch(/^[0-9a-f]{32}$/);
  expect(copy).not.toBe(original);
});

it('copies each blob once, and gives every snapshot what it had', async () => {
  const first = await fill('first');
  const one = await create();
  const second = await fill('second');
  const two = await create();
  expect(two.copied.blobs).toBe(two.blobs - one.blobs);
  expect(two.id > one.id).toBe(true);
  expect((await create()).copied).toEqual({ blobs: 0, bytes: 0 });

  await app.app.stop();
  await restore({ snapshot: one.id });
  const server = await startElsewhere();
  await expectTexts(server, first, 'first');
  expect(await download(server, second, 'a.txt')).toBe('404');
});

it('continues an interrupted backup, which nobody sees, without copying anything twice', async () => {
  for (let count = 0; count < 4; count += 1) await fill(String(count));
  const ended = new AbortController();
  await expect(create({ signal: ended.signal, onProgress: () => ended.abort() })).rejects.toThrow('aborted');
  const copied = (await pathsIn('blobs')).length;
  expect(copied).toBeGreaterThan(0);
  await expect(verifyBackup(target, { deep: false, signal: running })).rejects.toThrow('backup_empty');
  const prune = { target, keep: { last: 1, daily: 0, weekly: 0, monthly: 0 }, dryRun: false };
  const pruned = pruneBackups(app.app.core, { ...prune, isScheduled: false, signal: running });
  await expect(pruned).rejects.toThrow('backup_empty');
  expect((await pathsIn('blobs')).length).toBe(copied);
  const report = await create();
  expect(report.copied.blobs).toBe(report.blobs - copied);
  expect(await verifyBackup(target, { deep: true, signal: running })).toMatchObject({ damageCount: 0 });
});

it('keeps a share that is deleted while it runs', async () => {
  const share = await fill();
  let isDeleted = false;
  const deleteShare = async () => {
    isDeleted = true;
    await remove(share);
  };
  const copy = app.app.stores.blobs.open.bind(app.app.stores.blobs);
  app.app.stores.blobs.open = async (id) => {
    if (!isDeleted) await deleteShare();
    return copy(id);
  };
  expect(await create()).toMatchObject({ damaged: 0 });
  expect(await countBlobs(app)).toBeGreaterThan(0);
  await app.app.jobs.run('shares.purge');
  expect(await countBlobs(app)).toBe(0);
  expect(await findViolations(app.app)).toEqual([]);
  await app.app.stop();
  await restore();
  await expectTexts(await startElsewhere(), share);
});

it.skipIf(usesBucket())('names a file that is damaged, and marks it in the backup', async () => {
  await fill();
  const rows: { id: string; pack_id: string | null; pack_offset: number }[] = await app.app.core.database
    .reader('files')
    .where({ path: 'a.txt' })
    .select('id', 'pack_id', 'pack_offset');
  const { id = '', pack_id = null, pack_offset = 0 } = rows[0] ?? {};
  const local = app.app.stores.blobs.localPath?.(pack_id ?? id) ?? '';
  const bytes = await readFile(local);
  bytes.writeUInt8(bytes.readUInt8(pack_offset) ^ 1, pack_offset);
  await writeFile(local, bytes);
  const report = await create();
  expect(report.damagedFiles).toEqual([expect.objectContaining({ path: 'a.txt', file: id })]);
  await app.app.stop();
  await restore();
  expect(await examine()).toEqual([expect.stringContaining('content_damaged')]);
});

it('finds what has changed in a target, and restores the rest', async () => {
  await fill();
  await create();
  const sizes = new Map<string, number>();
  for (const path of await pathsIn('blobs')) sizes.set(path, (await stat(path)).size);
  // One of the blobs is empty: nothing in it can change.
  const [path, size] = [...sizes].find(([, size]) => size > 0) ?? ['', 0];
  await writeFile(path, Buffer.alloc(size, 1));
  expect(await verifyBackup(target, { deep: false, signal: running })).toMatchObject({ damageCount: 0 });
  const { damage } = await verifyBackup(target, { deep: true, signal: running });
  expect(damage).toEqual([{ name: path.slice(folder.length + 1), reason: 'content' }]);
  await appendFile(path, 'more');
  const quick = await verifyBackup(target, { deep: false, signal: running });
  expect(quick.damage).toEqual([{ name: path.slice(folder.length + 1), reason: 'size' }]);
  await app.app.stop();
  expect(await restore()).toMatchObject({ damageCount: 1 });
  expect(await examine()).toEqual([expect.stringContaining('content_damaged')]);
});

it('removes old snapshots, and only the blobs that no other one has', async () => {
  const kept = await fill('kept');
  await create();
  const gone = await fill('gone');
  const middle = await create();
  await remove(gone);
  const last = await create();
  const before = (await pathsIn('blobs')).length;
  const keep = { last: 1, daily: 0, weekly: 0, monthly: 0 };
  const options = { target, keep, isScheduled: false, signal: running };
  const planned = await pruneBackups(app.app.core, { ...options, dryRun: true });
  expect((await pathsIn('blobs')).length).toBe(before);
  const confirmed = await pruneBackups(app.app.core, { ...options, dryRun: true, confirmed: [middle.id] });
  expect(confirmed.removed).toEqual([middle.id]);
  expect(confirmed.kept).toHaveLength(planned.kept.length + planned.removed.length - 1);
  const report = await pruneBackups(app.app.core, { ...options, dryRun: false });
  expect(report).toEqual({ ...planned, isDryRun: false });
  expect(report.kept).toEqual([last.id]);
  expect(report.removed).toContain(middle.id);
  expect(report.blobs).toBe(middle.blobs - last.blobs);
  expect((await pathsIn('blobs')).length).toBe(last.blobs);
  await app.app.stop();
  await restore();
  await expectTexts(await startElsewhere(), kept, 'kept');
});

it('keeps one snapshot a day also after one of the future', async () => {
  const day = 86_400_000;
  const began = (Math.floor(Date.now() / day) + 0.5) * day;
  const made: string[] = [];
  for (const days of [400, 0, 1, 1.001, 2]) {
    vi.setSystemTime(began + days * day);
    made.push((await create()).id);
  }
  vi.useRealTimers();
  expect(made).toEqual(made.toSorted());
  const [ahead, first, , second, third] = made;
  const keep = { last: 0, daily: 3, weekly: 0, monthly: 0 };
  expect(await planPrune(target, { keep })).toMatchObject({ kept: [first, second, third] });

  // Earlier versions wrote the moment of the ID, also when only its order was true.
  const path = join(folder, 'snapshots', `${third}.json`);
  const manifest = JSON.parse(await readFile(path, 'utf8')) as { startedAt: string };
  expect(Date.parse(manifest.startedAt)).toBeLessThan(began + 3 * day);
  const startedAt = new Date(timeOfSnapshot(third ?? '')).toISOString();
  await writeFile(path, JSON.stringify({ ...manifest, startedAt }));
  expect(await planPrune(target, { keep })).toMatchObject({
    kept: [first, second, third],
    removed: [ahead, made[2]],
  });
});

it('writes nothing with a wrong key, or where there is an instance', async () => {
  await fill();
  await create();
  const keyFrom = join(folder, 'other.key');
  await writeFile(keyFrom, `${'ab'.repeat(32)}\n`);
  await expect(restore({ keyFrom })).rejects.toMatchObject({ code: 'backup_key_wrong' });
  await expect(restore({ keyFrom: undefined })).rejects.toMatchObject({ code: 'backup_key_missing' });
  expect(await readdir(elsewhere)).toEqual([]);
  await restore();
  await expect(restore()).rejects.toMatchObject({ code: 'restore_not_empty' });
});

it('continues an interrupted restore, and lets no server start before its end', async () => {
  const share = await fill();
  await fill('other');
  await create();
  const ended = new AbortController();
  await expect(restore({ signal: ended.signal, onProgress: () => ended.abort() })).rejects.toThrow('aborted');
  await expect(startElsewhere()).rejects.toMatchObject({ code: 'restore_incomplete' });
  await app.app.stop();
  await restore();
  expect(await examine()).toEqual([]);
  await expectTexts(await startElsewhere(), share);
});

it('runs once at a time, and never where another instance has its backups', async () => {
  await fill();
  const both = await Promise.allSettled([create(), create()]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const other = await startApp({ env });
  try {
    await expect(
      createBackup(
        { ...other.app.core, stores: other.app.stores },
        { target, isScheduled: false, signal: running },
      ),
    ).rejects.toMatchObject({ code: 'backup_target_taken' });
  } finally {
    await other.stop();
  }
});
