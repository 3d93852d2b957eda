import { describe, expect, it } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import { createApiClient } from '../core/api-client.ts';
import type { Transport, TransportRequest } from '../core/transport.ts';
import { NetworkError } from '../core/transport.ts';
import { createFileshareClient } from '../fileshare-client.ts';
import { createSession } from './session.ts';
import { memorySessionStore, type SessionStore } from './store.ts';

const ann = {
  id: '0'.repeat(32),
  username: 'ann',
  email: 'a@b.example',
  isAdmin: false,
  hasPassword: true,
  totpEnabled: false,
  totpRequired: false,
  createdAt: '2030-01-01T00:00:00Z',
};

const challenge = { loginToken: 'login', expiresAt: '2030-01-01T00:05:00Z' };

/** A server with one account: `access1` to `access<n>` are its tokens, the newest one valid. */
function setUp(
  options: {
    transport?: 'cookie' | 'token';
    expiresIn?: number;
    store?: SessionStore;
    token?: string;
    /** The account asks for this code too. */
    totp?: string;
  } = {},
) {
  const { transport = 'token', expiresIn = 900_000, store = memorySessionStore() } = options;
  const requests: TransportRequest[] = [];
  const warnings: Error[] = [];
  const state = { generation: 0, isEnded: false, isOffline: false, expiresIn };
  const issue = () => {
    state.generation++;
    const accessTokenExpiresAt = new Date(Date.now() + state.expiresIn).toISOString();
    const tokens = { accessToken: `access${state.generation}`, refreshToken: `refresh${state.generation}` };
    return { user: ann, accessTokenExpiresAt, ...(transport === 'token' && tokens) };
  };
  const isSignedIn = (request: TransportRequest) =>
    !state.isEnded &&
    (transport === 'cookie'
      ? state.generation > 0
      : request.headers?.authorization === `Bearer access${state.generation}`);
  const isRightCode = ({ body }: TransportRequest) => {
    const { totp, loginToken } = body as { totp?: string; loginToken?: string };
    return totp === options.totp && loginToken === challenge.loginToken;
  };
  const respond = (request: TransportRequest): [number, unknown] => {
    switch (`${request.method} ${request.path}`) {
      case 'POST /api/auth/signIn':
        state.isEnded = false;
        return options.totp === undefined ? [200, issue()] : [200, challenge];
      case 'POST /api/auth/signIn/totp':
        return isRightCode(request) ? [200, issue()] : [401, { error: 'totp_wrong' }];
      case 'POST /api/auth/programs/signIn':
        return [200, issue()];
      case 'POST /api/auth/signUp':
        return [201, issue()];
      case 'POST /api/auth/token':
        return state.isEnded ? [401, { error: 'session_expired' }] : [200, issue()];
      case 'POST /api/auth/signOut':
        return [204, undefined];
      case 'GET /api/users/me':
        return [200, isSignedIn(request) ? { ...ann, accessTokenExpiresAt: null } : null];
      default:
        return isSignedIn(request)
          ? [200, { shares: [], nextCursor: null }]
          : [401, { error: 'session_expired' }];
    }
  };
  const server: Transport = {
    async send(request) {
      requests.push(request);
      if (state.isOffline) throw new NetworkError('offline');
      const [status, body] = respond(request);
      return { status, header: () => null, json: async () => body, stream: () => new Blob([]).stream() };
    },
  };
  const { client } = createFileshareClient({
    baseUrl: 'http://memory.test',
    transport: server,
    token: options.token,
    session: { transport, store, onWarning: (warning) => warnings.push(warning) },
  });
  const count = (path: string) => requests.filter((request) => request.path === path).length;
  return { client, server, requests, warnings, state, store, count };
}

const credentials = { identifier: 'ann', password: 'open sesame' };

