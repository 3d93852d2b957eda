import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ShareDetails } from '#sdk/contract/shares.js';
import { createCaller } from '../../testing/browser.ts';
import { findViolations } from '../../testing/check-invariants.ts';
import { createDraft, type Draft, publish, upload } from '../../testing/drafts.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { letTimePass } from '../../testing/let-time-pass.ts';
import { errorOf, signInAs } from '../../testing/members.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

const hour = 3_600_000;
const clock = createFakeClock(Date.now());
let app: TestApp;
let headers: Record<string, string>;

const call = (path: string, options = {}) => createCaller(app.url)(path, { headers, ...options });

beforeAll(async () => {
  app = await startApp({
    clock,
    env: {
      FILESHARE_ADDRESS_LIMIT_FACTOR: '1000',
      FILESHARE_CONFIG_SHARE_RETENTION: '48',
      FILESHARE_CONFIG_SHARE_MAX_EXPIRATION: '720',
    },
  });
});
beforeEach(() => later(0));
afterAll(async () => {
  expect(await findViolations(app.app)).toEqual([]);
  await app.stop();
});

/** Signs in again after time has passed, because sessions end too. */
async function later(hours: number): Promise<void> {
  await letTimePass(app, clock, hours * hour);
  ({ headers } = await signInAs(app, app.admin));
}

async function makeDraft(json: Record<string, unknown> = {}): Promise<Draft> {
  const draft = await createDraft(app, { expiration: '1-day', ...json }, headers);
  await upload(app, draft, { path: 'a.txt', text: 'content' });
  return draft;
}

async function makeShare(json: Record<string, unknown> = {}): Promise<Draft> {
  const draft = await makeDraft(json);
  expect(await publish(app, draft)).toBe(200);
  return draft;
}

const edit = ({ id }: Draft, json: Record<string, unknown>) =>
  call(`/shares/${id}`, { method: 'PATCH', json });

async function detailsOf({ id }: Draft): Promise<ShareDetails> {
  return (await call(`/shares/${id}/owner`)).body as ShareDetails;
}

async function open({ id }: Draft, json: unknown = {}) {
  const { body } = await createCaller(app.url)(`/shares/${id}/token`, { json });
  return body as { token?: string; error?: string };
}

const visit = async ({ id }: Draft, token: string) =>
  (await createCaller(app.url)(`/shares/${id}`, { headers: { 'x-share-token': token } })).status;

const inHours = (hours: number) => new Date(clock.now() + hours * hour).toISOString();

