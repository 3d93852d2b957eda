import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NodeClient } from '#sdk/index.js';
import { createUser, outcomeOf, password, signIn } from '../../testing/clients.ts';
import { publish, upload } from '../../testing/drafts.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { createReverseShare, sendBy } from '../../testing/reverse-shares.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

const clock = createFakeClock();
const day = 24 * 3_600_000;
let app: TestApp;
let admin: NodeClient;
let owner: NodeClient;
let other: NodeClient;

beforeAll(async () => {
  const env = { FILESHARE_TRUSTED_PROXIES: '127.0.0.1' };
  app = await startApp({ clock, env });
  admin = await signIn(app);
  for (const username of ['owner', 'other']) await createUser(admin, username);
  owner = await signIn(app, { username: 'owner', password });
  other = await signIn(app, { username: 'other', password });
});
afterAll(() => app.stop());

const set = (key: string, value: string) => admin.configs.update({ body: [{ key, value }] });

describe('a new reverse share', () => {
  it('answers everything its owner sees, with the link', async () => {
    const made = await createReverseShare(owner, {
      name: ' Photos ',
      description: 'Send them here',
      expiration: '2-days',
      shareExpiration: '1-week',
      maxShareSize: 1000,
      maxUses: 3,
      password: 'sesame',
      requiresSignIn: true,
      hasSimpleForm: true,
    });
    expect(made).toMatchObject({
      name: 'Photos',
      state: 'open',
      expiresAt: new Date(clock.now() + 2 * day).toISOString(),
      shareExpiration: '1-week',
      maxUses: 3,
      remainingUses: 3,
      shareCount: 0,
      size: 0,
      hasPassword: true,
      requiresSignIn: true,
      hasSimpleForm: true,
      sendsNotification: false,
    });
    expect(made.token).toMatch(/^fsq_[\w-]{43}$/);
    const { token, ...own } = made;
    expect(await owner.reverseShares.get({ params: { id: made.id } })).toEqual(own);
  });

  it.each([
    { name: 'two\nlines' },
    { name: '\u202egpj.exe' },
    { name: '\ud800' },
    { description: 'a\u0000b' },
  ])('refuses %j', async (body) => {
    expect(await outcomeOf(owner.reverseShares.create({ body }))).toBe('validation_failed');
  });

  it('names the largest size once', async () => {
    const body = { maxShareSize: 2 ** 53 };
    await expect(owner.reverseShares.create({ body })).rejects.toMatchObject({
      issues: [{ field: 'maxShareSize', code: 'too_big', params: { maximum: Number.MAX_SAFE_INTEGER } }],
    });
  });

  it('lies in the database without its link or its password', async () => {
    const { id, token } = await createReverseShare(owner, { password: 'open says me' });
    const row: unknown = await app.app.core.database.reader('reverse_shares').where({ id }).first();
    expect(JSON.stringify(row)).not.toContain(token);
    expect(JSON.stringify(row)).not.toContain('open says me');
  });

  it('ends as shares do unless told', async () => {
    expect((await createReverseShare(owner)).expiresAt).toBe(new Date(clock.now() + 7 * day).toISOString());
    expect((await createReverseShare(owner, { expiration: 'never' })).expiresAt).toBeNull();
  });

  it('lives no longer than the instance allows, nor do the shares it receives', async () => {
    await set('share.maxExpiration', '24');
    const create = (body: object) => outcomeOf(owner.reverseShares.create({ body }));
    expect(await create({ expiration: 'never' })).toBe('share_expiration_too_late');
    expect(await create({ expiration: '2-days' })).toBe('share_expiration_too_late');
    expect(await create({ shareExpiration: '2-days' })).toBe('share_expiration_too_late');
    const { id, expiresAt } = await createReverseShare(owner);
    expect(expiresAt).toBe(new Date(clock.now() + day).toISOString());
    const update = (body: object) => outcomeOf(owner.reverseShares.update({ params: { id }, body }));
    expect(await update({ expiration: '2-days' })).toBe('share_expiration_too_late');
    expect(await update({ shareExpiration: 'never' })).toBe('share_expiration_too_late');
    await set('share.maxExpiration', '');
    expect(await create({ expiration: '2020-01-01T00:00Z' })).toBe('share_expiration_past');
    expect(await create({ shareExpiration: '2020-01-01T00:00Z' })).toBe('share_expiration_past');
  });

  it('sends no mail where the instance sends none', async () => {
    const body = { sendsNotification: true };
    expect(await outcomeOf(owner.reverseShares.create({ body }))).toBe('mail_disabled');
    const { id } = await createReverseShare(owner);
    expect(await outcomeOf(owner.reverseShares.update({ params: { id }, body }))).toBe('mail_disabled');
  });
});

