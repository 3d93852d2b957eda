import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCaller } from '../../testing/browser.ts';
import { findViolations } from '../../testing/check-invariants.ts';
import { createDraft, type Draft, publish, resume, upload } from '../../testing/drafts.ts';
import { createFakeClock, type FakeClock } from '../../testing/fake-clock.ts';
import { letTimePass } from '../../testing/let-time-pass.ts';
import { signInAs } from '../../testing/members.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { sendTus } from '../../testing/tus.ts';
import { createAuditLog } from '../audit/log.ts';
import { type ClockWatch, createClockWatch, readDoubt } from './clock-watch.ts';

const hour = 3_600_000;
const day = 24 * hour;
const text = '0123456789';

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

  it('goes on after the machine was suspended for ten days, and both its clocks went on', async () => {
    const { url, ...draft } = await beginUpload();
    clock.advance(10 * day);
    await runJobs();
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
    await letTimePass(instance, clock, 23 * hour);
    await runJobs();
    expect(await status()).toBe(200);
    await letTimePass(instance, clock, 2 * hour);
    await runJobs();
    expect(await status()).not.toBe(200);
  });
});

describe('a share', () => {
  it('that has ended stays so when the clock goes back', async () => {
    const share = await publishShare();
    await letTimePass(instance, clock, day + hour);
    await runJobs();
    expect(await statusOf(share)).toBe(404);
    clock.jump(-10 * day);
    await runJobs();
    expect(await statusOf(share)).toBe(404);
  });

  it('that ended just before the clock went back stays so too', async () => {
    const share = await publishShare();
    await letTimePass(instance, clock, day + 1000);
    clock.jump(-10 * day);
    await runJobs();
    expect(await statusOf(share)).toBe(404);
  });
});

describe('what a jump ahead ends, and nobody can bring back, is still there when it is undone', () => {
  const far = 400 * day;
  const call = (path: string, headers: Record<string, string>) =>
    createCaller(instance.url)(path, { headers });

  async function jumpAndBack(job: string): Promise<void> {
    clock.jump(far);
    await instance.app.jobs.run(job);
    clock.jump(-far);
    await instance.app.jobs.run(job);
  }

  it('a session', async () => {
    const { headers } = await signInAs(instance, instance.admin);
    await jumpAndBack('sessions.sweep');
    expect((await call('/users/me', headers)).status).toBe(200);
  });

  it('what a visitor has opened', async () => {
    const { id } = await publishShare();
    const { body } = await createCaller(instance.url)(`/shares/${id}/token`, { json: {} });
    await jumpAndBack('shares.sweep-grants');
    const headers = { 'x-share-token': (body as { token: string }).token };
    expect((await call(`/shares/${id}`, headers)).status).toBe(200);
  });

  it('a link that was mailed', async () => {
    const { uow, users } = instance.app.core;
    const user = await users.findByIdentifier(instance.admin.username);
    if (!user) throw new Error('no administrator');
    const link = { tokenHash: 'hash', purposes: ['invite'] as const, now: clock.now() };
    await uow.transaction(({ links }) =>
      links.save({
        userId: user.id,
        purpose: 'invite',
        tokenHash: link.tokenHash,
        email: user.email,
        expiresAt: clock.now() + hour,
      }),
    );
    await jumpAndBack('links.sweep');
    expect(await uow.read.links.findOwner(link)).not.toBeNull();
  });

  it('a mail that waits for its server', async () => {
    const { uow } = instance.app.core;
    const createdAt = clock.now();
    const mail = { id: 'mail', userId: null, about: null, kind: 'test', recipient: 'ann@example.org' };
    const times = { createdAt, expiresAt: createdAt + day };
    await uow.transaction(({ outbox }) => outbox.insert({ ...mail, ...times, message: 'sealed' }));
    clock.jump(far);
    await instance.app.jobs.run('mail.send');
    expect(await uow.read.outbox.findDue(clock.now())).toBeNull();
    clock.jump(-far);
    await instance.app.jobs.run('mail.send');
    expect(await uow.read.outbox.findDue(clock.now())).toMatchObject({ id: 'mail' });
    await letTimePass(instance, clock, day);
    await instance.app.jobs.run('mail.send');
    const rows: { state: string }[] = await instance.app.core.database.reader('outbox').select('state');
    expect(rows).toEqual([{ state: 'dead' }]);
  });
});

describe('the servers of one instance', () => {
  const half = hour / 2;
  let watches: ClockWatch[];

  beforeEach(async () => {
    const { uow, logger } = instance.app.core;
    const createOther = () => createClockWatch({ uow, clock, logger, audit: createAuditLog({ uow, clock }) });
    watches = [instance.app.core.clockWatch, createOther(), createOther()];
    // From then on each knows how much time has passed.
    for (const watch of watches) await watch.observe();
  });

  const aheadOf = async () => (await readDoubt(instance.app.core.uow.read.instance))?.ahead ?? 0;

  /** All look at the clock twice an hour, some minutes apart. */
  async function watchFor(milliseconds: number): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += half) {
      for (const watch of watches) {
        await watch.observe();
        clock.advance(half / watches.length);
      }
    }
  }

  it('count a jump once', async () => {
    await watchFor(hour);
    clock.jump(10 * day);
    await Promise.all(watches.map((watch) => watch.observe()));
    expect(await aheadOf()).toBe(10 * day);
    await watchFor(hour);
    clock.jump(-10 * day);
    await watchFor(hour);
    expect(await aheadOf()).toBe(0);
  });

  it('trust a new time after a day, not after a day of all of them together', async () => {
    await watchFor(hour);
    clock.jump(10 * day);
    await watchFor(23 * hour);
    expect(await aheadOf()).toBe(10 * day);
    await watchFor(2 * hour);
    expect(await aheadOf()).toBe(0);
  });
});
