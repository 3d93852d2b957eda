import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localeCodes } from '#sdk/i18n/locales.js';
import { runDoctor } from '../../doctor/doctor.ts';
import { createLogger } from '../../logger.ts';
import { createCaller } from '../../testing/browser.ts';
import { findViolations } from '../../testing/check-invariants.ts';
import { createDraft, type Draft, publish, upload } from '../../testing/drafts.ts';
import { createFakeClock, type FakeClock } from '../../testing/fake-clock.ts';
import { letTimePass } from '../../testing/let-time-pass.ts';
import { signInAs } from '../../testing/members.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

const hour = 3_600_000;
const day = 24 * hour;

let clock: FakeClock;
let instance: TestApp;

beforeEach(async () => {
  clock = createFakeClock(Date.now());
  instance = await startApp({
    clock,
    env: { FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true' },
  });
  await purge();
});

afterEach(async () => {
  expect(await findViolations(instance.app)).toEqual([]);
  await instance.stop();
});

const purge = () => instance.app.jobs.run('shares.purge');
const notice = async () => (await instance.app.jobs.find('shares.purge'))?.notice;
const table = () => instance.app.core.database.writer<Record<string, string | number | null>>('shares');

async function publishShare(expiration: string): Promise<Draft> {
  const draft = await createDraft(instance, { expiration });
  await upload(instance, draft, { path: 'a.txt', text: '0123456789' });
  expect(await publish(instance, draft)).toBe(200);
  return draft;
}

/** A share with a file, and others like it without files. */
async function publishShares(count: number, expiration = '1-day'): Promise<Draft> {
  const share = await publishShare(expiration);
  const row = await table().where({ id: share.id }).first();
  const copies = Array.from({ length: count - 1 }, (_, index) => {
    const id = `copy-${index}`;
    return { ...row, key: id, id, id_key: id, size: 0, file_count: 0 };
  });
  await instance.app.core.database.writer.batchInsert('shares', copies, 25);
  return share;
}

async function countKept(): Promise<number> {
  return (await table().whereNull('purged_at').select('key')).length;
}

const statusOf = async ({ id }: Draft) =>
  (await createCaller(instance.url)(`/shares/${id}/token`, { json: {} })).status;

const examineClock = async (fix = false) => {
  const logger = createLogger({ level: 'silent', format: 'json' });
  const { env } = instance.app.core;
  const report = await runDoctor({ env, clock, logger, locales: localeCodes }, { fix, deep: false });
  return report.checks.find(({ id }) => id === 'clock');
};

/** The ways in which ten days can pass unobserved. */
const jumps = {
  'the wall clock was set': async () => clock.jump(10 * day),
  'the machine was suspended, and both clocks went on': async () => clock.advance(10 * day),
  'the server was started again': async () => {
    clock.jump(10 * day);
    instance = await instance.restart();
  },
};

type Jump = keyof typeof jumps;

const names: Jump[] = [
  'the wall clock was set',
  'the machine was suspended, and both clocks went on',
  'the server was started again',
];

describe.each(names)('when %s', (name) => {
  it.each([6, 60, 1200])('not one of %d shares loses its files, and none can be opened', async (count) => {
    const share = await publishShares(count);
    await jumps[name]();
    await purge();
    expect(await countKept()).toBe(count);
    expect(await statusOf(share)).toBe(404);
    expect(await notice()).toBe('clock_jump');
  });

  it('they lose them after a day of running', async () => {
    await publishShares(60);
    await jumps[name]();
    // For nearly a day of running time, including restarts.
    await letTimePass(instance, clock, 21 * hour);
    instance = await instance.restart();
    await letTimePass(instance, clock, hour);
    await purge();
    expect(await countKept()).toBe(60);
    await letTimePass(instance, clock, 2 * hour);
    await purge();
    expect(await countKept()).toBe(0);
    expect(await notice()).toBeNull();
    expect(await examineClock()).toMatchObject({ status: 'ok' });
  });
});

describe('a jump', () => {
  it('that is undone has ended nothing', async () => {
    const share = await publishShares(6);
    clock.jump(10 * day);
    await purge();
    clock.jump(-10 * day);
    await purge();
    expect(await statusOf(share)).toBe(200);
    expect(await notice()).toBeNull();
    expect(await examineClock()).toMatchObject({ status: 'ok' });
  });

  it('is a warning of the doctor, who is told that the clock is right', async () => {
    await publishShares(6);
    clock.jump(10 * day);
    await purge();
    const findings = [{ code: 'clock_jumped', params: { hours: 240 } }];
    expect(await examineClock()).toMatchObject({ status: 'warning', findings });
    expect(await examineClock(true)).toMatchObject({ status: 'repaired' });
    await purge();
    expect(await countKept()).toBe(0);
  });

  it("of some minutes is none of the doctor's business", async () => {
    await publishShares(6);
    clock.jump(10 * 60_000);
    await purge();
    expect(await examineClock()).toMatchObject({ status: 'ok' });
  });

  it('is confirmed by an administrator, which is written down', async () => {
    await publishShares(6);
    const { headers } = await signInAs(instance, instance.admin);
    clock.jump(12 * hour);
    const call = createCaller(instance.url);
    await letTimePass(instance, clock, 13 * hour);
    await purge();
    expect(await countKept()).toBe(6);
    expect((await call('/clock/confirm', { method: 'POST', headers })).status).toBe(401);
    const again = await signInAs(instance, instance.admin);
    expect((await call('/clock/confirm', { method: 'POST', headers: again.headers })).status).toBe(204);
    await purge();
    expect(await countKept()).toBe(0);
    const { body } = await call('/audit?action=job.clock_confirm', { headers: again.headers });
    expect(body).toMatchObject({ entries: [{ actor: { name: 'admin' } }] });
  });

  it('is confirmed before any job has seen it', async () => {
    const share = await publishShare('1-hours');
    clock.jump(2 * hour);
    const { headers } = await signInAs(instance, instance.admin);
    await createCaller(instance.url)('/clock/confirm', { method: 'POST', headers });
    await purge();
    expect(await countKept()).toBe(0);
    clock.jump(-2 * hour);
    await purge();
    expect(await statusOf(share)).toBe(404);
  });

  it('holds nothing up that ends by the time that has passed, and tells nobody then', async () => {
    const share = await publishShare('40-days');
    clock.jump(10 * day);
    await purge();
    expect(await notice()).toBeNull();
    await publishShare('1-hours');
    await letTimePass(instance, clock, 25 * hour);
    await purge();
    expect(await countKept()).toBe(1);
    expect(await statusOf(share)).toBe(200);
  });

  it('in the middle of another has a day of its own', async () => {
    await publishShares(6, '40-hours');
    clock.jump(20 * hour);
    await letTimePass(instance, clock, 12 * hour);
    clock.jump(10 * day);
    await publishShare('3-days');
    await letTimePass(instance, clock, 11 * hour);
    await purge();
    expect(await countKept()).toBe(7);
    // Six have expired: through the first jump, which is trusted now, and through 25 hours of running. The second jump
    // is not trusted.
    await letTimePass(instance, clock, 2 * hour);
    await purge();
    expect(await countKept()).toBe(1);
    const last = await publishShare('1-hours');
    await letTimePass(instance, clock, 24 * hour);
    await purge();
    expect(await statusOf(last)).toBe(404);
    expect(await countKept()).toBe(1);
    expect(await examineClock()).toMatchObject({ status: 'ok' });
  });

  it.each([
    ['a correction of a minute', async () => clock.jump(60_000)],
    ['a pause of half an hour', async () => clock.advance(hour / 2)],
  ])('is none: %s', async (_name, happen) => {
    await publishShares(2);
    await letTimePass(instance, clock, day);
    await happen();
    await letTimePass(instance, clock, 1000);
    await purge();
    expect(await countKept()).toBe(0);
  });
});

describe('a server that is switched off every night', () => {
  it('deletes what has expired after a few days', async () => {
    await publishShares(2);
    for (let night = 0; night < 6; night++) {
      await letTimePass(instance, clock, 10 * hour);
      clock.jump(14 * hour);
      instance = await instance.restart();
      await purge();
    }
    expect(await countKept()).toBe(0);
  });
});

describe('with a steady clock', () => {
  it('one of two shares goes at its time', async () => {
    await publishShare('30-days');
    const short = await publishShare('1-hours');
    await letTimePass(instance, clock, hour + 1000);
    await purge();
    expect(await countKept()).toBe(1);
    expect(await statusOf(short)).toBe(404);
  });

  it('1,200 shares that end at the same moment go then', { timeout: 120_000 }, async () => {
    // More than are purged in one go.
    await publishShares(1200);
    await letTimePass(instance, clock, day + 1000);
    await purge();
    expect(await countKept()).toBe(0);
    expect(await notice()).toBeNull();
  });
});