describe('a change', () => {
  it('keeps what is left out, removes what is null, and never touches the link', async () => {
    const made = await createReverseShare(owner, { name: 'A', maxUses: 2, password: 'sesame' });
    const { id } = made;
    const changed = await owner.reverseShares.update({
      params: { id },
      body: { description: 'B', maxUses: null, password: null },
    });
    expect(changed).toMatchObject({ name: 'A', description: 'B', maxUses: null, remainingUses: null });
    expect(changed).toMatchObject({ hasPassword: false, url: made.url });
  });

  it('keeps what others change at the same moment', async () => {
    const { id } = await createReverseShare(owner, { name: 'A' });
    const changes = [
      { name: 'B' },
      { description: 'C' },
      { maxUses: 7 },
      { maxShareSize: 8 },
      { isClosed: true },
    ];
    await Promise.all(changes.map((body) => owner.reverseShares.update({ params: { id }, body })));
    expect(await owner.reverseShares.get({ params: { id } })).toMatchObject({
      name: 'B',
      description: 'C',
      maxUses: 7,
      maxShareSize: 8,
      state: 'closed',
    });
  });

  it('closes and opens again', async () => {
    const { id, token } = await createReverseShare(owner);
    const close = (isClosed: boolean) => owner.reverseShares.update({ params: { id }, body: { isClosed } });
    expect((await close(true)).state).toBe('closed');
    expect((await sendBy(app, { token })).error).toBe('reverse_share_closed');
    expect((await close(false)).state).toBe('open');
    expect((await sendBy(app, { token })).error).toBeUndefined();
  });

  it('brings an expired one back', async () => {
    const { id, token } = await createReverseShare(owner, { expiration: '1-hour' });
    clock.advance(3_600_000);
    expect((await owner.reverseShares.get({ params: { id } })).state).toBe('expired');
    expect((await sendBy(app, { token })).error).toBe('reverse_share_not_found');
    const changed = await owner.reverseShares.update({ params: { id }, body: { expiration: '1-hour' } });
    expect(changed.state).toBe('open');
    expect((await sendBy(app, { token })).error).toBeUndefined();
  });
});

