import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ConfigKey, readConfigValue } from '#sdk/contract/config.js';
import type { Outbound } from '../../outbound/outbound.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { type OpenidProvider, startOpenidProvider } from '../../testing/providers/openid-provider.ts';
import { createProviders } from './providers.ts';
import { type AuthorizationRequest, type Profile, type Provider, SocialSignInError } from './types.ts';

let there: OpenidProvider;
beforeAll(async () => {
  there = await startOpenidProvider();
});
afterAll(() => there.close());

const person = { sub: 'ada-1', email: 'ada@example.org', email_verified: true, preferred_username: 'ada' };
const clock = createFakeClock();
let settings: Partial<Record<ConfigKey, string>>;
beforeEach(() => {
  there.person = { ...person };
  settings = {
    'oauth.oidc-enabled': 'true',
    'oauth.oidc-discoveryUri': `${there.issuer}/.well-known/openid-configuration`,
    'oauth.oidc-clientId': there.client.id,
    'oauth.oidc-clientSecret': there.client.secret,
  };
});
afterEach(() => {
  there.forge(null);
  for (const route of ['discovery', 'jwks', 'token', 'userinfo'] as const) there.change(route, null);
});

const request: AuthorizationRequest = {
  redirectUri: 'http://localhost:4711/api/oauth/callback/oidc',
  state: 's'.repeat(43),
  nonce: 'n'.repeat(43),
  // RFC 7636, appendix B
  codeVerifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
};

/** The state of a newly started instance. */
function setUp(outbound: Pick<Outbound, 'fetch'> = there.outbound) {
  const providers = createProviders({
    config: { get: (key) => readConfigValue(key, settings[key] ?? null) },
    outbound,
    clock,
  });
  return (): Provider => {
    const provider = providers.find('oidc');
    if (!provider) throw new Error('the provider is not enabled');
    return provider;
  };
}

/** Goes to the provider and back; `onTheWay` changes what the browser brings back. */
async function signIn(
  onTheWay: (callback: URL) => unknown = () => undefined,
  find = setUp(),
): Promise<Profile> {
  const callback = await there.visit(String(await find().authorizationUrl(request)));
  onTheWay(callback);
  return find().identify(callback, request);
}

async function failure(asking: Promise<unknown>): Promise<SocialSignInError> {
  const error: unknown = await asking.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof SocialSignInError)) throw new Error(`expected to be refused, got ${String(error)}`);
  return error;
}

const codeOf = async (asking: Promise<unknown>) => (await failure(asking)).code;
const reasonOf = async (asking: Promise<unknown>) => String((await failure(asking)).cause);

it('asks with state, nonce and the challenge of PKCE', async () => {
  const url = await setUp()().authorizationUrl(request);
  expect(url.origin).toBe(there.issuer);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: 'code',
    client_id: there.client.id,
    redirect_uri: request.redirectUri,
    scope: 'openid email profile',
    state: request.state,
    nonce: request.nonce,
    code_challenge_method: 'S256',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  });
});

it('tells who it is', async () => {
  expect(await signIn()).toEqual({
    issuer: there.issuer,
    subject: 'ada-1',
    email: 'ada@example.org',
    isEmailVerified: true,
    name: 'ada',
    usernames: ['ada'],
  });
});

describe('an ID token is not believed', () => {
  it('that is not there', async () => {
    there.change('token', ({ body }) => delete body['id_token']);
    expect(await codeOf(signIn())).toBe('invalid_token');
  });

  it.each([[['none']], [['HS256']], [['none', 'HS256', 'RS256']]])(
    'unsigned or with an HMAC, also where the provider offers %j',
    async (algorithms) => {
      there.change('discovery', ({ body }) => (body['id_token_signing_alg_values_supported'] = algorithms));
      for (const signedBy of ['nobody', 'secret', 'public key'] as const) {
        there.forge({ signedBy });
        expect(await codeOf(signIn())).toBe('invalid_token');
      }
    },
  );

  it('by a key that is not for signatures of this kind', async () => {
    there.change('jwks', ({ body }) => (body['keys'] = []));
    expect(await codeOf(signIn())).toBe('invalid_token');
  });
});

