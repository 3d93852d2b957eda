import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ManagedUser } from '#sdk/contract/users.js';
import type { NodeClient } from '#sdk/index.js';
import { createUser, outcomeOf, password, signIn } from '../../testing/clients.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

const clock = createFakeClock();
let app: TestApp;
let admin: NodeClient;
let count = 0;
let user: ManagedUser;
let client: NodeClient;

beforeAll(async () => {
  app = await startApp({ clock });
  admin = await signIn(app);
});
afterAll(() => app.stop());
beforeEach(async () => {
  count += 1;
  user = await createUser(admin, `own${count}`);
  client = await signIn(app, { username: user.username, password });
});

describe('the own name', () => {
  it('changes at once, with the password, and is written down', async () => {
    const username = `renamed${count}`;
    expect(await client.users.updateMe({ body: { username, password } })).toMatchObject({ username });
    expect(await client.users.me()).toMatchObject({ username });
    const rows = await app.app.core.database
      .reader('audit')
      .where({ actor_id: user.id, action: 'account.username_change' });
    expect(rows).toHaveLength(1);
  });

  it('stays without the password, or when somebody has it', async () => {
    const wrong = { username: 'whatever', password: 'wrong password' };
    expect(await outcomeOf(client.users.updateMe({ body: wrong }))).toBe('password_wrong');
    const taken = { username: 'ADMIN', password };
    expect(await outcomeOf(client.users.updateMe({ body: taken }))).toBe('username_taken');
    expect(await client.users.me()).toMatchObject({ username: user.username });
  });

  it('can change its case', async () => {
    const username = user.username.toUpperCase();
    expect(await client.users.updateMe({ body: { username, password } })).toMatchObject({ username });
  });
});

describe('the display name', () => {
  const set = (displayName: string | null) => client.users.updateMe({ body: { displayName } });

  it('is none at first, takes no password, and is written down when it changes', async () => {
    expect((await client.users.me())?.displayName).toBe(null);
    expect(await set('  Anna Ribeiro ')).toMatchObject({ displayName: 'Anna Ribeiro' });
    expect(await set('Anna Ribeiro')).toMatchObject({ displayName: 'Anna Ribeiro' });
    expect(await set('Émile 👩‍👧 & Söhne <b>')).toMatchObject({ displayName: 'Émile 👩‍👧 & Söhne <b>' });
    expect(await set('')).toMatchObject({ displayName: null });
    const rows = await app.app.core.database
      .reader('audit')
      .where({ actor_id: user.id, action: 'account.display_name_change' });
    expect(rows).toHaveLength(3);
  });

  it.each([
    'x'.repeat(61),
    'two\nlines',
    'bell\u0007',
    'c1\u0085',
    'turned\u202eround',
    'isolated\u2066',
    'half\ud83d',
    7,
  ])('refuses %j', async (displayName) => {
    const body = { displayName } as { displayName: string };
    expect(await outcomeOf(client.users.updateMe({ body }))).toBe('validation_failed');
    expect((await client.users.me())?.displayName).toBe(null);
  });

  it('does not spare the password of what identifies the user', async () => {
    for (const more of [{ username: 'whatever' }, { email: 'x@example.org' }]) {
      const body = { displayName: 'Anna', ...more };
      expect(await outcomeOf(client.users.updateMe({ body }))).toBe('validation_failed');
    }
    expect(await client.users.me()).toMatchObject({ username: user.username, displayName: null });
  });

  it('is changed by administrators, who also write that down', async () => {
    const params = { id: user.id };
    expect(await admin.users.update({ params, body: { displayName: 'Ann' } })).toMatchObject({
      displayName: 'Ann',
      username: user.username,
    });
    expect(await admin.users.update({ params, body: { displayName: '' } })).toMatchObject({
      displayName: null,
    });
    const rows: { details: string }[] = await app.app.core.database
      .reader('audit')
      .where({ subject_id: user.id, action: 'user.update' });
    expect(rows.map(({ details }) => details).join()).toContain('displayName');
    expect(rows).toHaveLength(2);
  });
});

describe('the own address, where no mail is sent', () => {
  it('cannot be confirmed, so it stays', async () => {
    const body = { email: 'elsewhere@example.org', username: `both${count}`, password };
    expect(await outcomeOf(client.users.updateMe({ body }))).toBe('mail_disabled');
    expect(await client.users.me()).toMatchObject({ username: user.username, email: user.email });
  });

  it('is changed at once by administrators, who may set any', async () => {
    const boss = await createUser(admin, `boss${count}`, { isAdmin: true });
    const bossClient = await signIn(app, { username: boss.username, password });
    const email = `chief${count}@example.org`;
    expect(await bossClient.users.updateMe({ body: { email, password } })).toMatchObject({ email });
    const taken = { email: 'Admin@example.org', password };
    expect(await outcomeOf(bossClient.users.updateMe({ body: taken }))).toBe('email_taken');
    const wrong = { email: 'x@example.org', password: 'wrong password' };
    expect(await outcomeOf(bossClient.users.updateMe({ body: wrong }))).toBe('password_wrong');
  });
});

it('shows an address that waits for its confirmation, while it does', async () => {
  await app.app.core.database.writer('account_links').insert({
    user_id: user.id,
    purpose: 'email',
    token_hash: `hash${count}`,
    email: 'next@example.org',
    expires_at: clock.now() + 1000,
  });
  expect((await client.users.me())?.pendingEmail).toBe('next@example.org');
  clock.advance(1000);
  expect((await client.users.me())?.pendingEmail).toBeNull();
});

describe('usage', () => {
  it('count shares, files, bytes and keys', async () => {
    const none = { shares: 0, files: 0, size: 0, apiKeys: 0, quota: null };
    expect(await client.users.myUsage()).toEqual(none);
    const { share } = await client.shares.create({ body: {} });
    await client.apiKeys.create({ body: { name: 'k', scopes: ['shares:read'], password } });
    const table = app.app.core.database.writer('shares').where({ id: share.id });
    await table.clone().update({ size: 12, file_count: 3 });
    expect(await client.users.myUsage()).toEqual({ ...none, shares: 1, files: 3, size: 12, apiKeys: 1 });
    await table.clone().update({ size: 0, file_count: 0 });
  });

  it.each([
    [null, 5000, 5000],
    [null, 0, null],
    [7000, 5000, 7000],
    [0, 5000, null],
  ])('tell the quota that holds: own %j, of the instance %j', async (own, instance, quota) => {
    await admin.configs.update({ body: [{ key: 'share.userQuota', value: String(instance) }] });
    await admin.users.update({ params: { id: user.id }, body: { quota: own } });
    expect((await client.users.myUsage()).quota).toBe(quota);
  });
});

it('is asked for by nobody without a session', async () => {
  const anonymous = { token: 'nonsense' };
  for (const calling of [
    client.users.myUsage(undefined, anonymous),
    client.users.updateMe({ body: { password } }, anonymous),
    client.users.removeMe({ body: { password } }, anonymous),
  ]) {
    expect(await outcomeOf(calling)).toBe('session_expired');
  }
});
