import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ManagedUser } from '#sdk/contract/users.js';
import type { NodeClient } from '#sdk/index.js';
import { createBrowser, createCaller } from '../../testing/browser.ts';
import { findViolations } from '../../testing/check-invariants.ts';
import { createUser, outcomeOf, password, signIn } from '../../testing/clients.ts';
import { type Draft, publish, resume, upload } from '../../testing/drafts.ts';
import { errorOf, signInAs } from '../../testing/members.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { countStored } from '../../testing/test-storage.ts';
import { offsetStream, sendTus, type TusAnswer } from '../../testing/tus.ts';
import { byHost } from '../audit/log.ts';

let app: TestApp;
let admin: NodeClient;
beforeAll(async () => {
  app = await startApp();
  admin = await signIn(app);
});
afterAll(async () => {
  await admin.close();
  await app.stop();
});

let count = 0;
let user: ManagedUser;
let client: NodeClient;
beforeEach(async () => {
  count += 1;
  user = await createUser(admin, `leaver${count}`);
  client = await signIn(app, { username: user.username, password });
});

const call = (path: string, options = {}) => createCaller(app.url)(path, options);
const text = 'x'.repeat(600_000);

async function draftOf(owner: NodeClient, more = {}): Promise<Draft> {
  const { share, uploadToken } = await owner.shares.create({ body: { name: 'My diary', ...more } });
  return { id: share.id, token: uploadToken };
}

async function activeOf(owner: NodeClient, more = {}): Promise<Draft> {
  const draft = await draftOf(owner, more);
  await upload(app, draft, { path: 'a.txt', text });
  expect(await publish(app, draft)).toBe(200);
  return draft;
}

const addressOf = ({ headers }: TusAnswer) => new URL(headers.get('location') ?? '', app.url).href;

const ways = [
  ['an administrator', () => admin.users.remove({ params: { id: user.id } })],
  ['the owner', () => client.users.removeMe({ body: { password } })],
] as const;

it('asks for the password, also of a request without a body', async () => {
  const { headers } = await signInAs(app, { username: user.username, password });
  const { status, body } = await call('/users/me', { method: 'DELETE', headers });
  expect(status).toBe(400);
  expect(body).toMatchObject({ issues: [{ field: 'password', code: 'required' }] });
});

