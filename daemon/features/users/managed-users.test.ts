import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ManagedUser, UpdateUser } from '#sdk/contract/users.js';
import type { NodeClient } from '#sdk/index.js';
import { createCaller } from '../../testing/browser.ts';
import { createUser, outcomeOf, password, signIn } from '../../testing/clients.ts';
import { upload } from '../../testing/drafts.ts';
import { linkAccount } from '../../testing/providers/social-accounts.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { createUser as newUser } from './new-user.ts';

let app: TestApp;
let admin: NodeClient;
beforeAll(async () => {
  app = await startApp();
  admin = await signIn(app);
});
afterAll(() => app.stop());

const change = (id: string, body: UpdateUser) => admin.users.update({ params: { id }, body });

async function actionsOn(id: string): Promise<string[]> {
  const rows: { action: string }[] = await app.app.core.database
    .reader('audit')
    .where({ subject_id: id })
    .orderBy('id')
    .select('action');
  return rows.map(({ action }) => action);
}

describe('the list', () => {
  beforeAll(async () => {
    await app.app.core.uow.transaction(async ({ users }) => {
      for (let index = 0; index < 250; index += 1) {
        // Many begin with the same letters, and some are a prefix of another.
        const username = `Same_${index % 2 === 0 ? '' : '.'}${index}`;
        await users.insert(
          newUser({ username, email: `m${index}@Example.org`, passwordHash: null, isAdmin: false }, index),
        );
      }
    });
  });

  async function readAll(search?: string) {
    const seen: ManagedUser[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const query = { limit: '40', ...(cursor !== undefined && { cursor }), ...(search && { search }) };
      const page = await admin.users.list({ query });
      seen.push(...page.users);
      cursor = page.nextCursor ?? undefined;
      pages += 1;
      expect(page.total).toBe(search === undefined ? 251 : 250);
    } while (cursor !== undefined);
    return { seen, pages };
  }

  it('gives every user once, in the order of names, whatever they begin with', async () => {
    const { seen, pages } = await readAll();
    const names = seen.map(({ username }) => username.toLowerCase());
    expect(pages).toBe(7);
    expect(new Set(names).size).toBe(251);
    expect(names).toEqual([...names].sort());
  });

  it('pages through what a search finds', async () => {
    const { seen, pages } = await readAll('SAME_');
    expect([seen.length, pages]).toEqual([250, 7]);
  });

  it.each([
    ['m17@', ['Same_.17']],
    ['same_.249', ['Same_.249']],
    ['SAME_.249', ['Same_.249']],
    // Full-width letters match plain ones.
    ['\uff33ame_.249', ['Same_.249']],
    [' m24@EXAMPLE ', ['Same_24']],
    // Characters that are wildcards in a database match literally.
    ['%', []],
    ['m_7', []],
    ['\\', []],
    ["' or 1=1 --", []],
    ['\uff05', []],
  ])('finds for %j', async (search, found) => {
    const { users, total } = await admin.users.list({ query: { search } });
    expect(users.map(({ username }) => username)).toEqual(found);
    expect(total).toBe(found.length);
  });

  it('shows the number and the bytes of the shares of each, of one question for all', async () => {
    const { id } = await createUser(admin, 'holder');
    const holder = await signIn(app, { username: 'holder', password });
    await holder.shares.create({ body: { name: 'one' } });
    const second = await holder.shares.create({ body: { name: 'two' } });
    const gone = await holder.shares.create({ body: { name: 'gone' } });
    await holder.shares.remove({ params: { id: gone.share.id } });
    await app.app.core.database.writer('shares').where({ id: second.share.id }).update({ size: 1234 });
    const { users } = await admin.users.list({ query: { search: 'holder' } });
    expect(users).toEqual([expect.objectContaining({ id, shares: 2, size: 1234 })]);
    expect(users[0]).toEqual(await admin.users.get({ params: { id } }));
    expect(users[0]?.lastSignInAt).not.toBeNull();
    await app.app.core.database.writer('shares').where({ id: second.share.id }).update({ size: 0 });
    await holder.close();
  });

  it.each(['0', '201', '-1', '1e2', 'x'])('refuses a limit of %s', async (limit) => {
    expect(await outcomeOf(admin.users.list({ query: { limit } }))).toBe('validation_failed');
  });
});

