import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { CreateWorkloadIdentity } from '#sdk/contract/workload-identities.js';
import { createClient, type FileshareClient } from '#sdk/index.js';
import { addMember, type Member } from '../../testing/members.ts';
import type { SignedBy } from '../../testing/providers/id-tokens.ts';
import { type OpenidProvider, startOpenidProvider } from '../../testing/providers/openid-provider.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

const audience = 'https://files.example.org';

let ci: OpenidProvider;
let app: TestApp;
let admin: FileshareClient;
let ann: Member;
beforeAll(async () => {
  ci = await startOpenidProvider();
  const env = { FILESHARE_OUTBOUND_ALLOW_PRIVATE: 'true', FILESHARE_ADDRESS_LIMIT_FACTOR: '1000' };
  app = await startApp({ env, outbound: ci.outbound });
  admin = createClient({ baseUrl: app.url });
  await admin.session.signIn({ identifier: app.admin.username, password: app.admin.password });
});
afterAll(async () => {
  await app.stop();
  await ci.close();
});

let names = 0;
beforeEach(async () => {
  ann = await addMember(app, `ann${(names += 1)}`);
  for (const { id } of await admin.workloadIdentities.list()) {
    await admin.workloadIdentities.remove({ params: { id } });
  }
});

const allow = (changes: Partial<CreateWorkloadIdentity> = {}) =>
  admin.workloadIdentities.create({
    body: {
      name: 'release',
      userId: ann.id,
      issuer: ci.issuer,
      audience,
      claims: { repository: 'acme/app', ref: 'refs/heads/release-*' },
      scopes: ['shares:write'],
      password: app.admin.password,
      ...changes,
    },
  });

const seconds = (fromNow: number) => Math.floor(Date.now() / 1000) + fromNow;

/** A token as the CI system gives it to a job. */
const tokenOf = (changes: Record<string, unknown> = {}, signedBy?: SignedBy) =>
  ci.sign(
    {
      iss: ci.issuer,
      aud: audience,
      sub: 'repo:acme/app:ref:refs/heads/release-1',
      iat: seconds(0),
      nbf: seconds(0),
      exp: seconds(300),
      repository: 'acme/app',
      ref: 'refs/heads/release-1',
      ...changes,
    },
    signedBy,
  );

const signIn = (token: string) =>
  createClient({ baseUrl: app.url }).workloadIdentities.signIn({ body: { token } });

const clientOf = (token: string) => createClient({ baseUrl: app.url, token });

async function lastSignIn() {
  const { entries } = await admin.audit.list({ query: { action: 'session.sign_in', limit: '1' } });
  return entries[0];
}

it('exchanges the token of a job for one that uploads as the account, for a quarter of an hour', async () => {
  const { id } = await allow();
  const { accessToken, accessTokenExpiresAt } = await signIn(tokenOf());
  expect(accessToken).toMatch(/^fsw_/);
  expect(Date.parse(accessTokenExpiresAt) - Date.now()).toBeLessThanOrEqual(15 * 60_000);
  const client = clientOf(accessToken);
  expect(await client.users.me()).toMatchObject({ username: ann.username, isAdmin: false });
  const source = {
    path: 'a.txt',
    size: 1,
    fingerprint: 'a',
    async *open() {
      yield Buffer.from('a');
    },
  };
  const { share } = await client.uploadFiles([source]);
  expect(await app.app.core.uow.read.shares.findById(share.id)).toMatchObject({
    ownerId: ann.id,
    state: 'active',
  });
  expect(await lastSignIn()).toMatchObject({
    result: 'done',
    actor: { name: ann.username },
    apiKeyId: id,
    details: { workload: 'release', subject: 'repo:acme/app:ref:refs/heads/release-1' },
  });
});

