import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NodeClient } from '#sdk/index.js';
import { createCaller } from '../../testing/browser.ts';
import { findViolations } from '../../testing/check-invariants.ts';
import { createUser, password, signIn } from '../../testing/clients.ts';
import { publish, upload } from '../../testing/drafts.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { letTimePass } from '../../testing/let-time-pass.ts';
import { bearer, errorOf, signInAs } from '../../testing/members.ts';
import { createReverseShare, sendBy } from '../../testing/reverse-shares.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

const clock = createFakeClock();
const hour = 3_600_000;
let app: TestApp;
let admin: NodeClient;
let count = 0;
let name: string;
let ownerId: string;
let owner: NodeClient;

beforeAll(async () => {
  const env = { FILESHARE_TRUSTED_PROXIES: '127.0.0.1' };
  app = await startApp({ clock, env });
  admin = await signIn(app);
});
afterAll(async () => {
  expect(await findViolations(app.app)).toEqual([]);
  await app.stop();
});
beforeEach(async () => {
  count += 1;
  name = `owner${count}`;
  ({ id: ownerId } = await createUser(admin, name));
  owner = await signIn(app, { username: name, password });
});

const remainingOf = async (id: string) => (await owner.reverseShares.get({ params: { id } })).remainingUses;

const invite = (token: string, address = '10.1.0.1') =>
  createCaller(app.url)(`/reverseShares/token/${token}`, { headers: { 'x-forwarded-for': address } });

const madeUp = (index: number) => `fsq_${String(index).padStart(43, 'x')}`;

describe('the invitation', () => {
  it('says what somebody with the link may know, and nothing else', async () => {
    const { token, expiresAt } = await createReverseShare(owner, {
      name: 'Photos',
      description: 'Here',
      maxShareSize: 5000,
      maxUses: 4,
      password: 'sesame',
    });
    expect((await invite(token)).body).toEqual({
      name: 'Photos',
      description: 'Here',
      owner: name,
      expiresAt,
      maxShareSize: 5000,
      hasPassword: true,
      requiresSignIn: false,
      hasSimpleForm: false,
    });
  });

  it('is gone for an unknown link, an expired one, and one whose owner is disabled', async () => {
    expect(errorOf(await invite(madeUp(1)))).toBe('reverse_share_not_found');
    const { token } = await createReverseShare(owner, { expiration: '1-hour' });
    const { token: lasting } = await createReverseShare(owner, { expiration: 'never' });
    clock.advance(hour);
    expect(errorOf(await invite(token))).toBe('reverse_share_not_found');
    await admin.users.update({ params: { id: ownerId }, body: { isDisabled: true } });
    expect(errorOf(await invite(lasting))).toBe('reverse_share_not_found');
    expect((await sendBy(app, { token: lasting })).error).toBe('reverse_share_not_found');
    await admin.users.update({ params: { id: ownerId }, body: { isDisabled: false } });
    expect((await invite(lasting)).status).toBe(200);
  });

  it('is not found by guessing: after sixty wrong links the right one is refused too', async () => {
    const { token } = await createReverseShare(owner);
    for (let index = 0; index <= 60; index += 1) await invite(madeUp(index), '10.1.0.2');
    expect(errorOf(await invite(token, '10.1.0.2'))).toBe('too_many_requests');
    expect((await invite(token, '10.1.0.3')).status).toBe(200);
  });
});

