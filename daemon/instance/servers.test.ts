import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openCore } from '../app/core.ts';
import { jobsOfCommand } from '../app/jobs-of-command.ts';
import { systemClock } from '../crypto/clock.ts';
import { type Env, readEnv } from '../env/env.ts';
import { createLogger } from '../logger.ts';
import { findPostgres } from '../testing/engines/postgres-server.ts';
import { openTestUnitOfWork, type TestUnitOfWork } from '../testing/open-unit-of-work.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';
import { databaseIn, openDatabaseIn, useServer } from '../testing/test-database.ts';
import { usesBucket } from '../testing/test-storage.ts';
import { createInstanceLock } from './lock.ts';
import { rotateKey } from './rotate-key.ts';
import { createServers, type Servers } from './servers.ts';

const silent = createLogger({ level: 'silent', format: 'json' });
const key = 'k'.repeat(32);

const databaseUrl = (dataDir: string) => {
  const address = databaseIn(dataDir);
  return address.engine === 'postgres' ? address.url : '';
};

const inBucket = {
  FILESHARE_STORAGE: 's3',
  FILESHARE_S3_BUCKET: 'files',
  FILESHARE_S3_ACCESS_KEY_ID: 'id',
  FILESHARE_S3_SECRET_ACCESS_KEY: 'secret',
};