describe('editing a share', () => {
  it('changes the given fields and no others', async () => {
    const share = await makeShare({ name: 'Old', description: 'Text', maxViews: 5 });
    const before = await detailsOf(share);
    const { status, body } = await edit(share, { name: ' New ' });
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, name: 'New' });
    expect((await edit(share, { description: null, maxViews: null })).body).toEqual({
      ...before,
      name: 'New',
      description: null,
      maxViews: null,
      hasDirectLinks: true,
    });
    expect((await edit(share, {})).body).toMatchObject({ name: 'New', url: before.url });
  });

  it('ends the share tokens of everybody when the password is changed', async () => {
    const share = await makeShare();
    const { token = '' } = await open(share);
    expect(await visit(share, token)).toBe(200);
    expect((await edit(share, { password: 'first secret' })).body).toMatchObject({ hasPassword: true });
    expect(await visit(share, token)).toBe(403);
    expect(await open(share)).toMatchObject({ error: 'share_password_required' });
    const second = (await open(share, { password: 'first secret' })).token ?? '';
    await edit(share, { password: 'second secret' });
    expect(await visit(share, second)).toBe(403);
    expect(await open(share, { password: 'first secret' })).toMatchObject({ error: 'share_password_wrong' });
    expect((await edit(share, { password: null })).body).toMatchObject({ hasPassword: false });
    expect(await open(share)).toHaveProperty('token');
  });

  it('leaves share tokens alone when something else is changed', async () => {
    const share = await makeShare({ password: 'secret' });
    const { token = '' } = await open(share, { password: 'secret' });
    await edit(share, { name: 'Other', expiration: '2-days', maxViews: 1 });
    expect(await visit(share, token)).toBe(200);
  });

  it('takes a limit below the number of visitors: it is reached', async () => {
    const share = await makeShare();
    for (let visitor = 0; visitor < 3; visitor += 1) expect(await open(share)).toHaveProperty('token');
    expect((await edit(share, { maxViews: 2 })).body).toMatchObject({ visitors: 3, maxViews: 2 });
    expect(await open(share)).toMatchObject({ error: 'share_view_limit' });
    await edit(share, { maxViews: 4 });
    expect(await open(share)).toHaveProperty('token');
    expect(await open(share)).toMatchObject({ error: 'share_view_limit' });
  });

  it('counts an expiration from now and holds the maximum', async () => {
    const share = await makeShare();
    await later(1);
    expect((await edit(share, { expiration: '2-days' })).body).toMatchObject({ expiresAt: inHours(48) });
    const { expiresAt } = await detailsOf(share);
    for (const expiration of ['never', '31-days', inHours(24 * 31)]) {
      expect(errorOf(await edit(share, { expiration }))).toBe('share_expiration_too_late');
    }
    expect(errorOf(await edit(share, { expiration: inHours(-1), name: 'x' }))).toBe('share_expiration_past');
    expect(await detailsOf(share)).toMatchObject({ expiresAt, name: null });
  });

  it('counts the expiration of a draft from its publication', async () => {
    const draft = await makeDraft();
    await later(1);
    expect((await edit(draft, { expiration: '3-days' })).status).toBe(200);
    await later(5);
    expect(await publish(app, draft)).toBe(200);
    expect(await detailsOf(draft)).toMatchObject({ expiresAt: inHours(72) });
  });

  it.each([
    ['before the job has run', []],
    ['after the job has run', ['shares.purge']],
  ])('brings an expired share back, %s', async (_when, jobs) => {
    const share = await makeShare({ expiration: '1-hour' });
    await later(2);
    for (const job of jobs) await app.app.jobs.run(job);
    expect((await edit(share, { name: 'Over' })).body).toMatchObject({ state: 'expired' });
    expect(await open(share)).toMatchObject({ error: 'share_not_found' });
    expect((await edit(share, { expiration: '1-day' })).body).toMatchObject({ state: 'active' });
    expect(await open(share)).toHaveProperty('token');
  });

  it('does not bring back what is being purged or was removed', async () => {
    const [expired, removed] = [await makeShare({ expiration: '1-hour' }), await makeShare()];
    const record = await app.app.core.uow.read.shares.findById(expired.id);
    if (!record) throw new Error('no share');
    await later(2);
    await app.app.jobs.run('shares.purge');
    // The state of a purge that was killed before its first file.
    const moment = { now: clock.now(), expiredBefore: clock.now() };
    await app.app.core.uow.transaction(({ shares }) => shares.beginPurge(record.key, moment));
    expect(errorOf(await edit(expired, { expiration: '1-day' }))).toBe('share_not_found');
    await app.app.jobs.run('shares.purge');
    expect((await app.app.core.uow.read.shares.findById(expired.id))?.purgedAt).toBe(clock.now());

    await call(`/shares/${removed.id}`, { method: 'DELETE' });
    expect(errorOf(await edit(removed, { expiration: '1-day' }))).toBe('share_removed');
    expect((await app.app.core.uow.read.shares.findById(removed.id))?.state).toBe('removed');
  });

  it('never leaves a removed share changed, whoever is faster', async () => {
    const shares = await Promise.all(Array.from({ length: 10 }, () => makeShare()));
    await Promise.all(
      shares.flatMap((share) => [
        edit(share, { expiration: '1-day' }),
        call(`/shares/${share.id}`, { method: 'DELETE' }),
      ]),
    );
    for (const { id } of shares) {
      expect((await app.app.core.uow.read.shares.findById(id))?.state).toBe('removed');
    }
  });

  it('writes down which fields were changed, and no values', async () => {
    const share = await makeShare();
    await edit(share, { name: 'Secret name', password: 'secret word', expiration: '1-day' });
    const { body } = await call('/audit?action=share.update&limit=1');
    const [entry] = (body as { entries: { subject: unknown; details: unknown }[] }).entries;
    expect(entry).toMatchObject({
      // As it is called now; the log itself knows the ID only.
      subject: { id: share.id, name: 'Secret name' },
      details: { fields: 'name, expiration, password' },
    });
    expect(JSON.stringify(await app.app.core.database.reader('audit'))).not.toContain('ecret');
  });

  it('refuses what no share can be', async () => {
    const share = await makeShare();
    for (const json of [
      { maxViews: 0 },
      { password: 'ab' },
      { name: 'x'.repeat(101) },
      { name: 'two\nlines' },
      { description: 'a\u0000b' },
      { expiration: 'soon' },
      { expiration: null },
      { id: 'another' },
      { views: 0 },
    ]) {
      expect(errorOf(await edit(share, json))).toBe('validation_failed');
    }
  });
});
