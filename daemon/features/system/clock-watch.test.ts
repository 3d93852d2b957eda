import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localeCodes } from '#sdk/i18n/locales.js';
import { runDoctor } from '../../doctor/doctor.ts';
import { createLogger } from '../../logger.ts';
import { createCaller } from '../../testing/browser.ts';
import { findViolations } from '../../testing/check-invariants.ts';
import { createDraft, type Draft, publish, resume, upload } from '../../testing/drafts.ts';
import { createFakeClock, type FakeClock } from '../../testing/fake-clock.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { sendTus } from '../../testing/tus.ts';

const hour = 3_600_000;
const day = 24 * hour;
const text = '0123456789';
const logger = createLogger({ level: 'silent', format: 'json' });

let clock: FakeClock;
let instance: TestApp;

beforeEach(async () => {
  clock = createFakeClock(Date.now());
  instance = await startApp({
    clock,
    env: { FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true' },
  });
  await runJobs();
});

afterEach(async () => {
  expect(await findViolations(instance.app)).toEqual([]);
  await instance.stop();
});

const jobs = ['shares.discard-abandoned', 'uploads.discard-idle', 'shares.purge', 'integrity.examine'];

async function runJobs(): Promise<void> {
  for (const job of jobs) await instance.app.jobs.run(job);
}

async function beginUpload(): Promise<Draft & { url: string }> {
  const draft = await createDraft(instance);
  const answer = await upload(instance, draft, { path: 'a.txt', text, sent: 4 });
  return { ...draft, url: answer.headers.get('location') ?? '' };
}

async function publishShare(): Promise<Draft> {
  const draft = await createDraft(instance, { expiration: '1-day' });
  await upload(instance, draft, { path: 'a.txt', text });
  expect(await publish(instance, draft)).toBe(200);
  return draft;
}

const statusOf = async ({ id }: Draft) =>
  (await createCaller(instance.url)(`/shares/${id}/token`, { json: {} })).status;

const stateOf = async ({ id }: Draft) => (await instance.app.core.uow.read.shares.findById(id))?.state;

describe('an unfinished upload', () => {
  it.each([
    ['an hour ahead', [hour]],
    ['an hour back', [-hour]],
    ['ten days ahead', [10 * day]],
    ['ten days back', [-10 * day]],
    ['to and fro', [10 * day, -10 * day, -hour, hour]],
  ])('goes on when the clock jumps %s', async (_name, jumps) => {
    const { url, ...draft } = await beginUpload();
    for (const jump of jumps) {
      clock.jump(jump);
      await runJobs();
    }
    expect((await resume(instance.url + url, draft.token, text)).status).toBe(204);
    expect(await publish(instance, draft)).toBe(200);
  });

  it('goes on after the server was off for ten days', async () => {
    const { url, ...draft } = await beginUpload();
    await runJobs();
    clock.jump(10 * day);
    instance = await instance.restart();
    await runJobs();
    expect((await resume(instance.url + url, draft.token, text)).status).toBe(204);
  });

  it('is given up after a day without a byte, counted without the jump', async () => {
    const { url, token } = await beginUpload();
    clock.jump(10 * day);
    await runJobs();
    const status = async () => (await sendTus(instance.url + url, { method: 'HEAD', token })).status;
    clock.advance(23 * hour);
    await runJobs();
    expect(await status()).toBe(200);
    clock.advance(2 * hour);
    await runJobs();
    expect(await status()).not.toBe(200);
  });
});

describe('a share', () => {
  it('that has ended stays so when the clock goes back', async () => {
    const share = await publishShare();
    clock.advance(day + hour);
    await runJobs();
    expect(await statusOf(share)).toBe(404);
    clock.jump(-10 * day);
    await runJobs();
    expect(await statusOf(share)).toBe(404);
  });

  it('that ended just before the clock went back stays so too', async () => {
    const share = await publishShare();
    clock.advance(day + 1000);
    clock.jump(-10 * day);
    await runJobs();
    expect(await statusOf(share)).toBe(404);
  });
});

describe('a jump that would end many shares', () => {
  let share: Draft;

  beforeEach(async () => {
    share = await publishShare();
    const { writer } = instance.app.core.database;
    const row = await writer<Record<string, string | number | null>>('shares')
      .where({ id: share.id })
      .first();
    const copies = Array.from({ length: 150 }, (_, index) => {
      const id = `copy-${index}`;
      return { ...row, key: id, id, id_key: id, size: 0, file_count: 0 };
    });
    await writer.batchInsert('shares', copies, 50);
    clock.jump(10 * day);
    await runJobs();
  });

  const examine = (fix: boolean) =>
    runDoctor({ env: instance.app.core.env, clock, logger, locales: localeCodes }, { fix, deep: false });

  const clockCheck = async (fix = false) => (await examine(fix)).checks.find(({ id }) => id === 'clock');

  it('deletes none, opens none, and is told by the doctor', async () => {
    expect(await stateOf(share)).toBe('active');
    expect(await statusOf(share)).toBe(404);
    expect(await clockCheck()).toMatchObject({ status: 'problem', findings: [{ code: 'clock_jumped' }] });
  });

  it('is told by the job that waits, until it is over', async () => {
    const notice = () => instance.app.jobs.find('shares.purge')?.notice;
    expect(notice()).toBe('clock_jump');
    instance = await instance.restart();
    await runJobs();
    expect(notice()).toBe('clock_jump');
    await clockCheck(true);
    await runJobs();
    expect(notice()).toBeNull();
  });

  it('is remembered over a restart', async () => {
    instance = await instance.restart();
    await runJobs();
    expect(await stateOf(share)).toBe('active');
  });

  it('is forgotten when the clock goes back', async () => {
    clock.jump(-10 * day);
    await runJobs();
    expect(await statusOf(share)).toBe(200);
    expect(await clockCheck()).toMatchObject({ status: 'ok' });
  });

  it('ends what ends by the time that has passed', async () => {
    clock.advance(day + hour);
    await runJobs();
    expect(await stateOf(share)).toBe('expired');
  });

  it('ends them when somebody has confirmed the clock', async () => {
    expect(await clockCheck(true)).toMatchObject({ status: 'repaired' });
    await runJobs();
    expect(await stateOf(share)).toBe('expired');
  });
});
