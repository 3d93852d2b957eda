import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ConfigKey, configRow } from '#sdk/contract/config.js';
import type { CreateShare } from '#sdk/contract/shares/inputs.js';
import { createClient, type NodeClient } from '#sdk/index.js';
import { findViolations } from '../../testing/check-invariants.ts';
import { createUser, outcomeOf, password, signIn } from '../../testing/clients.ts';
import { createDraft, type Draft, publish, upload } from '../../testing/drafts.ts';
import { createReverseShare, sendBy } from '../../testing/reverse-shares.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

const hour = 3_600_000;
type Who = 'guest' | 'user' | 'admin';

let app: TestApp;
let clients: Record<Who, NodeClient>;
let changed: ConfigKey[] = [];

beforeAll(async () => {
  app = await startApp({
    env: { FILESHARE_ADDRESS_LIMIT_FACTOR: '1000', FILESHARE_TRUSTED_PROXIES: '127.0.0.1' },
  });
  const admin = await signIn(app);
  const { username } = await createUser(admin, 'mia');
  clients = {
    admin,
    user: await signIn(app, { username, password }),
    guest: createClient({ baseUrl: app.url }),
  };
});
afterAll(async () => {
  expect(await findViolations(app.app)).toEqual([]);
  await app.stop();
});
beforeEach(async () => {
  const reset = [...new Set(changed)].map((key) => ({ key, value: String(configRow(key).default) }));
  changed = [];
  if (reset.length > 0) await clients.admin.configs.update({ body: reset });
  await set({ 'share.allowUnauthenticatedShares': true });
});

async function set(values: { readonly [K in ConfigKey]?: string | number | boolean }): Promise<void> {
  const body = Object.entries(values).map(([key, value]) => ({ key, value: String(value) }));
  changed.push(...(Object.keys(values) as ConfigKey[]));
  await clients.admin.configs.update({ body });
}

const create = (who: Who, body: CreateShare) => clients[who].shares.create({ body });
const outcomes = async (body: CreateShare) =>
  Promise.all((['guest', 'user', 'admin'] as const).map((who) => outcomeOf(create(who, body))));

async function hoursOf(who: Who, body: CreateShare = {}): Promise<number | null> {
  const { share } = await create(who, body);
  return share.expiresAt === null ? null : Math.round((Date.parse(share.expiresAt) - Date.now()) / hour);
}

const draft = () => createDraft(app);

async function send(to: Draft, path: string, size: number): Promise<string> {
  return (await upload(app, to, { path, text: 'x'.repeat(size) })).error ?? 'ok';
}

describe('the password', () => {
  it('is required of guests, of users, or of nobody', async () => {
    expect(await outcomes({})).toEqual(['ok', 'ok', 'ok']);
    await set({ 'policies.guestPassword': true });
    expect(await outcomes({})).toEqual(['share_needs_password', 'ok', 'ok']);
    await set({ 'policies.userPassword': true });
    expect(await outcomes({})).toEqual([
      'share_needs_password',
      'share_needs_password',
      'share_needs_password',
    ]);
    expect(await outcomes({ password: 'open sesame' })).toEqual(['ok', 'ok', 'ok']);
  });

  it('can be changed but not removed, and shares from before stay as they are', async () => {
    const before = await create('user', {});
    const { share } = await create('user', { password: 'open sesame' });
    await set({ 'policies.userPassword': true });
    const edit = (id: typeof share.id, body: { password?: string | null; name?: string }) =>
      outcomeOf(clients.user.shares.update({ params: { id }, body }));
    expect(await edit(share.id, { password: null })).toBe('share_needs_password');
    expect(await edit(share.id, { password: 'another one' })).toBe('ok');
    expect(await edit(before.share.id, { name: 'Old', password: null })).toBe('ok');
  });

  it('is not required of those who send to a reverse share of somebody else', async () => {
    const reverseShare = await createReverseShare(clients.user);
    await set({ 'policies.userPassword': true, 'policies.guestPassword': true });
    const own = { reverseShare: { token: reverseShare.token } };
    expect(await outcomeOf(create('user', own))).toBe('share_needs_password');
    expect(await outcomeOf(create('user', { ...own, password: 'open sesame' }))).toBe('ok');
    const others = { ...own, password: 'open sesame' };
    expect(await outcomeOf(create('admin', others))).toBe('validation_failed');
    expect(await sendBy(app, { token: reverseShare.token })).toMatchObject({ status: 201 });
  });
});