describe.each(ways)('an account that is deleted by %s', (_, removeAccount) => {
  it('takes its shares along, and leaves no file of them on the disk', async () => {
    const before = await countStored(app);
    const others = await activeOf(admin);
    const [open, draft, secret] = [
      await activeOf(client),
      await draftOf(client),
      await activeOf(client, { password: 'secret word' }),
    ];
    const running = await upload(app, draft, { path: 'b.bin', text, sent: 300_000 });
    const location = addressOf(running);
    const { token } = await admin.shares.open({ params: { id: open.id } });
    const grant = { 'x-share-token': token };
    expect((await call(`/shares/${open.id}`, { headers: grant })).status).toBe(200);

    await removeAccount();

    for (const { id } of [open, draft, secret]) {
      expect((await call(`/shares/${id}`, { headers: grant })).body).toMatchObject({
        error: 'share_removed',
      });
      expect((await call(`/shares/${id}/token`, { json: {} })).body).toMatchObject({
        error: 'share_removed',
      });
    }
    // The sender is refused at the next byte, and with a new file.
    const next = await sendTus(location, {
      method: 'PATCH',
      token: draft.token,
      headers: { ...offsetStream, 'upload-offset': '300000' },
      body: new Uint8Array(10),
    });
    expect([next.status, next.error]).toEqual([404, 'upload_not_found']);
    expect((await upload(app, draft, { path: 'c.txt', text: 'c' })).error).toBe('share_removed');
    expect(await publish(app, draft)).toBe(404);

    await app.app.jobs.run('shares.purge');
    await app.app.jobs.run('shares.purge');
    expect((await call(`/shares/${others.id}/token`, { json: {} })).status).toBe(200);
    expect(await countStored(app)).toBe(before + 1);
    expect(await findViolations(app.app)).toEqual([]);
    await admin.shares.remove({ params: { id: others.id } });
    await app.app.jobs.run('shares.purge');
  });

  it('leaves nothing personal with the links, which are remembered as removed', async () => {
    const { id } = await activeOf(client, { description: 'private words', password: 'secret word' });
    await removeAccount();
    const row: unknown = await app.app.core.database.reader('shares').where({ id }).first();
    expect(row).toMatchObject({
      state: 'removed',
      owner_id: null,
      name: null,
      description: null,
      password_hash: null,
      upload_token_hash: null,
    });
  });

  it('ends its sessions and keys at once', async () => {
    const { secret } = await client.apiKeys.create({
      body: { name: 'k', scopes: ['shares:read'], password },
    });
    const headers = { authorization: `Bearer ${secret}` };
    expect((await call('/shares', { headers })).status).toBe(200);
    await removeAccount();
    expect((await call('/shares', { headers })).status).toBe(401);
    expect(await client.users.me()).toBeNull();
    expect(await outcomeOf(signIn(app, { username: user.username, password }))).toBe('credentials_wrong');
  });

  it('leaves no row that belongs to it', async () => {
    await removeAccount();
    const { reader } = app.app.core.database;
    for (const table of ['sessions', 'api_keys', 'recovery_codes', 'login_tokens', 'account_links']) {
      expect([table, await reader(table).where({ user_id: user.id })]).toEqual([table, []]);
    }
    expect(await reader('users').where({ id: user.id })).toEqual([]);
  });

  it('leaves a pseudonym in the audit log, and neither name nor address', async () => {
    const key = { name: `Laptop of ${user.username}`, scopes: ['shares:read' as const], password };
    await client.apiKeys.create({ body: key });
    await client.users.updateMe({ body: { username: `renamed${count}`, password } });
    await admin.users.update({ params: { id: user.id }, body: { email: `other${count}@example.org` } });
    await app.app.core.audit.record(
      { ...byHost, ip: '127.0.0.1' },
      {
        action: 'session.sign_in',
        result: 'refused',
        subject: { id: user.id, name: user.username },
        details: { provider: 'ldap', reason: 'disabled', account: `Real Name ${count}` },
      },
    );
    await removeAccount();
    const rows: Record<string, unknown>[] = await app.app.core.database.reader('audit');
    const written = JSON.stringify(rows);
    for (const personal of [
      user.username,
      `renamed${count}`,
      user.email,
      `other${count}@`,
      `Real Name ${count}`,
    ]) {
      expect(written).not.toContain(personal);
    }
    const pseudonym = `deleted-${createHash('sha256').update(user.id).digest('hex').slice(0, 8)}`;
    const own = rows.filter((row) => row['actor_id'] === user.id || row['subject_id'] === user.id);
    expect(own.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['user.create', 'account.username_change', 'user.update']),
    );
    for (const row of own) {
      const name = row['actor_id'] === user.id ? row['actor_name'] : row['subject_name'];
      expect(name).toBe(pseudonym);
      expect(row['ip']).toBe('127.0.0.1');
    }
  });

  it('frees its name and address', async () => {
    await removeAccount();
    expect(await outcomeOf(createUser(admin, user.username.toUpperCase()))).toBe('ok');
  });
});

it('deletes nothing when the password is wrong', async () => {
  const { id } = await activeOf(client);
  const wrong = { body: { password: 'wrong password' } };
  expect(await outcomeOf(client.users.removeMe(wrong))).toBe('password_wrong');
  expect(await client.users.me()).toMatchObject({ id: user.id });
  expect((await call(`/shares/${id}/token`, { json: {} })).status).toBe(200);
});

it('deletes nothing when the page showed another account', async () => {
  const { username } = await createUser(admin, `${user.username}other`);
  expect(await outcomeOf(client.users.removeMe({ body: { password, username } }))).toBe('other_account');
  expect(await client.users.me()).toMatchObject({ id: user.id });
  const own = { password, username: user.username };
  expect(await outcomeOf(client.users.removeMe({ body: own }))).toBe('ok');
});

it('clears the cookies of a browser that deletes its account', async () => {
  const browse = createBrowser(app.url);
  await browse('/auth/signIn', { json: { username: user.username, password } });
  expect(browse.cookies.size).toBe(2);
  expect((await browse('/users/me', { method: 'DELETE', json: { password } })).status).toBe(204);
  expect(browse.cookies.size).toBe(0);
  expect((await browse('/users/me')).body).toBeNull();
});

it('is deleted once, whoever asks at the same moment', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, () => outcomeOf(admin.users.remove({ params: { id: user.id } }))),
  );
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'user_not_found')).toHaveLength(5);
});