describe('the list', () => {
  it('has those of the caller, newest first, page by page, and finds by name', async () => {
    await createUser(admin, 'lister');
    const lister = await signIn(app, { username: 'lister', password });
    for (const name of ['one', 'two', '100%', 'four', 'five']) {
      clock.advance(1);
      await createReverseShare(lister, { name });
    }
    const list = (query: object) => lister.reverseShares.list({ query });
    const names: (string | null)[] = [];
    let cursor: string | null = null;
    do {
      const page = await list({ limit: 2, ...(cursor && { cursor }) });
      names.push(...page.reverseShares.map(({ name }) => name));
      cursor = page.nextCursor;
    } while (cursor);
    expect(names).toEqual(['five', 'four', '100%', 'two', 'one']);
    const found = await list({ search: '%' });
    expect(found.reverseShares.map(({ name }) => name)).toEqual(['100%']);
    expect(await outcomeOf(list({ cursor: 'made up' }))).toBe('malformed_request');
    await lister.close();
  });

  it('are shown with files of the newest share that has arrived', async () => {
    const { id, token } = await createReverseShare(owner);
    const seen = async () => (await owner.reverseShares.get({ params: { id } })).cover;
    const send = async (path: string) => {
      const { draft } = await sendBy(app, { token });
      await upload(app, draft, { path, text: 'abc' });
      return draft;
    };
    expect(await seen()).toBe(null);
    const first = await send('trip/first.txt');
    expect(await seen()).toBe(null);
    await publish(app, first);
    clock.advance(1000);
    const second = await send('second.txt');
    expect(await seen()).toMatchObject({
      shareId: first.id,
      files: [{ name: 'first.txt', thumbnail: null }],
    });
    await publish(app, second);
    expect(await seen()).toMatchObject({ shareId: second.id, files: [{ name: 'second.txt' }] });
    await owner.shares.remove({ params: { id: second.id } });
    expect(await seen()).toMatchObject({ shareId: first.id });
    await owner.shares.remove({ params: { id: first.id } });
    expect(await seen()).toBe(null);
    await app.app.jobs.run('shares.purge');
  });

  it('counts what came in and is still there', async () => {
    const { id, token } = await createReverseShare(owner, { maxUses: 5 });
    const first = await sendBy(app, { token });
    await upload(app, first.draft, { path: 'a.txt', text: 'abc' });
    await publish(app, first.draft);
    await sendBy(app, { token });
    const seen = () => owner.reverseShares.get({ params: { id } });
    expect(await seen()).toMatchObject({ shareCount: 2, size: 3, remainingUses: 3 });
    await owner.shares.remove({ params: { id: first.draft.id } });
    // A use stays used when the published share is removed.
    expect(await seen()).toMatchObject({ shareCount: 1, size: 0, remainingUses: 3 });
  });
});

describe('those of others', () => {
  let id: string;
  beforeEach(async () => {
    ({ id } = await createReverseShare(owner));
  });

  it.each([
    ['somebody else', () => other],
    ['an administrator', () => admin],
  ])('do not exist for %s', async (_, client) => {
    const { reverseShares } = client();
    const params = { id };
    expect(await outcomeOf(reverseShares.get({ params }))).toBe('reverse_share_not_found');
    expect(await outcomeOf(reverseShares.update({ params, body: {} }))).toBe('reverse_share_not_found');
    expect(await outcomeOf(reverseShares.remove({ params }))).toBe('reverse_share_not_found');
    expect((await reverseShares.list({ query: {} })).reverseShares).toEqual([]);
  });
});

describe('removing one', () => {
  it('removes all that came in by it, and refuses what is being uploaded at once', async () => {
    const { id, token } = await createReverseShare(owner);
    const published = await sendBy(app, { token });
    await upload(app, published.draft, { path: 'a.txt', text: 'abc' });
    await publish(app, published.draft);
    const onTheWay = await sendBy(app, { token });
    await owner.reverseShares.remove({ params: { id } });

    expect(await outcomeOf(owner.reverseShares.get({ params: { id } }))).toBe('reverse_share_not_found');
    expect((await sendBy(app, { token })).error).toBe('reverse_share_not_found');
    const open = owner.shares.open({ params: { id: published.draft.id }, body: {} });
    expect(await outcomeOf(open)).toBe('share_removed');
    expect((await upload(app, onTheWay.draft, { path: 'b.txt', text: 'b' })).error).toBe('share_removed');
    await app.app.jobs.run('shares.purge');
    expect(await app.app.core.database.reader('files').select()).toEqual([]);
  });
});

it('writes down who made, changed and removed one, and no name or password', async () => {
  const { id } = await createReverseShare(owner, { name: 'Secret name', password: 'sesame' });
  await owner.reverseShares.update({ params: { id }, body: { name: 'Other', password: 'tahini' } });
  await owner.reverseShares.remove({ params: { id } });
  const { entries } = await admin.audit.list({ query: { action: 'reverse_share' } });
  const mine = entries.filter(({ subject }) => subject?.id === id);
  expect(mine.map(({ action, actor, details }) => ({ action, by: actor?.name, details }))).toEqual([
    { action: 'reverse_share.remove', by: 'owner', details: { shares: 0 } },
    { action: 'reverse_share.update', by: 'owner', details: { fields: 'name, password' } },
    { action: 'reverse_share.create', by: 'owner', details: {} },
  ]);
  expect(JSON.stringify(mine)).not.toMatch(/Secret|Other|sesame|tahini/);
});
