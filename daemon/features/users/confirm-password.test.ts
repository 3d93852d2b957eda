import { generate } from 'otplib/functional';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#sdk/contract/api.js';
import type { EndpointDefinition } from '#sdk/contract/endpoint.js';
import { type Answer, createCaller } from '../../testing/browser.ts';
import { outcomeOf, signIn } from '../../testing/clients.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { addMember, bearer, errorOf, type Member } from '../../testing/members.ts';
import { createWorld, type World } from '../../testing/policy/world.ts';
import { createFakeProviders } from '../../testing/providers/fake-providers.ts';
import { addLinkedMember } from '../../testing/providers/social-accounts.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

const minute = 60_000;
const newPassword = 'another long horse';
const clock = createFakeClock();

let app: TestApp;
let world: World;
beforeAll(async () => {
  const providers = createFakeProviders(['github', 'oidc']);
  app = await startApp({ clock, providers, env: { FILESHARE_ADDRESS_LIMIT_FACTOR: '1000' } });
  world = createWorld(app);
});
afterAll(() => app.stop());

/** Requests that are right except for the password. */
const bodies: Readonly<Record<string, object>> = {
  'users.updateMe': { username: 'another_name' },
  'users.removeMe': {},
  'auth.changePassword': { password: newPassword },
  'totp.enable': {},
  'totp.verify': { code: '123456' },
  'totp.disable': { code: '123456' },
  'totp.renewRecoveryCodes': { code: '123456' },
  'apiKeys.create': { name: 'test', scopes: ['shares:read'] },
  'oauth.link': {},
  'oauth.unlink': {},
};

/** Those of every account; the tests of workload identities ask for the password of an administrator. */
const endpoints = Object.entries<Readonly<Record<string, EndpointDefinition>>>(api)
  .flatMap(([feature, group]) =>
    Object.entries(group).map(([name, endpoint]) => ({ id: `${feature}.${name}`, endpoint })),
  )
  .filter(
    ({ endpoint }) => endpoint.access !== 'admin' && endpoint.errors.includes('fresh_sign_in_required'),
  );

interface SignedIn {
  member: Member;
  send(id: string, more?: object): Promise<Answer>;
  /** Returns the user's own account from the database. */
  row(): Promise<object>;
}

let count = 0;

async function signInto(member: Member): Promise<SignedIn> {
  const { token } = await world.session(member);
  const { reader } = app.app.core.database;
  return {
    member,
    send(id, more = {}) {
      const endpoint = endpoints.find((one) => one.id === id)?.endpoint;
      if (!endpoint) throw new Error(`${id} asks for no password`);
      return createCaller(app.url)(
        endpoint.path.replace(':provider', id === 'oauth.link' ? 'github' : 'oidc'),
        {
          method: endpoint.method,
          json: { ...bodies[id], ...more },
          headers: bearer(token),
        },
      );
    },
    row: async () => ({
      user: await reader('users').where({ id: member.id }),
      keys: await reader('api_keys').where({ user_id: member.id }),
      accounts: await reader('social_accounts').where({ user_id: member.id }),
    }),
  };
}

async function addSignedIn(): Promise<SignedIn> {
  count += 1;
  return signInto(await addLinkedMember(app, `linked${count}`));
}

async function countConfirmations({ id }: Member): Promise<number> {
  const rows: unknown[] = await app.app.core.database
    .reader('audit')
    .where({ actor_id: id, action: 'account.confirm' });
  return rows.length;
}

it('is asked for by every endpoint that says so', () => {
  const asking = endpoints.map(({ id }) => id);
  expect(asking.sort()).toEqual(Object.keys(bodies).sort());
});

describe.each(Object.keys(bodies))('%s without a password', (id) => {
  it('is refused more than ten minutes after the sign-in, and changes nothing', async () => {
    const { member, send, row } = await addSignedIn();
    const before = await row();
    clock.advance(10 * minute + 1);
    expect(errorOf(await send(id))).toBe('fresh_sign_in_required');
    expect(
      errorOf(await send(id, id === 'auth.changePassword' ? { oldPassword: 'x' } : { password: 'x' })),
    ).toBe('fresh_sign_in_required');
    expect(await row()).toEqual(before);
    // No guesses were counted.
    expect(await countConfirmations(member)).toBe(0);
  });

  it('is not done for an account that has one', async () => {
    count += 1;
    const { send, row } = await signInto(await addMember(app, `known${count}`));
    const before = await row();
    const answer = await send(id);
    expect(errorOf(answer)).toBe('validation_failed');
    const field = id === 'auth.changePassword' ? 'oldPassword' : 'password';
    expect(answer.body).toMatchObject({ issues: [{ field, code: 'required' }] });
    expect(await row()).toEqual(before);
  });
});

describe('within ten minutes of the sign-in', () => {
  it.each(['users.updateMe', 'users.removeMe', 'apiKeys.create'])('allows %s', async (id) => {
    const { member, send } = await addSignedIn();
    clock.advance(10 * minute);
    const more = id === 'users.updateMe' ? { username: `renamed${count}` } : {};
    expect((await send(id, more)).status).toBeLessThan(300);
    expect(await countConfirmations(member)).toBe(0);
  });

  it('turns the second factor on and off', async () => {
    const { send } = await addSignedIn();
    const { body } = await send('totp.enable');
    const { totpSecret: secret } = body as { totpSecret: string };
    const code = () => generate({ secret, epoch: Math.floor(clock.now() / 1000) });
    expect((await send('totp.verify', { code: await code() })).status).toBe(200);
    clock.advance(minute);
    expect((await send('totp.renewRecoveryCodes', { code: await code() })).status).toBe(200);
    clock.advance(minute);
    expect((await send('totp.disable', { code: await code() })).status).toBe(204);
  });

  it('sets the first password, which is asked for from then on', async () => {
    const { member, send } = await addSignedIn();
    const elsewhere = await world.session(member);
    expect((await send('auth.changePassword')).status).toBe(204);
    expect(await outcomeOf(signIn(app, { ...member, password: newPassword }))).toBe('ok');
    const me = await createCaller(app.url)('/users/me', { headers: bearer(elsewhere.token) });
    expect(me.body).toBeNull();
    expect(errorOf(await send('apiKeys.create'))).toBe('validation_failed');
    expect(errorOf(await send('apiKeys.create', { password: 'wrong password' }))).toBe('password_wrong');
    expect((await send('apiKeys.create', { password: newPassword })).status).toBe(201);
  });

  it('lets one of two first passwords at the same moment win', async () => {
    const { send } = await addSignedIn();
    const answers = await Promise.all([
      send('auth.changePassword', { password: 'the first good password' }),
      send('auth.changePassword', { password: 'the second good password' }),
    ]);
    expect(answers.map(errorOf)).toEqual(expect.arrayContaining([undefined, 'password_wrong']));
  });
});