describe('what the browser brings back is refused', () => {
  it.each<[string, (callback: URL) => unknown]>([
    ['with another state', ({ searchParams }) => searchParams.set('state', 'other')],
    ['with an empty state', ({ searchParams }) => searchParams.set('state', '')],
    ['without a state', ({ searchParams }) => searchParams.delete('state')],
    ['with two states', ({ searchParams }) => searchParams.append('state', request.state)],
    [
      'with the issuer of another provider',
      ({ searchParams }) => searchParams.set('iss', 'https://evil.org'),
    ],
    ['without the issuer that the provider names', ({ searchParams }) => searchParams.delete('iss')],
    ['with another code', ({ searchParams }) => searchParams.set('code', 'other')],
    ['without a code', ({ searchParams }) => searchParams.delete('code')],
    ['with an ID token of its own', ({ searchParams }) => searchParams.set('id_token', 'a.b.c')],
    [
      'with an error of another provider',
      ({ searchParams }) => {
        searchParams.set('error', 'access_denied');
        searchParams.set('iss', 'https://evil.org');
      },
    ],
  ])('%s', async (_name, change) => {
    expect(await codeOf(signIn(change))).toBe('invalid_token');
  });

  it('by another who has not asked for it', async () => {
    const find = setUp();
    const callback = await there.visit(String(await find().authorizationUrl(request)));
    const asking = find().identify(callback, { ...request, codeVerifier: 'w'.repeat(43) });
    expect(await codeOf(asking)).toBe('invalid_token');
  });

  it('twice', async () => {
    const find = setUp();
    const callback = await there.visit(String(await find().authorizationUrl(request)));
    await find().identify(callback, request);
    expect(await codeOf(find().identify(callback, request))).toBe('invalid_token');
  });

  it('when the person said no', async () => {
    const find = setUp();
    const callback = await there.visit(String(await find().authorizationUrl(request)), 'no');
    expect(await codeOf(find().identify(callback, request))).toBe('access_denied');
  });

  it('when the provider failed', async () => {
    const fail = ({ searchParams }: URL) => searchParams.set('error', 'server_error');
    expect(await codeOf(signIn(fail))).toBe('default');
  });
});

describe('the provider', () => {
  it('cannot be used while it is off', () => {
    settings['oauth.oidc-enabled'] = 'false';
    const providers = createProviders({
      config: { get: (key) => readConfigValue(key, settings[key] ?? null) },
      outbound: there.outbound,
      clock,
    });
    expect([providers.listEnabled(), providers.find('oidc')]).toEqual([[], null]);
    settings['oauth.oidc-enabled'] = 'true';
    expect(providers.listEnabled()).toEqual(['oidc']);
  });

  it('is asked where its endpoints are every ten minutes, and whenever it is set up anew', async () => {
    const find = setUp();
    const before = there.asked('discovery');
    const ask = async () => {
      await find().authorizationUrl(request);
      return there.asked('discovery') - before;
    };
    expect([await ask(), await ask()]).toEqual([1, 1]);
    clock.advance(599_000);
    expect(await ask()).toBe(1);
    clock.advance(1000);
    expect(await ask()).toBe(2);
    settings['oauth.oidc-clientId'] = 'other';
    expect((await find().authorizationUrl(request)).searchParams.get('client_id')).toBe('other');
    expect(await ask()).toBe(3);
  });

  it('is asked once more after it did not answer', async () => {
    const find = setUp();
    there.change('discovery', (answer) => (answer.status = 503));
    expect(await codeOf(find().authorizationUrl(request))).toBe('default');
    there.change('discovery', null);
    expect(await find().authorizationUrl(request)).toBeInstanceOf(URL);
  });

  it('cannot speak for another issuer', async () => {
    there.change('discovery', ({ body }) => (body['issuer'] = 'https://accounts.example.org'));
    const asking = setUp()().authorizationUrl(request);
    expect(await reasonOf(asking)).toContain('another issuer, https://accounts.example.org');
    settings['oauth.oidc-discoveryUri'] = there.issuer;
    expect(await codeOf(setUp()().authorizationUrl(request))).toBe('default');
  });

  it('can be named by its issuer alone', async () => {
    settings['oauth.oidc-discoveryUri'] = there.issuer;
    expect(await signIn()).toMatchObject({ subject: 'ada-1' });
  });

  it.each(['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint'])(
    'is asked by https alone: %s',
    async (endpoint) => {
      there.change('discovery', ({ body }) => {
        body[endpoint] = String(body[endpoint]).replace('https:', 'http:');
      });
      expect(await reasonOf(signIn())).toMatch(/only requests to HTTPS are allowed/);
    },
  );

  it('cannot lead to an address that is never meant', async () => {
    there.change('discovery', ({ body }) => (body['token_endpoint'] = 'https://169.254.169.254/token'));
    const asking = signIn();
    expect(await codeOf(asking)).toBe('default');
    expect(await reasonOf(asking)).toContain('no address that may be contacted');
  });

  it('cannot take the code with the secret of another', async () => {
    settings['oauth.oidc-clientSecret'] = 'wrong';
    const asking = signIn();
    expect(await codeOf(asking)).toBe('invalid_token');
    expect(await reasonOf(asking)).toContain('invalid_client');
  });

  it.each([[['client_secret_basic']], [['client_secret_post']], [undefined]])(
    'learns the secret as it wants to: %j',
    async (methods) => {
      there.change('discovery', ({ body }) => {
        if (methods) body['token_endpoint_auth_methods_supported'] = methods;
        else delete body['token_endpoint_auth_methods_supported'];
      });
      expect(await signIn()).toMatchObject({ subject: 'ada-1' });
    },
  );
});