describe('the expiry', () => {
  it('is shorter for guests, with a default of their own', async () => {
    await set({ 'policies.guestMaxExpiration': 48, 'policies.guestDefaultExpiration': '1-day' });
    expect([await hoursOf('guest'), await hoursOf('user')]).toEqual([24, 168]);
    expect(await outcomes({ expiration: '3-days' })).toEqual(['share_expiration_too_late', 'ok', 'ok']);
    expect(await outcomes({ expiration: 'never' })).toEqual(['share_expiration_too_late', 'ok', 'ok']);
    // Whichever is shorter applies.
    await set({ 'share.maxExpiration': 12 });
    expect(await hoursOf('guest')).toBe(12);
    expect(await outcomes({ expiration: '1-day' })).toEqual(Array(3).fill('share_expiration_too_late'));
  });

  it('falls back to what everybody has', async () => {
    await set({ 'share.defaultExpiration': '2-days' });
    expect([await hoursOf('guest'), await hoursOf('admin')]).toEqual([48, 48]);
  });

  it('is free for administrators where they may, also when the share is published and edited', async () => {
    await set({ 'share.maxExpiration': 24, 'policies.adminAnyExpiration': true });
    expect(await outcomes({ expiration: 'never' })).toEqual([
      'share_expiration_too_late',
      'share_expiration_too_late',
      'ok',
    ]);
    const { share, uploadToken } = await create('admin', { expiration: '30-days' });
    const own = { id: share.id, token: uploadToken };
    expect(await send(own, 'a.txt', 5)).toBe('ok');
    expect(await publish(app, own)).toBe(200);
    const params = { id: share.id };
    const published = await clients.admin.shares.getOwned({ params });
    expect(Date.parse(published.expiresAt ?? '') - Date.now()).toBeGreaterThan(29 * 24 * hour);
    expect(await outcomeOf(clients.admin.shares.update({ params, body: { expiration: 'never' } }))).toBe(
      'ok',
    );
    const users = await create('user', { expiration: '1-day' });
    const body = { expiration: '2-days' };
    const late = clients.user.shares.update({ params: { id: users.share.id }, body });
    expect(await outcomeOf(late)).toBe('share_expiration_too_late');
  });
});

describe('size and number of files', () => {
  it('are limited for guests alone, announced or not', async () => {
    await set({ 'policies.guestMaxSize': 1000, 'policies.guestMaxFiles': 2 });
    expect(await outcomes({ files: { count: 1, size: 1001 } })).toEqual(['share_too_large', 'ok', 'ok']);
    expect(await outcomes({ files: { count: 3, size: 10 } })).toEqual(['share_too_many_files', 'ok', 'ok']);
    const large = await draft();
    expect([await send(large, 'a', 600), await send(large, 'b', 401)]).toEqual(['ok', 'share_too_large']);
    const many = await draft();
    expect([await send(many, 'a', 1), await send(many, 'b', 1), await send(many, 'c', 1)]).toEqual([
      'ok',
      'ok',
      'share_too_many_files',
    ]);
    const { share, uploadToken } = await create('user', {});
    const own = { id: share.id, token: uploadToken };
    expect([await send(own, 'a', 800), await send(own, 'b', 800), await send(own, 'c', 800)]).toEqual([
      'ok',
      'ok',
      'ok',
    ]);
  });

  it('are those of everybody for what guests send to a reverse share', async () => {
    const reverseShare = await createReverseShare(clients.user);
    await set({ 'policies.guestMaxSize': 10, 'policies.guestMaxFiles': 1 });
    const sent = await sendBy(app, { token: reverseShare.token });
    expect([await send(sent.draft, 'a', 100), await send(sent.draft, 'b', 100)]).toEqual(['ok', 'ok']);
  });
});

