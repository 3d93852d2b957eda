import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Job } from '#sdk/contract/jobs.js';
import type { JobStatus } from '../../jobs/job.ts';
import { createCaller } from '../../testing/browser.ts';
import { createFakeClock, type FakeClock } from '../../testing/fake-clock.ts';
import { errorOf, signInAs } from '../../testing/members.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { storedShare } from '../../testing/stored-share.ts';
import { usesServer } from '../../testing/test-database.ts';
import { createJobService } from './service.ts';

let clock: FakeClock;
let instance: TestApp;
let headers: Record<string, string>;

beforeAll(async () => {
  clock = createFakeClock();
  instance = await startApp({ clock });
  ({ headers } = await signInAs(instance, instance.admin));
});
afterAll(() => instance.stop());

const get = (path: string) => createCaller(instance.url)(path, { headers });
const run = (name: string) => createCaller(instance.url)(`/jobs/${name}/run`, { method: 'POST', headers });

/** Jobs that servers share go by the clock of the database, which nobody can move here. */
async function endOf(name: string): Promise<string> {
  if (!usesServer()) return new Date(clock.now()).toISOString();
  const history = (await instance.app.core.uow.read.jobs.list()).get(name);
  return new Date(history?.lastFinishedAt ?? 0).toISOString();
}

it('shows every job with how it went', async () => {
  await instance.app.jobs.run('shares.purge');
  const { jobs } = (await get('/jobs')).body as { jobs: Job[] };
  const names = jobs.map(({ name }) => name);
  expect(names).toEqual([...names].sort());
  expect(jobs.find(({ name }) => name === 'shares.purge')).toMatchObject({
    everySeconds: 60,
    lastFinishedAt: await endOf('shares.purge'),
    hasFailed: false,
    notice: null,
  });
});

it('runs a job at once and answers when it is done', async () => {
  const { uow } = instance.app.core;
  const share = storedShare({ id: 'to-be-purged', state: 'removed', removedAt: clock.now() });
  await uow.transaction(({ shares }) => shares.insert(share));
  clock.advance(1000);
  const { status, body } = await run('shares.purge');
  expect(status).toBe(200);
  expect(body).toMatchObject({ isRunning: false, lastFinishedAt: await endOf('shares.purge') });
  expect((await uow.read.shares.findByKey(share.key))?.purgedAt).toBe(clock.now());
});

it('writes down who ran it', async () => {
  await run('mail.sweep');
  const { body } = await get('/audit?action=job.run&limit=1');
  expect(body).toMatchObject({ entries: [{ actor: { name: 'admin' }, subject: { id: 'mail.sweep' } }] });
});

it('knows no other jobs', async () => {
  const answer = await run('shares.everything');
  expect([answer.status, errorOf(answer)]).toEqual([404, 'job_not_found']);
  expect(JSON.stringify((await get('/audit?action=job.run')).body)).not.toContain('everything');
});

it('answers before the end of a long run', async () => {
  const { uow, audit } = instance.app.core;
  const status = { name: 'long', isRunning: true } as JobStatus;
  const jobs = {
    list: async () => [status],
    find: async () => status,
    run: () => new Promise<void>(() => undefined),
  };
  const service = createJobService({ uow, audit, jobs, timeout: 1 });
  const by = { user: null, apiKey: null, ip: null, requestId: null };
  expect(await service.run('long', by)).toMatchObject({ isRunning: true });
});

it('answers that a run has failed', async () => {
  await instance.app.core.database.writer.schema.renameTable('throttles', 'lost');
  const { status, body } = await run('throttle.sweep');
  await instance.app.core.database.writer.schema.renameTable('lost', 'throttles');
  expect([status, (body as Job).hasFailed]).toEqual([200, true]);
});