describe('creating', () => {
  it('makes an account that can sign in', async () => {
    const user = await createUser(admin, 'ann', { quota: 5000 });
    expect(user).toMatchObject({
      username: 'ann',
      isAdmin: false,
      hasPassword: true,
      isDisabled: false,
      quota: 5000,
    });
    const ann = await signIn(app, { username: 'ann', password });
    expect(ann.session.user?.id).toBe(user.id);
    expect(await actionsOn(user.id)).toContain('user.create');
    await ann.close();
  });

  it('needs a password where no mail can be sent', async () => {
    const body = { username: 'invited', email: 'invited@example.org' };
    expect(await outcomeOf(admin.users.create({ body }))).toBe('mail_disabled');
    expect((await admin.users.list({ query: { search: 'invited' } })).total).toBe(0);
  });

  it('refuses a common password, and stores nothing', async () => {
    const body = { username: 'weak', email: 'weak@example.org', password: 'password1' };
    expect(await outcomeOf(admin.users.create({ body }))).toBe('password_too_common');
    expect((await admin.users.list({ query: { search: 'weak' } })).total).toBe(0);
  });

  it.each([
    ['another case', { username: 'ALike' }, 'username_taken'],
    ['full-width letters', { username: '\uff41like' }, 'validation_failed'],
    ['a Cyrillic a', { username: '\u0430like' }, 'validation_failed'],
    ['a combining mark', { username: 'alike\u0301' }, 'validation_failed'],
    ['an invisible character', { username: 'ali\u200bke' }, 'validation_failed'],
    ['an address as a name', { username: 'alike@example.org' }, 'validation_failed'],
    ['the address in another case', { email: 'ALIKE@Example.ORG' }, 'email_taken'],
    ['the Kelvin sign in the address', { email: 'ali\u212ae@example.org' }, 'validation_failed'],
    ['a full-width address', { email: '\uff41like@example.org' }, 'validation_failed'],
    ['two addresses', { email: 'a@example.org,b@example.org' }, 'validation_failed'],
    ['a header in the address', { email: 'a@example.org\r\nBcc: b@example.org' }, 'validation_failed'],
  ])('refuses a look-alike: %s', async (_, names, code) => {
    await createUser(admin, 'alike').catch(() => undefined);
    const body = { username: 'other', email: 'other@example.org', password, ...names };
    expect(await outcomeOf(admin.users.create({ body }))).toBe(code);
  });

  it('gives a name to one of many who ask at the same moment', async () => {
    const asked = Array.from({ length: 8 }, (_, index) =>
      outcomeOf(
        admin.users.create({
          body: { username: index % 2 ? 'race' : 'RACE', email: `race${index}@example.org`, password },
        }),
      ),
    );
    const outcomes = await Promise.all(asked);
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'username_taken')).toHaveLength(7);
  });
});

describe('mass assignment', () => {
  it.each([
    ['POST', '/users', { username: 'mass', email: 'mass@example.org', password, isDisabled: false }],
    ['POST', '/users', { username: 'mass', email: 'mass@example.org', password, id: 'f'.repeat(32) }],
    ['POST', '/users', { username: 'mass', email: 'mass@example.org', passwordHash: 'x' }],
    ['PATCH', '/users/me', { password, isAdmin: true }],
    ['PATCH', '/users/me', { password, quota: 0 }],
    ['PATCH', '/users/me', { password, totpSecret: null }],
    ['PATCH', '/users/me', { username: 'nopassword' }],
    ['DELETE', '/users/me', { password, id: 'f'.repeat(32) }],
    ['POST', '/auth/signUp', { username: 'mass', email: 'mass@example.org', password, isAdmin: true }],
  ])('refuses %s %s with more than it takes: %j', async (method, path, json) => {
    const call = createCaller(app.url);
    const signedIn = await call('/auth/signIn', { json: { ...credentials(), transport: 'token' } });
    const { accessToken } = signedIn.body as { accessToken: string };
    const headers = { authorization: `Bearer ${accessToken}` };
    const { status, body } = await call(path, { method, json, headers });
    expect([status, body]).toEqual([400, expect.objectContaining({ error: 'validation_failed' })]);
  });

  const credentials = () => ({ username: app.admin.username, password: app.admin.password });
});