describe.skipIf(findPostgres() === null)('the servers of a PostgreSQL database', () => {
  let stop: () => Promise<void>;
  let database: TestUnitOfWork;
  let warnings: string[];
  let started: Servers[];

  beforeAll(async () => {
    stop = await useServer();
  });
  afterAll(() => stop());
  beforeEach(async () => {
    database = await openTestUnitOfWork();
    warnings = [];
    started = [];
  });
  afterEach(async () => {
    for (const servers of started) await servers.stop?.();
    await database.close();
  });

  async function create(
    folder: string,
    variables: Record<string, string> = inBucket,
    beatEvery?: number,
  ): Promise<Servers & { env: Env }> {
    const dataDir = join(database.dataDir, folder);
    await mkdir(dataDir, { recursive: true });
    const env = readEnv({
      FILESHARE_DATA_DIR: dataDir,
      FILESHARE_DATABASE_URL: databaseUrl(database.dataDir),
      ...variables,
    });
    const logger = createLogger({
      level: 'warn',
      format: 'json',
      destination: { write: (line: string) => void warnings.push(line) },
    });
    const servers = createServers({ env, uow: database.uow, logger, secretKey: key }, beatEvery);
    return { ...servers, env };
  }

  async function start(...args: Parameters<typeof create>): Promise<Servers> {
    const servers = await create(...args);
    await servers.start?.();
    started.push(servers);
    return servers;
  }

  /** Lets the longest-running server be unseen for so many milliseconds more. */
  const ageOldest = async (milliseconds: number) => {
    const { writer, close } = openDatabaseIn(database.dataDir);
    const [oldest] = await database.uow.read.servers.list();
    await writer('servers')
      .where({ id: oldest?.id ?? '' })
      .update({ seen_at: writer.raw('seen_at - ?', [milliseconds]) });
    await close();
  };

  it('are listed until they stop or have not been seen for a while', async () => {
    const a = await start('a');
    const b = await start('b');
    const [first, second] = await a.list();
    expect(first?.role).toBe('all');
    expect((first?.seenAt ?? 0) - (first?.startedAt ?? 0)).toBeLessThan(100);
    expect(second?.id).not.toBe(first?.id);
    await b.stop?.();
    expect((await a.list()).map(({ id }) => id)).toEqual([first?.id]);
    await ageOldest(30_000);
    expect(await a.list()).toEqual([]);
  });

  it('enter again after they were away, unless others did not wait for them', async () => {
    const a = await start('a', inBucket, 50);
    const [entry] = await a.list();
    await ageOldest(30_000);
    await expect.poll(async () => (await a.list()).map(({ name }) => name)).toEqual([entry?.name]);
    const other = { id: 'other', name: 'b', version: '1', folder: 'b', settings: '' };
    await database.uow.transaction(async ({ servers }) => {
      await servers.insert({ ...other, role: 'all', storage: 'local' });
      await servers.removeGone((await servers.list())[0]?.folder ?? '');
    });
    const showing = setInterval(() => {
      void database.uow.transaction(({ servers }) => servers.touch(other.id));
    }, 200);
    await expect(a.refusal).resolves.toMatchObject({ code: 'second_server', params: { server: 'b' } });
    clearInterval(showing);
  });

  it('end when a newer version has changed the database while they were away', async () => {
    const a = await start('a', inBucket, 50);
    const { writer, close } = openDatabaseIn(database.dataDir);
    await writer('migrations').insert({ name: '9999-later', applied_at: 1 });
    await close();
    await ageOldest(30_000);
    await expect(a.refusal).resolves.toMatchObject({ code: 'database_newer' });
    expect(await a.list()).toEqual([]);
    expect(warnings).toEqual([]);
  });

  it('replace the entry of a server that was killed in the same folder', async () => {
    await start('a', {});
    const again = await start('a', {});
    expect(await again.list()).toHaveLength(1);
  });

  it.each([
    ['local storage', {}, {}, { code: 'second_server', params: { server: hostname() } }],
    ['local storage beside a bucket', {}, inBucket, { code: 'second_server' }],
    ['a bucket beside local storage', inBucket, {}, { code: 'second_server' }],
    [
      'another folder of the bucket',
      inBucket,
      { ...inBucket, FILESHARE_S3_PREFIX: 'mistyped/' },
      { code: 'other_bucket', params: { server: hostname(), bucket: 'files/' } },
    ],
  ])('refuse %s', async (_name, first, second, refusal) => {
    const running = await start('a', first);
    const [entry] = await running.list();
    // As it does by itself every five seconds.
    const showing = setInterval(() => {
      void database.uow.transaction(({ servers }) => servers.touch(entry?.id ?? ''));
    }, 200);
    try {
      await expect(start('b', second)).rejects.toMatchObject(refusal);
    } finally {
      clearInterval(showing);
    }
    await ageOldest(30_000);
    expect(await (await start('b', second)).list()).toHaveLength(1);
  });

  it('run beside one of a version that did not tell its bucket', async () => {
    const earlier = { id: 'earlier', name: 'a', version: '1', folder: 'a', settings: '' };
    await database.uow.transaction(({ servers }) =>
      servers.insert({ ...earlier, role: 'all', storage: 's3' }),
    );
    expect(await (await start('b')).list()).toHaveLength(2);
  });

  it('wait for one that was killed, as after a crash or in a restored copy', async () => {
    const killed = { id: 'killed', name: 'a', version: '1', folder: 'a', settings: '' };
    await database.uow.transaction(({ servers }) =>
      servers.insert({ ...killed, role: 'all', storage: 'local' }),
    );
    await ageOldest(18_000);
    const servers = await start('b', {});
    expect((await servers.list()).map(({ id }) => id)).not.toContain(killed.id);
  });

  it('warn of other variables for the configuration, without their values', async () => {
    const password = { FILESHARE_CONFIG_SMTP_PASSWORD: 'of the mail server' };
    await start('a', { ...inBucket, ...password });
    await start('b', { ...inBucket, ...password });
    expect(warnings).toEqual([]);
    await start('c', { ...inBucket, FILESHARE_CONFIG_SMTP_PASSWORD: 'another' });
    expect(warnings).toHaveLength(1);
    expect(warnings.join()).toContain('FILESHARE_CONFIG_');
    expect(warnings.join()).not.toContain('another');
    const rows = JSON.stringify(await database.uow.read.servers.list());
    expect(rows).not.toContain('mail server');
  });

  it('refuse one whose version is too old for a change of the database made meanwhile', async () => {
    const servers = await create('a');
    const { writer, close } = openDatabaseIn(database.dataDir);
    await writer('migrations').insert({ name: '9999-later', applied_at: 1 });
    await close();
    await expect(servers.start?.()).rejects.toMatchObject({ code: 'database_newer' });
  });

  it('keep others from changing the database, the key, and from running jobs by hand', async () => {
    await start('a');
    const { env } = await create('b');
    const given = { ...env, secretKey: key };
    const core = await openCore({ env: given, clock: systemClock, logger: silent, isCommand: true });
    await expect(rotateKey(core)).rejects.toMatchObject({ code: 'instance_in_use' });
    const lock = createInstanceLock(env.dataDir, silent);
    const jobs = jobsOfCommand(core, lock);
    await expect(jobs.requireOwn()).rejects.toMatchObject({ code: 'server_running' });
    await core.database.writer('migrations').where({ name: '0015-servers' }).delete();
    await expect(openCore({ env: given, clock: systemClock, logger: silent })).rejects.toMatchObject({
      code: 'older_server',
    });
    for (const servers of started.splice(0)) await servers.stop?.();
    await jobs.requireOwn();
    await lock.stop();
    await core.database.close();
  });

  describe('of the whole program', () => {
    let first: TestApp;
    let dataDir: string;

    beforeEach(async () => {
      first = await startApp();
      dataDir = await mkdtemp(join(tmpdir(), 'fileshare-second-'));
    });
    afterEach(async () => {
      await first.stop();
      await rm(dataDir, { recursive: true });
    });

    const startSecond = (env: Record<string, string> = {}) =>
      startApp({ dataDir, env: { FILESHARE_DATABASE_URL: databaseUrl(first.dataDir), ...env } });

    it.skipIf(usesBucket())('need the same secret key, and a bucket', async () => {
      await expect(startSecond()).rejects.toMatchObject({ code: 'no_secret_key' });
      await expect(startSecond({ FILESHARE_SECRET_KEY: key })).rejects.toMatchObject({
        code: 'wrong_secret_key',
      });
      const { secretKey } = first.app.core;
      await expect(startSecond({ FILESHARE_SECRET_KEY: secretKey })).rejects.toMatchObject({
        code: 'second_server',
      });
      first = await first.restart();
    });
  });
});