describe('what is sent', () => {
  it('belongs to the owner of the reverse share, who decides about all but name and message', async () => {
    const { id, token } = await createReverseShare(owner, { shareExpiration: '3-hours' });
    const { draft } = await sendBy(app, { token, name: 'For you', description: 'Bye' });
    await upload(app, draft, { path: 'a.txt', text: 'abc' });
    clock.advance(hour);
    expect(await publish(app, draft)).toBe(200);
    expect(await owner.shares.getOwned({ params: { id: draft.id } })).toMatchObject({
      name: 'For you',
      description: 'Bye',
      reverseShareId: id,
      hasPassword: false,
      maxViews: null,
      recipients: [],
      // Counted from the completion.
      expiresAt: new Date(clock.now() + 3 * hour).toISOString(),
    });
    expect((await owner.users.myUsage()).size).toBe(3);
  });

  it('is written to by its sender only while it is on the way', async () => {
    const { token } = await createReverseShare(owner);
    const { draft } = await sendBy(app, { token });
    const asOwner = await signInAs(app, { username: name, password });
    const taken = await upload(app, { ...draft, token: asOwner.accessToken }, { path: 'x.txt', text: 'x' });
    expect(taken.error).toBe('forbidden');
    await upload(app, draft, { path: 'a.txt', text: 'abc' });
    expect(await publish(app, draft)).toBe(200);
    // Completing it again returns the same; changing it requires the account.
    expect(await publish(app, draft)).toBe(200);
    const removal = await createCaller(app.url)(`/shares/${draft.id}`, {
      method: 'DELETE',
      headers: bearer(draft.token),
    });
    expect(errorOf(removal)).toBe('sign_in_required');
  });

  it('tells its sender nothing of what its owner makes of it', async () => {
    const { token } = await createReverseShare(owner);
    const { draft } = await sendBy(app, { token, name: 'For you' });
    await upload(app, draft, { path: 'a.txt', text: 'abc' });
    const complete = () =>
      createCaller(app.url)(`/shares/${draft.id}/complete`, { method: 'POST', headers: bearer(draft.token) });
    expect((await complete()).body).toMatchObject({ name: 'For you', state: 'active' });
    await owner.shares.update({
      params: { id: draft.id },
      body: { name: 'Evidence', description: 'secret', password: 'sesame', maxViews: 3 },
    });
    await createCaller(app.url)(`/shares/${draft.id}/open`, { json: { password: 'sesame' } });
    expect((await complete()).body).toMatchObject({
      state: 'active',
      size: 3,
      name: null,
      description: null,
      hasPassword: false,
      maxViews: null,
      hasDirectLinks: true,
      visitors: 0,
      downloads: 0,
      lastAccessAt: null,
    });
  });

  it('is shown on the way among the shares of its reverse share, and can be discarded by the owner', async () => {
    const { id, token } = await createReverseShare(owner);
    const { draft } = await sendBy(app, { token, files: { count: 1, size: 999 } });
    const list = async (query: { reverseShare?: string }) =>
      (await owner.shares.list({ query })).shares.map((share) => share.id);
    expect(await list({})).toEqual([]);
    expect(await list({ reverseShare: id })).toEqual([draft.id]);
    await owner.shares.remove({ params: { id: draft.id } });
    expect(await list({ reverseShare: id })).toEqual([]);
  });

  it('expires by default when the date of its owner passes while the files arrive', async () => {
    const shareExpiration = new Date(clock.now() + hour / 2).toISOString();
    const { token } = await createReverseShare(owner, { expiration: 'never', shareExpiration });
    const { draft } = await sendBy(app, { token });
    await upload(app, draft, { path: 'a.txt', text: 'abc' });
    await letTimePass(app, clock, hour / 2);
    expect(await publish(app, draft)).toBe(200);
    const { state, expiresAt } = await owner.shares.getOwned({ params: { id: draft.id } });
    expect([state, expiresAt]).toEqual(['active', new Date(clock.now() + 7 * 24 * hour).toISOString()]);
  });

  it('holds space for no more than an hour when nothing comes', async () => {
    const { id, token } = await createReverseShare(owner, { expiration: 'never' });
    const announce = async () => (await sendBy(app, { token, files: { count: 1, size: 100 } })).draft;
    const [, begun] = [await announce(), await announce()];
    await upload(app, begun, { path: 'a.txt', text: 'abc' });
    clock.advance(hour + 1);
    await app.app.jobs.run('shares.discard-abandoned');
    const { shares } = await owner.shares.list({ query: { reverseShare: id } });
    expect(shares.map((share) => share.id)).toEqual([begun.id]);
  });

  it.each(['its owner', 'an administrator'])('can come from %s too', async (who) => {
    const { token } = await createReverseShare(owner);
    const client = who === 'its owner' ? owner : admin;
    const body = { reverseShare: { token } };
    const { share, uploadToken } = await client.shares.create({ body });
    const draft = { id: share.id, token: uploadToken };
    const account = await signInAs(app, who === 'its owner' ? { username: name, password } : app.admin);
    // A browser that is signed in sends both.
    const headers = { authorization: `Bearer ${uploadToken}`, cookie: `access_token=${account.accessToken}` };
    await upload(app, draft, { path: 'a.txt', text: 'abc' });
    const complete = () =>
      createCaller(app.url)(`/shares/${share.id}/complete`, {
        method: 'POST',
        headers: { ...headers, 'x-requested-with': 'test' },
      });
    expect((await complete()).status).toBe(200);
    expect((await complete()).status).toBe(200);
  });

  it.each([
    ['id', 'my-own-link'],
    ['expiration', 'never'],
    ['password', 'mine'],
    ['maxViews', 3],
    ['recipients', ['ann@example.org']],
  ])('cannot say %s', async (field, value) => {
    const { token, id } = await createReverseShare(owner, { maxUses: 1 });
    const sent = await sendBy(app, { token, [field]: value });
    expect(sent).toMatchObject({ error: 'validation_failed', fields: [`${field} unknown_key`] });
    expect(await remainingOf(id)).toBe(1);
  });

  it('has no name and no message where the form is simple', async () => {
    const { token } = await createReverseShare(owner, { hasSimpleForm: true });
    const sent = await sendBy(app, { token, name: 'A', description: 'B' });
    expect(sent.fields).toEqual(['name unknown_key', 'description unknown_key']);
    expect((await sendBy(app, { token, files: { count: 1, size: 1 } })).error).toBeUndefined();
  });

  it('is announced within the size of the reverse share, and the quota of its owner', async () => {
    const { token } = await createReverseShare(owner, { maxShareSize: 1000 });
    const announce = (size: number) => sendBy(app, { token, files: { count: 1, size } });
    expect((await announce(1001)).error).toBe('share_too_large');
    expect((await announce(1000)).error).toBeUndefined();
    await admin.users.update({ params: { id: ownerId }, body: { quota: 1500 } });
    expect((await announce(501)).error).toBe('reverse_share_full');
    expect((await announce(500)).error).toBeUndefined();
  });

  it('is held to the size of the reverse share without an announcement too', async () => {
    const { token } = await createReverseShare(owner, { maxShareSize: 10 });
    const { draft } = await sendBy(app, { token });
    expect((await upload(app, draft, { path: 'a.txt', text: 'x'.repeat(11) })).error).toBe('share_too_large');
    expect((await upload(app, draft, { path: 'a.txt', text: 'x'.repeat(10) })).error).toBeUndefined();
    expect((await upload(app, draft, { path: 'b.txt', text: 'x' })).error).toBe('share_too_large');
  });

  it('lives as long as shares do by default, and no longer than the instance allows by then', async () => {
    const { token } = await createReverseShare(owner, { shareExpiration: 'never' });
    const expiryOf = async () => {
      const { draft } = await sendBy(app, { token });
      return (await owner.shares.getOwned({ params: { id: draft.id } })).expiresAt;
    };
    expect(await expiryOf()).toBeNull();
    const set = (value: string) => admin.configs.update({ body: [{ key: 'share.maxExpiration', value }] });
    await set('1');
    expect(await expiryOf()).toBe(new Date(clock.now() + hour).toISOString());
    await set('');
  });

  it('is written down as done by somebody, not by the owner', async () => {
    const { token, id } = await createReverseShare(owner);
    const { draft } = await sendBy(app, { token });
    await upload(app, draft, { path: 'a.txt', text: 'abc' });
    await publish(app, draft);
    const { entries } = await admin.audit.list({ query: { action: 'share' } });
    const own = entries.filter(({ subject }) => subject?.id === draft.id);
    expect(own.map(({ action, actor, details }) => ({ action, actor, details }))).toEqual([
      { action: 'share.complete', actor: null, details: {} },
      { action: 'share.create', actor: null, details: { reverseShare: id } },
    ]);
  });
});

