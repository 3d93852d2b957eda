import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EndpointDefinition, scopes } from '#sdk/contract/endpoint.js';
import { isShareAction } from '#sdk/contract/shares/actions.js';
import { enableTotp } from '../authenticator.ts';
import { outcomeOf, password, signIn } from '../clients.ts';
import { createFakeClock } from '../fake-clock.ts';
import { addMember, bearer } from '../members.ts';
import { startApp, type TestApp } from '../start-app.ts';
import { asAnswered, callEndpoint, cases, prepareRequest } from './call.ts';
import { expectedOutcome } from './expected.ts';
import { createWorld, type World } from './world.ts';

/** Every endpoint, called by an account that must turn on two-factor authentication first. */

const clock = createFakeClock();
let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startApp({
    clock,
    env: {
      FILESHARE_TRUSTED_PROXIES: '127.0.0.1',
      FILESHARE_METRICS: 'true',
      FILESHARE_CONFIG_SHARE_ALLOW_REGISTRATION: 'true',
      FILESHARE_CONFIG_POLICIES_USER_TOTP: 'true',
    },
  });
  world = createWorld(app);
});
afterAll(() => app.stop());

const open = ['POST /auth/totp/enable', 'POST /auth/totp/verify', 'PATCH /auth/password'];

/** As whom the server treats the account; null: it is refused. */
function roleAt({ method, path, access, apiKey }: EndpointDefinition): 'owner' | 'nobody' | null {
  if (open.includes(`${method} ${path}`)) return 'owner';
  if (isShareAction(access) || apiKey === 'visit') return 'nobody';
  if (access !== 'anyone') return null;
  return scopes.some((scope) => scope === apiKey) ? null : 'owner';
}

it.each(cases)('$title', async ({ endpoint, row, method }) => {
  // Until the data of the request exists, the account can do everything.
  const owner = await world.member({ totpSecret: 'on' });
  const { parts } = await prepareRequest(world, row, owner);
  await app.app.core.uow.transaction(({ users }) => users.update(owner.id, { totpSecret: null }));
  const { token } = await world.session(owner);
  const role = roleAt(endpoint);
  const outcome = role ? expectedOutcome(endpoint, row, { role }) : 'totp_setup_required';
  expect(await callEndpoint(app.url, { endpoint, row, method }, parts, bearer(token))).toBe(
    outcome === 'totp_setup_required' && method === 'HEAD'
      ? 'status 403'
      : asAnswered(method, outcome as never),
  );
});

it('keeps API keys working', async () => {
  const owner = await world.member();
  const { secret } = await world.apiKey(owner, ['shares:write']);
  const response = await fetch(`${app.url}/api/shares`, {
    method: 'POST',
    headers: { ...bearer(secret), 'content-type': 'application/json' },
    body: '{}',
  });
  expect(response.status).toBe(201);
});

it('lets the account go on once it is on, and not turn it off again', async () => {
  const member = await addMember(app, 'careful');
  const client = await signIn(app, member);
  expect(await client.users.me()).toMatchObject({ totpEnabled: false, totpRequired: true });
  expect(await outcomeOf(client.shares.create({ body: {} }))).toBe('totp_setup_required');
  const { code } = await enableTotp(client, clock);
  expect(await client.users.me()).toMatchObject({ totpEnabled: true, totpRequired: true });
  expect(await outcomeOf(client.shares.create({ body: {} }))).toBe('ok');
  clock.advance(30_000);
  const proof = { password, code: await code() };
  expect(await outcomeOf(client.totp.disable({ body: proof }))).toBe('totp_mandatory');
  expect(await outcomeOf(client.totp.renewRecoveryCodes({ body: proof }))).toBe('ok');
});

it('is left to a provider where nobody asks for the code, but not to the directory', async () => {
  const administrator = await signIn(app);
  const member = await addMember(app, 'provided');
  const client = await signIn(app, member);
  await app.app.core.uow.transaction(({ users }) => users.update(member.id, { passwordHash: null }));
  const set = (values: Record<string, string>) =>
    administrator.configs.update({ body: Object.entries(values).map(([key, value]) => ({ key, value })) });
  expect(await client.users.me()).toMatchObject({ totpRequired: true });
  await set({ 'oauth.ignoreTotp': 'true' });
  expect(await client.users.me()).toMatchObject({ totpRequired: false });
  await set({
    'ldap.url': 'ldaps://127.0.0.1:1',
    'ldap.searchBase': 'dc=example,dc=org',
    'ldap.enabled': 'true',
  });
  expect(await client.users.me()).toMatchObject({ totpRequired: true });
  await set({ 'ldap.enabled': 'false', 'oauth.ignoreTotp': 'false' });
});

it('counts the administrators of whom it would ask something, before it is on', async () => {
  const administrator = await signIn(app);
  const count = () => administrator.users.adminsWithoutTotp();
  const others = await count();
  expect(others).toMatchObject({ includesYou: true });
  const changes = { isAdmin: true };
  const provided = await addMember(app, 'provided_admin', { ...changes, passwordHash: null });
  const careful = await signIn(app, await addMember(app, 'careful_admin', changes));
  await addMember(app, 'disabled_admin', { ...changes, disabledAt: clock.now() });
  expect(await count()).toEqual({ count: others.count + 2, includesYou: true });
  await enableTotp(careful, clock);
  expect(await careful.users.adminsWithoutTotp()).toEqual({ count: others.count + 1, includesYou: false });
  await administrator.configs.update({ body: [{ key: 'oauth.ignoreTotp', value: 'true' }] });
  expect(await count()).toEqual({ count: others.count, includesYou: true });
  await administrator.configs.update({ body: [{ key: 'oauth.ignoreTotp', value: 'false' }] });
  await administrator.users.remove({ params: { id: provided.id } });
});

it('is a rule of its own for administrators', async () => {
  const administrator = await signIn(app);
  expect(await administrator.users.me()).toMatchObject({ totpRequired: false });
  const body = [{ key: 'policies.adminTotp', value: 'true' }];
  await administrator.configs.update({ body });
  expect(await administrator.users.me()).toMatchObject({ totpRequired: true });
  expect(await outcomeOf(administrator.configs.update({ body }))).toBe('totp_setup_required');
});
