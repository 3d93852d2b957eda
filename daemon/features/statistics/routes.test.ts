import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Overview } from '#sdk/contract/statistics.js';
import { createCaller } from '../../testing/browser.ts';
import { createDraft, publish, upload } from '../../testing/drafts.ts';
import { createFakeClock, type FakeClock } from '../../testing/fake-clock.ts';
import { addMember, bearer, errorOf, signInAs } from '../../testing/members.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { usesBucket } from '../../testing/test-storage.ts';

const day = 86_400_000;

let clock: FakeClock;
let app: TestApp;
beforeEach(async () => {
  clock = createFakeClock();
  app = await startApp({ clock });
});
afterEach(() => app.stop());

const asAdmin = async () => (await signInAs(app, app.admin)).headers;

async function overview(days = 3): Promise<Overview> {
  const { body } = await createCaller(app.url)(`/statistics?days=${days}`, { headers: await asAdmin() });
  return body as Overview;
}

async function share(name: string, text: string): Promise<{ id: string }> {
  const draft = await createDraft(app, { name }, await asAdmin());
  await upload(app, draft, { path: 'a.txt', text });
  await upload(app, draft, { path: 'b.txt', text: 'b' });
  expect(await publish(app, draft)).toBe(200);
  return draft;
}

async function take(path: string, headers: Record<string, string> = {}): Promise<void> {
  await (await fetch(`${app.url}${path}`, { headers })).arrayBuffer();
}

const nothing = { storedBytes: null, shares: 0, uploads: 0, uploadedBytes: 0, downloads: 0 };

describe('the overview', () => {
  it('of an empty instance is all there', async () => {
    expect(await overview()).toMatchObject({
      users: 1,
      activeUsers: 1,
      damagedFiles: 0,
      shares: 0,
      drafts: 0,
      reverseShares: 0,
      files: 0,
      storedBytes: 0,
      reservedBytes: 0,
      mails: { waiting: 0, failed: 0 },
      jobs: { failed: 0, held: 0 },
      largestShares: [],
      days: [
        { day: '2026-01-13', ...nothing },
        { day: '2026-01-14', ...nothing },
        { day: '2026-01-15', ...nothing, storedBytes: 0 },
      ],
    });
  });

  it('tells what there is, and the largest first', async () => {
    await share('small', 'x');
    const { id } = await share('large', '0123456789');
    const draft = await createDraft(app, {}, await asAdmin());
    await upload(app, draft, { path: 'a.txt', text: '0123456789', sent: 4 });
    const found = await overview();
    expect(found).toMatchObject({ shares: 2, drafts: 1, files: 4, storedBytes: 13, reservedBytes: 6 });
    expect(found.availableBytes !== null && found.availableBytes > 0).toBe(!usesBucket());
    expect(found.largestShares).toEqual([
      {
        id,
        name: 'large',
        owner: 'admin',
        size: 11,
        files: 2,
        cover: [expect.objectContaining({ name: 'a.txt' }), expect.objectContaining({ name: 'b.txt' })],
      },
      expect.objectContaining({ name: 'small', size: 2 }),
    ]);
  });

  it('does not count as open what is over, though no job has run', async () => {
    const draft = await createDraft(app, { expiration: '1-day' }, await asAdmin());
    await upload(app, draft, { path: 'a.txt', text: 'x' });
    await publish(app, draft);
    clock.advance(day + 1);
    expect(await overview()).toMatchObject({ shares: 0, files: 1 });
  });

  it('counts each day by itself, and keeps what a removed share was', async () => {
    const first = await share('first', '0123456789');
    await app.app.jobs.run('statistics.measure');
    clock.advance(day);
    await createCaller(app.url)(`/shares/${first.id}`, { method: 'DELETE', headers: await asAdmin() });
    await app.app.jobs.run('shares.purge');
    await share('second', 'x');
    const { days } = await overview(2);
    expect(days).toEqual([
      { day: '2026-01-15', storedBytes: 11, shares: 1, uploads: 2, uploadedBytes: 11, downloads: 0 },
      { day: '2026-01-16', storedBytes: 2, shares: 1, uploads: 2, uploadedBytes: 2, downloads: 0 },
    ]);
  });

  it('counts a download when its last byte is sent, whoever it is for', async () => {
    const { id } = await share('taken', '0123456789');
    const file = `/d/${id}/a.txt`;
    await take(file);
    await take(file, { range: 'bytes=0-3' });
    await take(file, { range: 'bytes=4-' });
    await take(file, await asAdmin());
    await take(`/api/shares/${id}/archive`, await asAdmin());
    await app.app.jobs.run('files.count-downloads');
    expect((await overview(1)).days[0]?.downloads).toBe(4);
  });

  it('is for administrators', async () => {
    const { headers } = await signInAs(app, await addMember(app, 'jo'));
    const call = createCaller(app.url);
    expect(errorOf(await call('/statistics', { headers }))).toBe('forbidden');
    expect(errorOf(await call('/statistics', { headers: bearer('x') }))).toBe('session_expired');
  });

  it('refuses a number of days that is none', async () => {
    const headers = await asAdmin();
    for (const days of ['0', '367', 'all', '1.5']) {
      const answer = await createCaller(app.url)(`/statistics?days=${days}`, { headers });
      expect(errorOf(answer)).toBe('validation_failed');
    }
  });
});