describe('who may send', () => {
  it('needs to be signed in where that is asked, and no right of their own anywhere', async () => {
    const { token } = await createReverseShare(owner, { requiresSignIn: true });
    expect((await sendBy(app, { token })).error).toBe('sign_in_required');
    const { headers } = await signInAs(app, app.admin);
    expect((await sendBy(app, { token }, headers)).error).toBeUndefined();
  });

  it('needs the password, which is not found by trying', async () => {
    const { token, id } = await createReverseShare(owner, { password: 'sesame', maxUses: 9 });
    expect((await sendBy(app, { token })).error).toBe('share_password_required');
    expect((await sendBy(app, { token, linkPassword: 'open' })).error).toBe('share_password_wrong');
    expect((await sendBy(app, { token, linkPassword: 'sesame' })).error).toBeUndefined();
    expect(await remainingOf(id)).toBe(8);
    const tries = Array.from({ length: 49 }, () => sendBy(app, { token, linkPassword: 'wrong' }));
    await Promise.all(tries);
    await sendBy(app, { token, linkPassword: 'wrong' });
    expect((await sendBy(app, { token, linkPassword: 'sesame' })).error).toBe('too_many_requests');
  });

  it('creates no more than twenty shares in an hour without an account', async () => {
    const { token } = await createReverseShare(owner);
    const headers = { 'x-forwarded-for': '10.2.0.1' };
    for (let index = 0; index < 20; index += 1)
      expect((await sendBy(app, { token }, headers)).error).toBeUndefined();
    expect((await sendBy(app, { token }, headers)).error).toBe('too_many_requests');
  });
});

