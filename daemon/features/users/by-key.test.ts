import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient, type NodeClient } from '#sdk/index.js';
import { createUser, outcomeOf, password, signIn } from '../../testing/clients.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp;
let admin: NodeClient;
let keyed: NodeClient;
beforeAll(async () => {
  app = await startApp();
  admin = await signIn(app);
  const { secret } = await admin.apiKeys.create({
    body: { name: 'k', scopes: ['admin'], password: app.admin.password },
  });
  keyed = createClient({ baseUrl: app.url, token: secret });
});
afterAll(async () => {
  await Promise.all([admin.close(), keyed.close()]);
  await app.stop();
});

it('administers ordinary users with a key', async () => {
  const { id } = await createUser(keyed, 'plain');
  const params = { id };
  const body = { username: 'renamed', quota: 5, isDisabled: true };
  expect(await keyed.users.update({ params, body })).toMatchObject(body);
  expect(await outcomeOf(keyed.users.list())).toBe('ok');
  expect(await outcomeOf(keyed.users.remove({ params }))).toBe('ok');
});

it('makes no administrator with a key, and takes no account over', async () => {
  const before = await createUser(admin, 'victim');
  const params = { id: before.id };
  expect(await outcomeOf(createUser(keyed, 'puppet', { isAdmin: true }))).toBe('api_key_refused');
  for (const body of [
    { isAdmin: true },
    { password: 'quite another one' },
    { email: 'mine@example.org' },
    { quota: 1, email: 'mine@example.org' },
  ]) {
    expect(await outcomeOf(keyed.users.update({ params, body }))).toBe('api_key_refused');
  }
  await app.app.core.database.writer('users').where(params).update({ totp_secret: 'sealed' });
  expect(await outcomeOf(keyed.users.removeTotp({ params }))).toBe('api_key_refused');
  expect(await admin.users.get({ params })).toEqual({ ...before, totpEnabled: true });
  expect((await admin.users.list({ query: { search: 'puppet' } })).total).toBe(0);
});

it('revokes the keys of whose password an administrator sets', async () => {
  const { id } = await createUser(admin, 'robbed');
  const intruder = await signIn(app, { username: 'robbed', password });
  const { secret } = await intruder.apiKeys.create({
    body: { name: 'k', scopes: ['shares:read'], password },
  });
  const stolen = createClient({ baseUrl: app.url, token: secret });
  expect(await outcomeOf(stolen.shares.list())).toBe('ok');
  await admin.users.update({ params: { id }, body: { password: 'quite another one' } });
  expect(await outcomeOf(stolen.shares.list())).toBe('api_key_invalid');
  expect(await app.app.core.database.reader('api_keys').where({ user_id: id })).toEqual([]);
  await Promise.all([intruder.close(), stolen.close()]);
});