describe('a session', () => {
  it.each([
    ['ann', { username: 'ann' }],
    ['a@b.example', { email: 'a@b.example' }],
  ])('signs %s in by the right name', async (identifier, expected) => {
    const { client, requests } = setUp();
    expect(await client.session.signIn({ identifier, password: 'x' })).toEqual({
      status: 'signedIn',
      user: ann,
    });
    expect(requests[0]?.body).toEqual({ ...expected, password: 'x', transport: 'token' });
    await client.shares.list();
    expect(requests.at(-1)?.headers?.authorization).toBe('Bearer access1');
  });

  it('begins for a program with what the page gave it', async () => {
    const { client, store, requests } = setUp();
    const codeVerifier = 'v'.repeat(43);
    expect(await client.session.signInProgram({ code: 'code', codeVerifier })).toEqual(ann);
    expect(requests.at(-1)?.body).toEqual({ code: 'code', codeVerifier, transport: 'token' });
    expect(await store.load()).toMatchObject({ accessToken: 'access1', user: ann });
  });

  it('begins only with the code of an account that asks for one', async () => {
    const { client, store, requests } = setUp({ totp: '123456' });
    const seen: unknown[] = [];
    client.session.onChange((user) => seen.push(user));
    expect(await client.session.signIn(credentials)).toEqual({ status: 'totpRequired', ...challenge });
    expect([client.session.user, await store.load(), seen]).toEqual([null, null, []]);
    const { loginToken } = challenge;
    const wrong = client.session.signInTotp({ loginToken, totp: '000000' });
    await expect(wrong).rejects.toMatchObject({ code: 'totp_wrong' });
    expect(client.session.user).toBeNull();
    expect(await client.session.signInTotp({ loginToken, totp: '123456' })).toEqual(ann);
    expect(requests.at(-1)?.body).toEqual({ loginToken, totp: '123456', transport: 'token' });
    expect(await store.load()).toMatchObject({ accessToken: 'access1', user: ann });
    expect(seen).toEqual([ann]);
  });

  it('begins with a new account', async () => {
    const { client, requests } = setUp();
    const account = { email: ann.email, username: ann.username, password: 'open sesame' };
    expect(await client.session.signUp(account)).toEqual(ann);
    expect(requests[0]?.body).toEqual({ ...account, transport: 'token' });
    await client.shares.list();
    expect(requests.at(-1)?.headers?.authorization).toBe('Bearer access1');
  });

  it('is kept in its store, for the next run', async () => {
    const { client, store, count, server } = setUp();
    await client.session.signIn(credentials);
    const api = createApiClient(server);
    const next = createSession({ api, transport: 'token', store, onWarning: () => {} });
    expect(next.user).toBeNull();
    expect(await next.restore()).toEqual(ann);
    expect(next.user).toEqual(ann);
    expect(count('/api/auth/token')).toBe(0);
  });

  it('is refreshed once for all requests when under two minutes remain', async () => {
    const { client, state, count } = setUp({ expiresIn: 119_000 });
    await client.session.signIn(credentials);
    state.expiresIn = 900_000;
    await Promise.all([client.shares.list(), client.shares.list(), client.shares.list()]);
    expect(count('/api/auth/token')).toBe(1);
    await client.shares.list();
    expect(count('/api/auth/token')).toBe(1);
  });

  it('is refreshed when the server says that it has expired, and the request repeated', async () => {
    const { client, state, count } = setUp();
    await client.session.signIn(credentials);
    state.generation++;
    await client.shares.list();
    expect(count('/api/auth/token')).toBe(1);
    expect(count('/api/shares')).toBe(2);
  });

  it('that has ended is reported, forgotten, and refuses the request', async () => {
    const { client, state, warnings, store } = setUp();
    await client.session.signIn(credentials);
    const seen: unknown[] = [];
    client.session.onChange((user) => seen.push(user));
    state.isEnded = true;
    await expect(client.shares.list()).rejects.toMatchObject({ code: 'session_expired' });
    expect(warnings).toEqual([expect.any(AppError)]);
    expect(seen).toEqual([null]);
    expect(await store.load()).toBeNull();
  });

  it('outlives a failed refresh', async () => {
    const { client, state, warnings } = setUp({ expiresIn: 60_000 });
    await client.session.signIn(credentials);
    state.isOffline = true;
    expect(await client.session.refresh()).toBe(false);
    expect(warnings).toEqual([expect.any(NetworkError)]);
    state.isOffline = false;
    await client.shares.list();
  });

  it('takes the tokens another program has put into the shared store', async () => {
    const { client, server, store, requests } = setUp();
    await client.session.signIn(credentials);
    const other = createSession({
      api: createApiClient(server),
      transport: 'token',
      store,
      onWarning: () => {},
    });
    // Expiry times tell the tokens apart.
    await new Promise((resolve) => setTimeout(resolve, 5));
    await other.refresh();
    const sent = requests.length;
    await client.shares.list();
    expect(requests.slice(sent).map(({ path }) => path)).toEqual(['/api/shares', '/api/shares']);
  });

  it('ends without a request when another program has signed out', async () => {
    const { client, store, requests, warnings } = setUp();
    await client.session.signIn(credentials);
    await store.clear();
    const sent = requests.length;
    expect(await client.session.refresh()).toBe(false);
    expect(client.session.user).toBeNull();
    expect(requests).toHaveLength(sent);
    expect(warnings).toEqual([]);
  });

  it('ends here even when the server is not reached', async () => {
    const { client, state, store, warnings } = setUp();
    await client.session.signIn(credentials);
    state.isOffline = true;
    await client.session.signOut();
    expect(client.session.user).toBeNull();
    expect(await store.load()).toBeNull();
    expect(warnings).toHaveLength(1);
  });

  it('does not stand in for a token of the caller', async () => {
    const { client, requests, count } = setUp();
    await client.session.signIn(credentials);
    const call = client.shares.remove({ params: { id: 'abcd' } }, { token: 'fsu_x' });
    await expect(call).rejects.toMatchObject({ code: 'session_expired' });
    expect(requests.at(-1)?.headers?.authorization).toBe('Bearer fsu_x');
    expect(count('/api/auth/token')).toBe(0);
  });
});