describe('with an account', () => {
  it('somebody sends no more than sixty shares in an hour', async () => {
    const { token } = await createReverseShare(owner);
    const { headers } = await signInAs(app, { username: name, password });
    for (let index = 0; index < 60; index += 1)
      expect((await sendBy(app, { token }, headers)).error).toBeUndefined();
    expect((await sendBy(app, { token }, headers)).error).toBe('too_many_requests');
  });
});

describe('the uses', () => {
  it('are exactly as many as there are, of fifty at the same moment', async () => {
    const { token, id } = await createReverseShare(owner, { maxUses: 3 });
    const sent = await Promise.all(Array.from({ length: 50 }, () => sendBy(app, { token })));
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(new Set(sent.map(({ error }) => error))).toEqual(new Set([undefined, 'reverse_share_used_up']));
    expect(await owner.reverseShares.get({ params: { id } })).toMatchObject({
      state: 'used_up',
      remainingUses: 0,
      shareCount: 3,
    });
    expect(errorOf(await invite(token))).toBe('reverse_share_used_up');
  });

  it('come back once when a draft is discarded, by whomever', async () => {
    const { token, id } = await createReverseShare(owner, { maxUses: 2 });
    const [first, second] = [await sendBy(app, { token }), await sendBy(app, { token })];
    const remove = (headers: Record<string, string>, share: string) =>
      createCaller(app.url)(`/shares/${share}`, { method: 'DELETE', headers });
    await Promise.all(Array.from({ length: 5 }, () => remove(bearer(first.draft.token), first.draft.id)));
    expect(await remainingOf(id)).toBe(1);
    await owner.shares.remove({ params: { id: second.draft.id } });
    expect(await remainingOf(id)).toBe(2);
    await app.app.jobs.run('shares.purge');
    expect(await remainingOf(id)).toBe(2);
  });

  it('come back once when a draft is abandoned, and not for what was published', async () => {
    const { token, id } = await createReverseShare(owner, { maxUses: 3, expiration: 'never' });
    const published = await sendBy(app, { token });
    await upload(app, published.draft, { path: 'a.txt', text: 'abc' });
    await publish(app, published.draft);
    await sendBy(app, { token });
    expect(await remainingOf(id)).toBe(1);
    await letTimePass(app, clock, 25 * hour);
    for (let run = 0; run < 2; run += 1) {
      await app.app.jobs.run('shares.discard-abandoned');
      await app.app.jobs.run('shares.purge');
    }
    owner = await signIn(app, { username: name, password });
    expect(await remainingOf(id)).toBe(2);
    await owner.shares.remove({ params: { id: published.draft.id } });
    expect(await remainingOf(id)).toBe(2);
  });

  it('are not taken by what is refused', async () => {
    const { token, id } = await createReverseShare(owner, { maxUses: 1, maxShareSize: 5 });
    await sendBy(app, { token, files: { count: 1, size: 6 } });
    expect(await remainingOf(id)).toBe(1);
  });
});

describe('an account that goes', () => {
  it('takes its reverse shares along, and what came in by them', async () => {
    const { token } = await createReverseShare(owner);
    const { draft } = await sendBy(app, { token });
    await admin.users.remove({ params: { id: ownerId } });
    expect((await sendBy(app, { token })).error).toBe('reverse_share_not_found');
    expect((await upload(app, draft, { path: 'a.txt', text: 'abc' })).error).toBe('share_removed');
    expect(await app.app.core.database.reader('reverse_shares').where({ owner_id: ownerId })).toEqual([]);
  });

  it('stops what is on its way when it is disabled', async () => {
    const { token } = await createReverseShare(owner);
    const { draft } = await sendBy(app, { token });
    await admin.users.update({ params: { id: ownerId }, body: { isDisabled: true } });
    expect((await upload(app, draft, { path: 'a.txt', text: 'abc' })).status).toBe(401);
  });

  it('leaves what somebody with an account has sent to others', async () => {
    const { token, id } = await createReverseShare(owner, { requiresSignIn: true, maxUses: 2 });
    const sender = await createUser(admin, `sender${count}`);
    const { headers } = await signInAs(app, { username: sender.username, password });
    const { draft } = await sendBy(app, { token }, headers);
    await admin.users.remove({ params: { id: sender.id } });
    await upload(app, draft, { path: 'a.txt', text: 'abc' });
    expect(await publish(app, draft)).toBe(200);
    expect(await remainingOf(id)).toBe(1);
  });
});