describe('a client that is registered for a secret in the header alone', () => {
  let tries: string[];
  beforeEach(() => {
    tries = [];
  });

  /** Forwards requests, but refuses the secret in a form like Authelia does. */
  const strict = (headers: Record<string, string> = {}): Pick<Outbound, 'fetch'> => ({
    fetch: async (url, asked) => {
      if (asked?.method !== 'POST') return there.outbound.fetch(url, asked);
      const isInForm = asked.body?.includes('client_secret=') ?? false;
      tries.push(isInForm ? 'form' : 'header');
      if (!isInForm) return there.outbound.fetch(url, asked);
      return Response.json({ error: 'invalid_client' }, { status: 401, headers });
    },
  });

  it.each([{}, { 'www-authenticate': 'Basic realm="there"' }])(
    'is let in at the second try, and at the first from then on: %j',
    async (headers) => {
      const find = setUp(strict(headers));
      expect(await signIn(undefined, find)).toMatchObject({ subject: 'ada-1' });
      expect(await signIn(undefined, find)).toMatchObject({ subject: 'ada-1' });
      expect(tries).toEqual(['form', 'header', 'header']);
    },
  );

  it('is refused with a wrong secret, for the first reason', async () => {
    settings['oauth.oidc-clientSecret'] = 'wrong';
    const asking = signIn(undefined, setUp(strict({ 'www-authenticate': 'Basic realm="there"' })));
    expect(await reasonOf(asking)).toContain('invalid_client');
    expect(tries).toEqual(['form', 'header']);
  });
});

it('says why it refuses, without codes and tokens', async () => {
  const seen: string[] = [];
  there.change('token', (answer) => {
    seen.push(...Object.values(answer.body).map(String));
    answer.body['access_token'] = 7;
  });
  const error = await failure(signIn(({ searchParams }) => void seen.push(...searchParams.values())));
  const { cause } = error;
  const told = JSON.stringify([error, cause, String(cause), Object.getOwnPropertyDescriptors(cause ?? {})]);
  expect(String(cause)).toContain('access_token');
  const secrets = seen.filter((text) => text.length >= 20 && text !== there.issuer);
  expect(secrets.length).toBeGreaterThan(2);
  for (const secret of secrets) expect(told).not.toContain(secret);
});

describe('the userinfo endpoint', () => {
  it.each<[string, Parameters<OpenidProvider['change']>[1]]>([
    ['fails', (answer) => (answer.status = 500)],
    ['tells of another person', ({ body }) => (body['sub'] = 'eve-1')],
    ['tells of nobody', ({ body }) => delete body['sub']],
  ])('is not believed when it %s', async (_name, change) => {
    there.change('userinfo', change);
    expect(await codeOf(signIn())).toBe('cannot_get_user_info');
  });

  it('need not be there', async () => {
    there.change('discovery', ({ body }) => delete body['userinfo_endpoint']);
    there.forge({ claims: { email: 'ada@example.org', email_verified: true } });
    const before = there.asked('userinfo');
    expect(await signIn()).toMatchObject({ email: 'ada@example.org', isEmailVerified: true });
    expect(there.asked('userinfo')).toBe(before);
  });

  it('does not vouch for an address that the ID token has of its own', async () => {
    there.forge({ claims: { email: 'root@example.org' } });
    expect(await signIn()).toMatchObject({ email: 'root@example.org', isEmailVerified: false });
    there.forge({ claims: { email: 'ada@example.org' } });
    expect(await signIn()).toMatchObject({ email: 'ada@example.org', isEmailVerified: true });
    there.forge({ claims: { email: 'ada@example.org', email_verified: false } });
    expect(await signIn()).toMatchObject({ isEmailVerified: false });
  });
});
