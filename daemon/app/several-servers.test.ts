import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job } from '#sdk/contract/jobs.js';
import type { Overview } from '#sdk/contract/statistics.js';
import { createCaller } from '../testing/browser.ts';
import { findPostgres } from '../testing/engines/postgres-server.ts';
import { hasS3Server } from '../testing/engines/s3-programs.ts';
import { type S3Server, s3StartTimeout, useS3Server, variablesOf } from '../testing/engines/s3-server.ts';
import { errorOf, signInAs } from '../testing/members.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';
import { databaseIn, useServer } from '../testing/test-database.ts';

/** A server that answers requests and one that runs the jobs, each with a data folder of its own. */
describe.skipIf(!hasS3Server || findPostgres() === null)('several servers of one instance', () => {
  let stopDatabase: () => Promise<void>;
  let s3: S3Server;
  let folders: { web: string; worker: string };
  let web: TestApp;
  let worker: TestApp;
  let headers: Record<string, string>;

  beforeAll(async () => {
    stopDatabase = await useServer();
    s3 = await useS3Server();
    const bucket = await s3.createBucket();
    const newFolder = () => mkdtemp(join(tmpdir(), 'fileshare-test-'));
    folders = { web: await newFolder(), worker: await newFolder() };
    const address = databaseIn(folders.web);
    const env = {
      FILESHARE_DATABASE_URL: address.engine === 'postgres' ? address.url : '',
      FILESHARE_SECRET_KEY: 'the same key for all of the servers',
      ...variablesOf(bucket),
    };
    web = await startApp({ dataDir: folders.web, env: { ...env, FILESHARE_ROLE: 'web' } });
    worker = await startApp({ dataDir: folders.worker, env: { ...env, FILESHARE_ROLE: 'worker' } });
    ({ headers } = await signInAs(web, web.admin));
  }, s3StartTimeout);
  afterAll(async () => {
    await worker.stop();
    await web.stop();
    await stopDatabase();
    await rm(folders.worker, { recursive: true, force: true });
  });

  const call = (server: TestApp, path: string, more: object = {}) =>
    createCaller(server.url)(path, { headers, ...more });

  it('are shown to administrators', async () => {
    const { servers } = (await call(web, '/statistics')).body as Overview;
    expect(servers.map(({ role }) => role)).toEqual(['web', 'worker']);
  });

  it('answer only what tells their state if they run the jobs', async () => {
    const statusOf = async (path: string) => (await call(worker, path)).status;
    expect([await statusOf('/health'), await statusOf('/health/ready')]).toEqual([200, 200]);
    expect(errorOf(await call(worker, '/statistics'))).toBe('not_found');
    expect((await fetch(`${worker.url}/`)).status).toBe(404);
    expect((await call(web, '/shares')).status).toBe(200);
  });

  it('run the jobs where they belong, whoever is asked', async () => {
    const before = Date.now();
    const { status, body } = await call(web, '/jobs/shares.purge/run', { method: 'POST' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'shares.purge', isRunning: false, hasFailed: false });
    expect(Date.parse((body as Job).lastFinishedAt ?? '')).toBeGreaterThanOrEqual(before - 1000);
    expect(await worker.app.jobs.find('shares.purge')).toMatchObject({ hasFailed: false });
    // What is in the memory of a server is its own work.
    expect(await web.app.jobs.find('files.count-downloads')).toMatchObject({ isRunning: false });
  });

  it('obey a change of the configuration', async () => {
    const json = [{ key: 'general.appName', value: 'Ours' }];
    expect((await call(web, '/configs/admin', { method: 'PATCH', json })).status).toBe(200);
    await expect.poll(() => worker.app.core.config.get('general.appName'), { timeout: 5000 }).toBe('Ours');
  });
});