describe('changing', () => {
  it('changes name, address and quota, and keeps sessions', async () => {
    const { id } = await createUser(admin, 'edit');
    const edit = await signIn(app, { username: 'edit', password });
    const body = { username: 'edited', email: 'New@example.org', quota: 7 };
    expect(await change(id, body)).toMatchObject(body);
    expect(await admin.users.get({ params: { id } })).toMatchObject(body);
    expect((await edit.users.me())?.username).toBe('edited');
    expect(await outcomeOf(createUser(admin, 'edit'))).toBe('ok');
    expect(await actionsOn(id)).toEqual(['user.create', 'user.update']);
    await edit.close();
  });

  it('writes down the names of what changed, and no values', async () => {
    const { id } = await createUser(admin, 'written');
    await change(id, { email: 'secret-address@example.org', quota: 1, password: 'quite another one' });
    const rows: unknown[] = await app.app.core.database.reader('audit').where({ subject_id: id });
    expect(JSON.stringify(rows)).not.toMatch(/secret-address|another|argon2/);
    expect(rows).toContainEqual(expect.objectContaining({ details: '{"fields":"email, quota"}' }));
  });

  it('does nothing when nothing changes', async () => {
    const { id, username, email } = await createUser(admin, 'still');
    const still = await signIn(app, { username, password });
    await change(id, { username, email, isAdmin: false, isDisabled: false, quota: null });
    expect(await actionsOn(id)).toEqual(['user.create']);
    expect(await still.users.me()).not.toBeNull();
    await still.close();
  });

  it.each([
    ['a new role', { isAdmin: true }, 'user.role_change'],
    ['a new password', { password: 'quite another one' }, 'user.password_set'],
    ['disabling', { isDisabled: true }, 'user.disable'],
  ])('ends all sessions by %s, at once and on public routes too', async (name, body, action) => {
    const username = name.replaceAll(' ', '_');
    const { id } = await createUser(admin, username);
    const call = createCaller(app.url);
    const signedIn = await call('/auth/signIn', { json: { username, password, transport: 'token' } });
    const { accessToken, refreshToken } = signedIn.body as { accessToken: string; refreshToken: string };
    const headers = { authorization: `Bearer ${accessToken}` };
    expect((await call('/users/me', { headers })).body).toMatchObject({ id });
    await change(id, body);
    expect((await call('/users/me', { headers })).body).toBeNull();
    expect((await call('/shares', { headers })).status).toBe(401);
    expect((await call('/auth/token', { json: { refreshToken } })).status).toBe(401);
    expect(await actionsOn(id)).toEqual(['user.create', action]);
  });

  it('signs in with the password that was set, and not with the old one', async () => {
    const { id } = await createUser(admin, 'reset');
    await change(id, { password: 'quite another one' });
    expect(await outcomeOf(signIn(app, { username: 'reset', password }))).toBe('credentials_wrong');
    await (await signIn(app, { username: 'reset', password: 'quite another one' })).close();
    expect(await outcomeOf(change(id, { password: 'password1' }))).toBe('password_too_common');
  });

  it.each([
    ['a new password', { password: 'quite another one' }, 401],
    ['disabling', { isDisabled: true }, 401],
    ['a new role', { isAdmin: true }, 201],
  ])('by %s, ends upload tokens if others may have them', async (name, body, status) => {
    const username = `sends_${name.replaceAll(' ', '_')}`;
    const { id } = await createUser(admin, username);
    const sender = await signIn(app, { username, password });
    const { share, uploadToken } = await sender.shares.create({ body: { name } });
    await change(id, body);
    const draft = { id: share.id, token: uploadToken };
    expect((await upload(app, draft, { path: 'a', text: 'a' })).status).toBe(status);
    await sender.close();
  });

  it('lets a disabled user in again once enabled, with keys and links gone for good', async () => {
    const { id } = await createUser(admin, 'paused');
    const { writer, reader } = app.app.core.database;
    const [keys, links] = [{ user_id: id, scopes: '[]' }, { user_id: id }];
    await writer('api_keys').insert({ ...keys, id: 'k', name: 'k', secret_hash: 'h', created_at: 1 });
    await writer('login_tokens').insert({
      ...links,
      token_hash: 't',
      password_mark: 'm',
      expires_at: 9e15,
    });
    await writer('account_links').insert({
      ...links,
      purpose: 'reset',
      token_hash: 'l',
      expires_at: 9e15,
    });
    await change(id, { isDisabled: true });
    for (const table of ['api_keys', 'login_tokens', 'account_links']) {
      expect(await reader(table).where({ user_id: id })).toEqual([]);
    }
    expect((await admin.users.get({ params: { id } })).isDisabled).toBe(true);
    expect(await change(id, { isDisabled: false })).toMatchObject({ isDisabled: false });
    await (await signIn(app, { username: 'paused', password })).close();
    expect(await actionsOn(id)).toEqual(expect.arrayContaining(['user.disable', 'user.enable']));
  });

  it('forgets links that went to an address which was wrong', async () => {
    const { id } = await createUser(admin, 'typo');
    const { writer, reader } = app.app.core.database;
    const link = { user_id: id, purpose: 'reset', token_hash: 'typo', expires_at: 9e15 };
    await writer('account_links').insert(link);
    await change(id, { quota: 3 });
    expect(await reader('account_links').where({ user_id: id })).toHaveLength(1);
    await change(id, { email: 'right@example.org' });
    expect(await reader('account_links').where({ user_id: id })).toEqual([]);
  });

  it('refuses names that are taken, unknown users and malformed ids', async () => {
    const { id } = await createUser(admin, 'rename1');
    await createUser(admin, 'rename2');
    expect(await outcomeOf(change(id, { username: 'Rename2' }))).toBe('username_taken');
    expect(await outcomeOf(change(id, { email: 'RENAME2@example.org' }))).toBe('email_taken');
    expect(await outcomeOf(change('0'.repeat(32), { quota: 1 }))).toBe('user_not_found');
    expect(await outcomeOf(change('../me', { quota: 1 }))).toBe('validation_failed');
    expect(await outcomeOf(change(id, { quota: -1 }))).toBe('validation_failed');
    expect(await outcomeOf(change(id, { quota: 0.5 }))).toBe('validation_failed');
  });
});