describe('a session in cookies', () => {
  it('sends no token, and is restored when only the access cookie has gone', async () => {
    const { client, requests, state, count } = setUp({ transport: 'cookie' });
    await client.session.signIn(credentials);
    expect(await client.users.me()).toMatchObject({ username: 'ann' });
    expect(requests.every(({ headers }) => headers?.authorization === undefined)).toBe(true);
    state.generation = 0;
    expect(await client.users.me()).toMatchObject({ username: 'ann' });
    expect(count('/api/auth/token')).toBe(1);
  });

  it('is noticed when it began by a direct call', async () => {
    const { client } = setUp({ transport: 'cookie' });
    await client.auth.signIn({ body: { username: 'ann', password: 'x' } });
    expect(client.session.user).toEqual(ann);
  });

  it('is not taken for one when a direct call only asks for the code', async () => {
    const { client } = setUp({ transport: 'cookie', totp: '123456' });
    expect(await client.auth.signIn({ body: { username: 'ann', password: 'x' } })).toEqual(challenge);
    expect(client.session.user).toBeNull();
    await client.auth.signInTotp({ body: { loginToken: 'login', totp: '123456' } });
    expect(client.session.user).toEqual(ann);
  });

  it('asks nobody to refresh for a visitor who is not signed in', async () => {
    const { client, count } = setUp({ transport: 'cookie' });
    expect(await client.users.me()).toBeNull();
    await expect(client.shares.list()).rejects.toMatchObject({ code: 'session_expired' });
    expect(count('/api/auth/token')).toBe(0);
  });
});

describe('a fixed token', () => {
  it('is sent with every request and never refreshed', async () => {
    const { client, requests, count } = setUp({ token: 'fixed' });
    await expect(client.shares.list()).rejects.toMatchObject({ code: 'session_expired' });
    expect(requests[0]?.headers?.authorization).toBe('Bearer fixed');
    expect(count('/api/auth/token')).toBe(0);
    const { session } = client;
    await expect(session.signIn(credentials)).rejects.toThrow(TypeError);
    await expect(session.signInTotp({ loginToken: 'login', totp: '1' })).rejects.toThrow(TypeError);
    await expect(session.signInProgram({ code: 'code', codeVerifier: 'v' })).rejects.toThrow(TypeError);
    await expect(session.signUp({ ...credentials, username: 'a', email: 'b' })).rejects.toThrow(TypeError);
  });
});
