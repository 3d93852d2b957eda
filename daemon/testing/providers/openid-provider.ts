import { type KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Listener } from '#sdk/testing/http-server.js';
import { createOutbound, type Outbound } from '../../outbound/outbound.ts';
import { startTlsServer, type TlsServer } from '../engines/tls-server.ts';
import { createIdTokens, JsonObject, readClaims, type SignedBy } from './id-tokens.ts';
import { answerInteraction } from './openid-interaction.ts';
import { visitProvider } from './visit-provider.ts';

/** A user with an account at the provider: the claims of OpenID Connect Core 1.0, section 5.1. */
export interface Person {
  sub: string;
  email?: string;
  email_verified?: boolean;
  preferred_username?: string;
  name?: string;
  [claim: string]: unknown;
}

/** What is wrong with an ID token. */
export interface Forgery {
  /** Replace the right claims; undefined leaves one out. */
  claims?: Record<string, unknown>;
  signedBy?: SignedBy;
}

type Route = 'discovery' | 'jwks' | 'token' | 'userinfo';
type Change = (answer: { status: number; body: Record<string, unknown> }) => unknown;

export interface OpenidProvider extends Omit<TlsServer, 'url'> {
  issuer: string;
  client: { id: string; secret: string };
  /** The environment of an instance that has this provider set up. */
  env: Record<string, string>;
  /** Sends requests to it and other servers like an instance that trusts its certificate. */
  outbound: Outbound;
  /** The user in front of it, who signs in next. */
  person: Person;
  /** From now on a forged ID token is issued; null: the right one again. */
  forge(forgery: Forgery | null): void;
  /** From now on answers of one kind are changed before they are sent; null: no longer. */
  change(route: Route, change: Change | null): void;
  /** Follows a browser to the provider, answers yes or no there, and returns the URL it is sent back to. */
  visit(url: string, answer?: 'yes' | 'no'): Promise<URL>;
  /** Signs a token with any claims, as CI systems do for their jobs. */
  sign(claims: Record<string, unknown>, signedBy?: SignedBy): string;
  /** Returns the number of requests to this route. */
  asked(route: Route): number;
}

const client = { id: 'fileshare', secret: 'a secret between the two, of a usual length' };
const loopback = ['http://localhost', 'http://127.0.0.1'];
const callbackPath = '/api/oauth/callback/oidc';

interface Options {
  /** The URL of the instance for browsers; not needed for one on this machine. */
  appUrl?: string;
}

/** A real OpenID provider on a free port of this machine, over TLS. */
export async function startOpenidProvider({ appUrl }: Options = {}): Promise<OpenidProvider> {
  const idTokens = createIdTokens(client.secret);
  const changes = new Map<string, Change>();
  const counts = new Map<string, number>();
  const people = new Map<string, Person>();

  let listener: Listener = () => undefined;
  const server = await startTlsServer((...message) => listener(...message));
  const { url: issuer, certificate, close } = server;
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        // On a loopback address any port is accepted (RFC 8252, section 7.3).
        application_type: appUrl ? 'web' : 'native',
        redirect_uris: (appUrl ? [appUrl] : loopback).map((url) => `${url}${callbackPath}`),
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username', 'groups', 'nickname'],
    },
    cookies: { keys: ['a key for the cookies of a test'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_ctx, accountId) => ({
      accountId,
      claims: () => ({ ...people.get(accountId), sub: accountId }),
    }),
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    jwks: { keys: [idTokens.jwk] },
    // A user who signs in agrees.
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({ clientId: client.id, accountId: oidc.session?.accountId ?? '' });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  });
  provider.use(async (ctx: KoaContextWithOIDC, next) => {
    await next();
    const { route } = ctx.oidc ?? {};
    if (!route) return;
    counts.set(route, (counts.get(route) ?? 0) + 1);
    const change = changes.get(route);
    if (!change) return;
    const answer = { status: ctx.status, body: JsonObject.parse(ctx.body) };
    await change(answer);
    Object.assign(ctx, answer);
  });

  const answerProvider = provider.callback();
  const found: OpenidProvider = {
    issuer,
    certificate,
    client,
    env: {
      FILESHARE_OUTBOUND_ALLOW_PRIVATE: 'true',
      FILESHARE_CONFIG_OAUTH_OIDC_ENABLED: 'true',
      FILESHARE_CONFIG_OAUTH_OIDC_DISCOVERY_URI: `${issuer}/.well-known/openid-configuration`,
      FILESHARE_CONFIG_OAUTH_OIDC_CLIENT_ID: client.id,
      FILESHARE_CONFIG_OAUTH_OIDC_CLIENT_SECRET: client.secret,
    },
    outbound: createOutbound({ allowPrivate: true, ca: certificate }),
    person: { sub: 'ada-1', email: 'ada@example.org', email_verified: true, preferred_username: 'ada' },
    forge(forgery) {
      const forgeIn: Change = ({ body }) => {
        if (!body['id_token']) return;
        const claims = { ...readClaims(body['id_token']), ...forgery?.claims };
        body['id_token'] = idTokens.sign(claims, forgery?.signedBy);
      };
      this.change('token', forgery && forgeIn);
    },
    change(route, change) {
      if (change) changes.set(route, change);
      else changes.delete(route);
    },
    visit: (url, answer = 'yes') => visitProvider({ url, answer, certificate }),
    sign: idTokens.sign,
    asked: (route) => counts.get(route) ?? 0,
    close,
  };
  listener = async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answerProvider(request, response);
    people.set(found.person.sub, found.person);
    await answerInteraction({ provider, request, response, person: found.person });
  };
  return found;
}