const refusals: [name: string, reason: string, claims: Record<string, unknown>, signedBy?: SignedBy][] = [
  ['for another audience', 'audience', { aud: 'https://other.example.org' }],
  ['for no audience', 'invalid aud', { aud: undefined }],
  ['of an unknown issuer', 'unknown issuer', { iss: 'https://evil.example.org' }],
  ['without an issuer', 'malformed', { iss: undefined }],
  ['that has expired', 'expired', { exp: seconds(-61) }],
  ['without an end', 'invalid exp', { exp: undefined }],
  ['that is not valid yet', 'invalid nbf', { nbf: seconds(120) }],
  ['from the future', 'invalid iat', { iat: seconds(120) }],
  ['that is two days old', 'expired', { iat: seconds(-2 * 86_400) }],
  ['of another repository', 'claim', { repository: 'acme/application' }],
  ['of another branch', 'claim', { ref: 'refs/heads/main' }],
  ['without a claim', 'claim', { repository: undefined }],
  ['with a list in place of a claim', 'claim', { repository: ['acme/app'] }],
  ['signed by another key', 'signature', {}, 'stranger'],
  ['that nobody signed', 'signature', {}, 'nobody'],
  ['without a signature', 'signature', {}, 'missing'],
  ['with an HMAC by the public key', 'signature', {}, 'public key'],
];

it.each(refusals)(
  'refuses a token %s, and tells only administrators why',
  async (_name, reason, ...token) => {
    await allow();
    await expect(signIn(tokenOf(...token))).rejects.toMatchObject({ code: 'workload_refused', params: {} });
    expect(await lastSignIn()).toMatchObject({
      result: 'refused',
      actor: null,
      details: { workload: true, reason },
    });
  },
);

it('refuses a token whose issuer publishes the metadata of another', async () => {
  await allow({ issuer: `${ci.issuer}/` });
  await expect(signIn(tokenOf({ iss: `${ci.issuer}/` }))).rejects.toMatchObject({ code: 'workload_refused' });
  expect(await lastSignIn()).toMatchObject({ details: { reason: 'issuer unreachable' } });
});

it('finds the identity that a token meets among several of its issuer', async () => {
  await allow({ name: 'other', claims: { repository: 'acme/other' } });
  await allow({ name: 'any branch', claims: { repository: 'acme/app' } });
  await signIn(tokenOf({ aud: ['else', audience] }));
  expect(await lastSignIn()).toMatchObject({ result: 'done', details: { workload: 'any branch' } });
});

describe('an access token stops working', () => {
  it('when its workload identity is deleted', async () => {
    const { id } = await allow();
    const { accessToken } = await signIn(tokenOf());
    await admin.workloadIdentities.remove({ params: { id } });
    await expect(clientOf(accessToken).shares.create({ body: {} })).rejects.toMatchObject({
      code: 'session_expired',
    });
    await expect(signIn(tokenOf())).rejects.toMatchObject({ code: 'workload_refused' });
  });

  it('when its account is disabled, and no new one is issued', async () => {
    await allow();
    const { accessToken } = await signIn(tokenOf());
    await admin.users.update({ params: { id: ann.id }, body: { isDisabled: true } });
    await expect(clientOf(accessToken).shares.create({ body: {} })).rejects.toMatchObject({
      code: 'session_expired',
    });
    await expect(signIn(tokenOf())).rejects.toMatchObject({ code: 'workload_refused' });
    expect(await lastSignIn()).toMatchObject({ details: { reason: 'disabled' } });
  });

  it('when its account gets a new password, with the workload identity', async () => {
    await allow();
    const { accessToken } = await signIn(tokenOf());
    await admin.users.update({ params: { id: ann.id }, body: { password: 'quite another one' } });
    expect(await admin.workloadIdentities.list()).toEqual([]);
    expect(await clientOf(accessToken).users.me()).toBeNull();
  });

  it('when its account is deleted, with the workload identity', async () => {
    await allow();
    const { accessToken } = await signIn(tokenOf());
    await admin.users.remove({ params: { id: ann.id } });
    expect(await admin.workloadIdentities.list()).toEqual([]);
    expect(await clientOf(accessToken).users.me()).toBeNull();
  });
});

