import { createHash } from 'node:crypto';
import { Agent, request } from 'undici';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { JsonObject, readClaims } from './id-tokens.ts';
import { type OpenidProvider, startOpenidProvider } from './openid-provider.ts';

const codeVerifier = 'v'.repeat(43);
const redirectUri = 'http://localhost:4711/api/oauth/callback/oidc';

let provider: OpenidProvider;
beforeAll(async () => {
  provider = await startOpenidProvider();
});
afterEach(() => {
  provider.forge(null);
});
afterAll(() => provider.close());

const authorizationUrl = (): string =>
  `${provider.issuer}/auth?${String(
    new URLSearchParams({
      client_id: provider.client.id,
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      state: 'some state',
      nonce: 'some nonce',
      code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
      code_challenge_method: 'S256',
    }),
  )}`;

async function ask(path: string, form: Record<string, string> | null, authorization: string) {
  const answer = await request(`${provider.issuer}${path}`, {
    method: form ? 'POST' : 'GET',
    dispatcher: new Agent({ connect: { ca: provider.certificate } }),
    headers: { authorization, ...(form && { 'content-type': 'application/x-www-form-urlencoded' }) },
    body: form && new URLSearchParams(form).toString(),
  });
  const body = JsonObject.parse(await answer.body.json());
  return { status: answer.statusCode, body };
}

async function exchange(): Promise<Record<string, unknown>> {
  const { searchParams } = await provider.visit(authorizationUrl());
  const { id, secret } = provider.client;
  const { body } = await ask(
    '/token',
    {
      grant_type: 'authorization_code',
      code: searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
      code_verifier: codeVerifier,
    },
    `Basic ${Buffer.from(`${id}:${encodeURIComponent(secret).replaceAll('%20', '+')}`).toString('base64')}`,
  );
  expect(body).toHaveProperty('id_token');
  return body;
}

it('sends back with a code, and tells who it was', async () => {
  const back = await provider.visit(authorizationUrl());
  expect(back.origin).toBe('http://localhost:4711');
  expect(back.searchParams.get('state')).toBe('some state');
  expect(back.searchParams.get('iss')).toBe(provider.issuer);
  provider.person = { sub: 'eve-1', email: 'eve@example.org', email_verified: false };
  const { id_token: idToken, access_token: accessToken } = await exchange();
  expect(readClaims(idToken)).toMatchObject({ sub: 'eve-1', iss: provider.issuer, nonce: 'some nonce' });
  const { body } = await ask('/me', null, `Bearer ${String(accessToken)}`);
  expect(body).toEqual({ sub: 'eve-1', email: 'eve@example.org', email_verified: false });
  expect(provider.asked('userinfo')).toBe(1);
});

it('sends back with an error when one says no', async () => {
  const { searchParams } = await provider.visit(authorizationUrl(), 'no');
  expect(Object.fromEntries(searchParams)).toMatchObject({ error: 'access_denied', state: 'some state' });
});

it('forges ID tokens when told to', async () => {
  provider.forge({ claims: { nonce: undefined, aud: 'another' }, signedBy: 'nobody' });
  const token = String((await exchange())['id_token']);
  const [header = '', , signature] = token.split('.');
  expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({ alg: 'none' });
  expect(signature).toBe('');
  expect(readClaims(token)).not.toHaveProperty('nonce');
  expect(readClaims(token)).toMatchObject({ aud: 'another', iss: provider.issuer });
});

it('answers something else when told to', async () => {
  provider.change('discovery', ({ body }) => {
    body['issuer'] = 'https://elsewhere.example.org';
  });
  const { body } = await ask('/.well-known/openid-configuration', null, '');
  expect(body).toMatchObject({
    issuer: 'https://elsewhere.example.org',
    token_endpoint: `${provider.issuer}/token`,
  });
  provider.change('discovery', null);
  expect(
    await provider.outbound.fetchJson(`${provider.issuer}/.well-known/openid-configuration`),
  ).toMatchObject({ issuer: provider.issuer });
});