it('gets no share that is created while the account goes', async () => {
  const creations = Array.from({ length: 20 }, () => outcomeOf(client.shares.create({ body: {} })));
  const removal = outcomeOf(admin.users.remove({ params: { id: user.id } }));
  const outcomes = await Promise.all(creations);
  expect(await removal).toBe('ok');
  const allowed = ['ok', 'session_expired', 'sign_in_required', 'share_anonymous_disabled'];
  expect(outcomes.filter((outcome) => !allowed.includes(outcome))).toEqual([]);
  expect(await app.app.core.database.reader('shares').where({ owner_id: user.id })).toEqual([]);
});

it('keeps the links of a disabled account open, and takes nothing more for its drafts', async () => {
  const { id } = await activeOf(client);
  const draft = await draftOf(client);
  const running = await upload(app, draft, { path: 'b.bin', text, sent: 300_000 });
  const { secret } = await client.apiKeys.create({ body: { name: 'k', scopes: ['shares:read'], password } });
  const headers = { authorization: `Bearer ${secret}` };
  expect((await call('/shares', { headers })).status).toBe(200);
  await admin.users.update({ params: { id: user.id }, body: { isDisabled: true } });
  expect((await call('/shares', { headers })).status).toBe(401);
  expect((await call(`/shares/${id}/token`, { json: {} })).status).toBe(200);
  expect((await resume(addressOf(running), draft.token, text)).status).toBe(404);
  expect((await upload(app, draft, { path: 'c.txt', text: 'c' })).status).toBe(401);
  expect(await publish(app, draft)).toBe(401);
  expect(await outcomeOf(client.shares.list())).toBe('session_expired');

  await admin.users.update({ params: { id: user.id }, body: { isDisabled: false } });
  const again = await signIn(app, { username: user.username, password });
  const { shares } = await again.shares.list();
  expect(shares.find((share) => share.id === draft.id)).toMatchObject({ state: 'draft' });
  expect(await publish(app, draft)).toBe(401);
  await again.close();
});

it('leaves the answer of links as it is that were over before', async () => {
  const { id } = await activeOf(client, { description: 'private words' });
  const { writer, reader } = app.app.core.database;
  const row = () => reader('shares').where({ id });
  await writer('shares').where({ id }).update({ state: 'expired', expires_at: 1 });
  await app.app.jobs.run('shares.purge');
  expect(await row().whereNotNull('purged_at')).toHaveLength(1);
  const answer = async () => errorOf(await call(`/shares/${id}/token`, { json: {} }));
  expect(await answer()).toBe('share_not_found');
  await client.users.removeMe({ body: { password } });
  expect(await answer()).toBe('share_not_found');
  expect(await row()).toMatchObject([{ state: 'expired', owner_id: null, name: null, description: null }]);
});

it('leaves no name in what is written down while the account goes', async () => {
  const refusal = {
    action: 'session.sign_in',
    result: 'refused',
    subject: { id: user.id, name: user.username },
  } as const;
  const by = { user: null, apiKey: null, ip: null, requestId: null };
  await Promise.all([
    admin.users.remove({ params: { id: user.id } }),
    ...Array.from({ length: 40 }, () => app.app.core.audit.record(by, refusal)),
  ]);
  const rows: { subject_name: string }[] = await app.app.core.database
    .reader('audit')
    .where({ subject_id: user.id, action: 'session.sign_in' });
  expect(rows.filter((row) => row.subject_name === user.username)).toEqual([]);
});

it('leaves no name in what is written down late, nor the programs it signed in with', async () => {
  const json = { username: user.username, password };
  await call('/auth/signIn', { json, headers: { 'user-agent': 'My phone' } });
  const { id } = (await client.sessions.list()).find(({ userAgent }) => userAgent === 'My phone') ?? {
    id: '',
  };
  await client.sessions.end({ params: { id } });
  await admin.users.remove({ params: { id: user.id } });
  await app.app.core.audit.record(
    { user: null, apiKey: null, ip: null, requestId: null },
    { action: 'session.sign_in', result: 'refused', subject: { id: user.id, name: user.username } },
  );
  const rows: unknown = await app.app.core.database.reader('audit');
  expect(JSON.stringify(rows)).toContain('session.end');
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`My phone|"${user.username}"`));
});