it('gives nobody the rights of an administrator', async () => {
  const me = await admin.users.me();
  await allow({ userId: me?.id ?? '', scopes: ['shares:read', 'shares:write', 'reverse-shares'] });
  const { accessToken } = await signIn(tokenOf());
  const client = clientOf(accessToken);
  await expect(client.users.list()).rejects.toMatchObject({ code: 'api_key_scope' });
  await expect(client.workloadIdentities.list()).rejects.toMatchObject({ code: 'api_key_scope' });
  await expect(client.sessions.list()).rejects.toMatchObject({ code: 'api_key_refused' });
});

it('lists, audits and deletes workload identities; the audience is this instance by default', async () => {
  const { audience: _audience, ...rest } = await allow();
  const created = await allow({ name: 'second', audience: undefined });
  expect(await admin.workloadIdentities.list()).toEqual([{ ...rest, audience }, created]);
  expect(created).toMatchObject({
    audience: app.app.core.config.get('general.appUrl'),
    user: { id: ann.id, username: ann.username },
  });
  await admin.workloadIdentities.remove({ params: { id: created.id } });
  await expect(admin.workloadIdentities.remove({ params: { id: created.id } })).rejects.toMatchObject({
    code: 'workload_identity_not_found',
  });
  const { entries } = await admin.audit.list({ query: { action: 'workload_identity', limit: '2' } });
  expect(entries).toMatchObject([
    { action: 'workload_identity.remove', subject: { id: created.id, name: 'second' } },
    { action: 'workload_identity.create', subject: { id: created.id }, details: { userId: ann.id } },
  ]);
});

const github = 'https://token.actions.githubusercontent.com';

it.each<[string, Partial<CreateWorkloadIdentity>, string]>([
  ['without a claim', { claims: {} }, 'required'],
  ['for any value of a claim', { claims: { repository: '*' } }, 'claim_pattern'],
  ['with a * in the middle', { claims: { repository: 'acme/*-app' } }, 'claim_pattern'],
  ['for everyone at GitHub', { issuer: github, claims: { ref: 'refs/heads/main' } }, 'claims_too_open'],
  ['for owners that begin alike', { issuer: github, claims: { repository: 'acme*' } }, 'claims_too_open'],
  ['for repositories of anyone', { issuer: github, claims: { sub: 'repo:acme*' } }, 'claims_too_open'],
  ['of an issuer that is no address', { issuer: 'ci' }, 'invalid'],
  ['of an issuer with a query', { issuer: `${github}?a=b` }, 'invalid'],
])('refuses a workload identity %s', async (_name, changes, code) => {
  await expect(allow(changes)).rejects.toMatchObject({
    code: 'validation_failed',
    issues: [{ code }],
  });
});

it('asks for the password, because somebody else may be using the session', async () => {
  await expect(allow({ password: 'wrong' })).rejects.toMatchObject({ code: 'password_wrong' });
  await expect(allow({ password: undefined })).rejects.toMatchObject({
    code: 'validation_failed',
    issues: [{ field: 'password', code: 'required' }],
  });
  expect(await admin.workloadIdentities.list()).toEqual([]);
});

it('gives each workload identity a name of its own', async () => {
  const { id } = await allow({ name: 'nightly' });
  await expect(allow({ name: ' nightly ' })).rejects.toMatchObject({ code: 'workload_identity_name_taken' });
  await allow({ name: 'weekly' });
  await admin.workloadIdentities.remove({ params: { id } });
  await allow({ name: 'nightly' });
});

it('gives a name to one of two that are created at the same time', async () => {
  const both = await Promise.allSettled([allow({ name: 'nightly' }), allow({ name: 'nightly' })]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

it('limits refusals per address', async () => {
  const limited = await startApp();
  onTestFinished(() => limited.stop());
  const { workloadIdentities } = createClient({ baseUrl: limited.url });
  const guess = () => workloadIdentities.signIn({ body: { token: 'x' } });
  for (let count = 0; count < 60; count += 1) {
    await expect(guess()).rejects.toMatchObject({ code: 'workload_refused' });
  }
  await expect(guess()).rejects.toMatchObject({ code: 'too_many_requests' });
});