describe('oneself', () => {
  it.each([
    ['password', { password: 'quite another one' }],
    ['name', { username: 'admin2' }],
    ['address', { email: 'admin2@example.org' }],
  ])('refuses an own new %s: the account page asks for the current password', async (_, body) => {
    const { id } = admin.session.user ?? { id: '' };
    expect(await outcomeOf(change(id, body))).toBe('forbidden');
    expect(await admin.users.me()).toMatchObject({ username: 'admin', email: 'admin@example.org' });
  });

  it('takes an own quota, and names that are as they were', async () => {
    const { id } = admin.session.user ?? { id: '' };
    const body = { username: 'admin', email: 'admin@example.org', quota: 1_000_000_000 };
    expect(await change(id, body)).toMatchObject(body);
  });
});

it('ends the sessions of a user, and says how many', async () => {
  const { id } = await createUser(admin, 'many');
  const clients = [1, 2, 3].map(() => signIn(app, { username: 'many', password }));
  const [first] = await Promise.all(clients);
  expect(await admin.users.endSessions({ params: { id } })).toEqual({ ended: 3 });
  expect(await first?.users.me()).toBeNull();
  expect(await actionsOn(id)).toContain('user.sessions_end');
});

it('takes the second factor from who has lost it, and ends the sessions', async () => {
  const { id } = await createUser(admin, 'factor');
  const factor = await signIn(app, { username: 'factor', password });
  const { writer, reader } = app.app.core.database;
  expect(await outcomeOf(admin.users.removeTotp({ params: { id } }))).toBe('totp_not_enabled');
  await writer('users').where({ id }).update({ totp_secret: 'sealed', totp_pending: 'sealed' });
  await writer('recovery_codes').insert({ user_id: id, code_hash: 'h' });
  expect((await admin.users.get({ params: { id } })).totpEnabled).toBe(true);
  await admin.users.removeTotp({ params: { id } });
  expect(await reader('users').where({ id }).first('totp_secret', 'totp_pending')).toEqual({
    totp_secret: null,
    totp_pending: null,
  });
  expect(await reader('recovery_codes').where({ user_id: id })).toEqual([]);
  expect(await factor.users.me()).toBeNull();
  expect(await actionsOn(id)).toContain('user.totp_remove');
});

it('shows by which providers somebody can sign in, and who is only invited', async () => {
  const invited = await createUser(admin, 'provided_invited');
  const linked = await createUser(admin, 'provided_linked');
  await app.app.core.database
    .writer('users')
    .whereIn('id', [invited.id, linked.id])
    .update({ password_hash: null });
  await linkAccount(app, linked, 'oidc');
  await linkAccount(app, linked, 'github');
  const { users } = await admin.users.list({ query: { search: 'provided_' } });
  expect(users).toMatchObject([
    { id: invited.id, hasPassword: false, providers: [] },
    { id: linked.id, hasPassword: false, providers: ['github', 'oidc'] },
  ]);
  expect(users[1]).toEqual(await admin.users.get({ params: { id: linked.id } }));
});

it('takes the linked accounts along with the password that somebody else may have known', async () => {
  const { id, username } = await createUser(admin, 'taken');
  await linkAccount(app, { id, username });
  expect(await change(id, { quota: 5 })).toMatchObject({ providers: ['oidc'] });
  expect(await change(id, { isDisabled: true })).toMatchObject({ providers: ['oidc'] });
  const changed = await change(id, { isDisabled: false, password: 'another good password' });
  expect(changed).toMatchObject({ hasPassword: true, providers: [] });
});

it('invites only whoever has no password', async () => {
  const { id } = await createUser(admin, 'settled');
  expect(await outcomeOf(admin.users.invite({ params: { id } }))).toBe('user_has_password');
});

it('is closed to others', async () => {
  const { id } = await createUser(admin, 'plain');
  const plain = await signIn(app, { username: 'plain', password });
  const params = { id };
  const calls = [
    plain.users.list(),
    plain.users.get({ params }),
    plain.users.create({ body: { username: 'evil', email: 'evil@example.org', password, isAdmin: true } }),
    plain.users.update({ params, body: { isAdmin: true } }),
    plain.users.remove({ params }),
    plain.users.endSessions({ params }),
    plain.users.removeTotp({ params }),
    plain.users.invite({ params }),
  ];
  expect(new Set(await Promise.all(calls.map(outcomeOf)))).toEqual(new Set(['forbidden']));
  await plain.close();
});