describe('reverse shares', () => {
  it('are for users, for administrators, or for nobody, and links stop with them', async () => {
    const [ofUser, ofAdmin] = [
      await createReverseShare(clients.user),
      await createReverseShare(clients.admin),
    ];
    const make = async () => [
      await outcomeOf(createReverseShare(clients.user)),
      await outcomeOf(createReverseShare(clients.admin)),
    ];
    const sendTo = async () => [
      (await sendBy(app, { token: ofUser.token })).error,
      (await sendBy(app, { token: ofAdmin.token })).error,
    ];
    await set({ 'policies.userReverseShares': false });
    expect(await make()).toEqual(['reverse_shares_disabled', 'ok']);
    expect(await sendTo()).toEqual(['reverse_share_closed', undefined]);
    await set({ 'policies.userReverseShares': true, 'policies.adminReverseShares': false });
    expect(await make()).toEqual(['ok', 'reverse_shares_disabled']);
    expect(await sendTo()).toEqual([undefined, 'reverse_share_closed']);
    // They can still be seen and removed.
    const params = { id: ofAdmin.id };
    expect(await clients.admin.reverseShares.get({ params })).toMatchObject({ state: 'closed' });
    const reopen = clients.admin.reverseShares.update({ params, body: { isClosed: false } });
    expect(await outcomeOf(reopen)).toBe('reverse_shares_disabled');
    expect(await outcomeOf(clients.admin.reverseShares.remove({ params }))).toBe('ok');
  });
});

describe('a key of an administrator', () => {
  it('is that of an administrator, also without the scope for administration', async () => {
    const { secret } = await clients.admin.apiKeys.create({
      body: { name: 'script', scopes: ['shares:write', 'reverse-shares'], password: app.admin.password },
    });
    const script = createClient({ baseUrl: app.url, token: secret });
    await set({ 'policies.userReverseShares': false });
    await set({ 'share.maxExpiration': 24, 'policies.adminAnyExpiration': true });
    const { id } = await createReverseShare(script, { expiration: 'never' });
    expect(await clients.admin.reverseShares.get({ params: { id } })).toMatchObject({ state: 'open' });
    expect(await outcomeOf(script.shares.create({ body: { expiration: 'never' } }))).toBe('ok');
  });
});

describe('a draft from before', () => {
  it('is shortened to the limit when it is published', async () => {
    const { share, uploadToken } = await create('guest', { expiration: 'never' });
    const before = { id: share.id, token: uploadToken };
    expect(await send(before, 'a.txt', 5)).toBe('ok');
    await set({ 'policies.guestMaxExpiration': 24 });
    expect(await publish(app, before)).toBe(200);
    const { shares } = await clients.admin.shares.listAll({ query: { search: share.id } });
    expect(Date.parse(shares[0]?.expiresAt ?? '') - Date.now()).toBeLessThan(25 * hour);
  });
});

describe('the storage of the instance', () => {
  it('holds for all shares together, of twenty uploads at the same moment', async () => {
    const used = await app.app.core.uow.read.shares.heldByAll();
    const drafts = await Promise.all(Array.from({ length: 20 }, draft));
    await set({ 'policies.instanceQuota': used + 2500 });
    const sent = await Promise.all(drafts.map((each) => send(each, 'a', 500)));
    expect(sent.filter((outcome) => outcome === 'ok')).toHaveLength(5);
    expect(new Set(sent)).toEqual(new Set(['ok', 'storage_full']));
    expect(await outcomes({ files: { count: 1, size: 1 } })).toEqual(Array(3).fill('storage_full'));
    expect(await clients.admin.statistics.overview()).toMatchObject({ availableBytes: 0 });
    await set({ 'policies.instanceQuota': used + 3000 });
    expect(await outcomeOf(create('guest', { files: { count: 1, size: 500 } }))).toBe('ok');
  });
});
