import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localeCodes } from '#sdk/i18n/locales.js';
import { runDoctor } from '../doctor/doctor.ts';
import { findViolations } from '../testing/check-invariants.ts';
import { createDraft, publish, upload } from '../testing/drafts.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { letTimePass } from '../testing/let-time-pass.ts';
import { type StartOptions, startApp, type TestApp } from '../testing/start-app.ts';
import { usesServer } from '../testing/test-database.ts';
import { usesBucket } from '../testing/test-storage.ts';

const hour = 3_600_000;
const settings: StartOptions = {
  env: { FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true' },
};

/** A disk that is not mounted, a mistyped address, a database of another day: nothing of it may cost files. */
describe.skipIf(usesServer() || usesBucket())('a data folder without its database', () => {
  const clock = createFakeClock(Date.now());
  let app: TestApp;
  let aside: string;

  beforeEach(async () => {
    app = await startApp({ ...settings, clock });
    aside = await mkdtemp(join(tmpdir(), 'fileshare-aside-'));
    const draft = await createDraft(app);
    for (let count = 0; count < 12; count += 1) {
      await upload(app, draft, { path: `${count}.txt`, text: `text ${count}` });
    }
    await publish(app, draft);
  });
  afterEach(async () => {
    await app.stop();
    await rm(aside, { recursive: true });
  });

  const database = () => join(app.dataDir, 'fileshare.db');
  /** Names the database, since one is made for other tests. */
  const again = () =>
    startApp({
      env: { ...settings.env, FILESHARE_DATABASE_URL: `sqlite:${database()}` },
      clock,
      dataDir: app.dataDir,
    });

  async function listBlobs(): Promise<string[]> {
    const entries = await readdir(join(app.dataDir, 'blobs'), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  }

  async function moveDatabase(from: string, to: string): Promise<void> {
    for (const name of (await readdir(from)).filter((entry) => entry.startsWith('fileshare.db'))) {
      await rename(join(from, name), join(to, name));
    }
  }

  it('is not taken for a new instance', async () => {
    await app.app.stop();
    await moveDatabase(app.dataDir, aside);
    await expect(again()).rejects.toMatchObject({ code: 'database_lost' });
    expect(existsSync(database())).toBe(false);
    // What a full disk or a power cut leaves
    await writeFile(database(), 'x');
    await expect(again()).rejects.toMatchObject({ code: 'database_lost' });
    await rm(database());
    expect(await listBlobs()).toHaveLength(12);
    await moveDatabase(aside, app.dataDir);
    app = await again();
    expect(await findViolations(app.app)).toEqual([]);
  });

  it('is not said to be without one that cannot be read', async () => {
    await app.app.stop();
    await moveDatabase(app.dataDir, aside);
    await symlink(database(), database());
    await expect(again()).rejects.toMatchObject({ code: 'ELOOP' });
    await rm(database());
    await moveDatabase(aside, app.dataDir);
    app = await again();
  });

  it('keeps files that another database does not know, and gets back what was set aside', async () => {
    const { logger, database: own, env } = app.app.core;
    const keys: string[] = await own.writer('files').pluck('id');
    const examine = () => app.app.jobs.run('integrity.examine');
    // As in a database that was copied before these files came
    await own.writer('files').update({ pack_id: 'ab'.repeat(16) });
    const old = Date.now() / 1000 - 5 * 86_400;
    for (const id of await listBlobs())
      await utimes(join(app.dataDir, 'blobs', id.slice(0, 2), id), old, old);
    await letTimePass(app, clock, 25 * hour);
    await examine();
    expect((await listBlobs()).length).toBe(keys.length);
    const doctor = { env, clock, logger, locales: localeCodes };
    const options = { fix: true, deep: false };
    const unknown = async (more = {}) => {
      const { checks } = await runDoctor(doctor, { ...options, ...more });
      return checks.find(({ id }) => id === 'I2');
    };
    const { status, findings } = (await unknown()) ?? {};
    expect(status).toBe('problem');
    expect(findings?.[0]).toEqual({ code: 'bytes_many_unknown', params: { files: 12 } });
    expect((await unknown({ fix: false }))?.findings[0]?.code).toBe('bytes_many_unknown');
    expect((await listBlobs()).length).toBe(keys.length);
    expect(await unknown({ setAsideUnknown: true })).toMatchObject({ status: 'repaired', count: 12 });
    expect(await listBlobs()).toEqual([]);
    // And with the right one again
    await own.writer('files').update({ pack_id: null, damaged_at: null });
    const { checks } = await runDoctor(doctor, options);
    expect(checks.find(({ id }) => id === 'I1')).toMatchObject({ status: 'repaired', count: 12 });
    expect((await listBlobs()).toSorted()).toEqual(keys.toSorted());
    expect(await own.writer('files').whereNotNull('damaged_at').pluck('id')).toEqual([]);
  });
});

describe.skipIf(usesServer())('a file of SQLite', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fileshare-sqlite-'));
    await mkdir(join(folder, 'own'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const withFile = (file: string): StartOptions => ({
    env: {
      ...settings.env,
      FILESHARE_DATABASE_URL: `sqlite:${file}`,
      FILESHARE_SECRET_KEY: 'the same key for both of the servers',
    },
  });

  it('is used by one server at a time', async () => {
    const options = withFile(join(folder, 'own', 'fileshare.db'));
    const app = await startApp(options);
    await expect(startApp(options)).rejects.toMatchObject({ code: 'database_in_use' });
    await app.stop();
    await (await startApp(options)).stop();
    expect(await readdir(join(folder, 'own'))).not.toContain('fileshare.db.sock');
  });

  it('is used by one server at a time also in the data folder of one of them, and through a link', async () => {
    const file = join(folder, 'own', 'fileshare.db');
    const app = await startApp({ ...withFile(file), dataDir: join(folder, 'own') });
    await expect(startApp(withFile(file))).rejects.toMatchObject({ code: 'database_in_use' });
    await symlink(file, join(folder, 'link.db'));
    const linked = startApp(withFile(join(folder, 'link.db')));
    await expect(linked).rejects.toMatchObject({ code: 'database_in_use' });
    await app.app.stop();
  });
});

it.skipIf(usesServer() || usesBucket())(
  'the doctor knows whether the secret key is that of the database',
  async () => {
    const app = await startApp(settings);
    const { env, clock, logger } = app.app.core;
    const file = join(app.dataDir, 'secret.key');
    const key = await readFile(file);
    const check = async () => {
      const { checks } = await runDoctor(
        { env, clock, logger, locales: localeCodes },
        { fix: false, deep: false },
      );
      const { status, findings } = checks.find(({ id }) => id === 'key') ?? {};
      return [status, ...(findings ?? []).map(({ code }) => code)];
    };
    expect(await check()).toEqual(['ok']);
    await writeFile(file, `${'ab'.repeat(32)}\n`);
    expect(await check()).toEqual(['problem', 'key_wrong']);
    await rm(file);
    expect(await check()).toEqual(['problem', 'key_missing']);
    await writeFile(file, key);
    await app.stop();
  },
);
