import type { Scope } from '#sdk/contract/endpoint.js';
import { AppError } from '#sdk/contract/errors.js';
import type { ApiKeyId, SessionId, UserId } from '#sdk/contract/formats/primitives.js';
import { tokenPrefixes } from '../crypto/tokens.ts';
import type { Context } from './context.ts';

/** The account behind a request, as the database has it now. */
export interface SignedInUser {
  id: UserId;
  username: string;
  /** Never true for an API key without the scope `admin`. */
  isAdmin: boolean;
}

/** What an API key brings. */
export interface KeyGrant {
  id: ApiKeyId;
  scopes: readonly Scope[];
}

export interface DeadCredential {
  kind: 'session' | 'apiKey';
  /** In the `Authorization` header: from a program, which means that very account. */
  isInHeader: boolean;
}

/** Who is calling, with the capabilities the request carries beside the account. */
export interface Actor {
  user: SignedInUser | null;
  sessionId: SessionId | null;
  /** The request came with an API key in place of a session. */
  apiKey: KeyGrant | null;
  /** Whoever runs a command on the server's machine: may what administrators may, and is no account. */
  isHost: boolean;
  /** End of the access token, milliseconds since 1970. */
  accessTokenExpiresAt: number | null;
  /** What the request came with, if it does not hold (any more). */
  deadCredential: DeadCredential | null;
  /** `Authorization: Bearer fsu_…`, unverified. */
  uploadToken: string | null;
  /** Share token, from the cookie or `X-Share-Token`, unverified. */
  visitorToken: string | null;
  ip: string;
  /** What the program says about itself. */
  userAgent: string | null;
  /** The languages the caller reads, best first. */
  languages: readonly string[];
  requestId: string;
}

export interface VerifiedSession {
  user: SignedInUser;
  sessionId: SessionId;
  accessTokenExpiresAt: number;
}

export interface VerifiedKey {
  user: SignedInUser;
  apiKey: KeyGrant;
}

/** Looks up what a request came with; null when it does not hold. Supplied by the composition root. */
export interface Authenticator {
  verifySession(accessToken: string): Promise<VerifiedSession | null>;
  verifyApiKey(key: string): Promise<VerifiedKey | null>;
  /** Only where the commands of the server's machine are answered. */
  isHost?(token: string): boolean;
}

export const cookieNames = {
  access: 'access_token',
  refresh: 'refresh_token',
  visitor: 'share_token',
  login: 'login_token',
  browser: 'oauth_browser',
} as const;

/** Reads who is calling. A token in the `Authorization` header goes before the cookie. */
export async function identify(ctx: Context, authenticator: Authenticator): Promise<Actor> {
  const given = readBearer(ctx);
  const isHost = given !== null && authenticator.isHost?.(given) === true;
  const bearer = isHost ? null : given;
  const uploadToken = hasPrefix(bearer, tokenPrefixes.upload) ? bearer : null;
  // Keys are for programs: in a cookie they would come with every request of a browser.
  const key = hasPrefix(bearer, tokenPrefixes.apiKey) ? bearer : null;
  const header = uploadToken || key ? null : bearer;
  const accessToken = key ? null : (header ?? ctx.cookies.get(cookieNames.access) ?? null);
  const session = accessToken ? await authenticator.verifySession(accessToken) : null;
  const verifiedKey = key ? await authenticator.verifyApiKey(key) : null;
  return {
    user: session?.user ?? verifiedKey?.user ?? null,
    sessionId: session?.sessionId ?? null,
    apiKey: verifiedKey?.apiKey ?? null,
    isHost,
    accessTokenExpiresAt: session?.accessTokenExpiresAt ?? null,
    deadCredential:
      (accessToken ?? key) === null || session || verifiedKey
        ? null
        : { kind: key ? 'apiKey' : 'session', isInHeader: (header ?? key) !== null },
    uploadToken,
    visitorToken: ctx.get('x-share-token') || ctx.cookies.get(cookieNames.visitor) || null,
    ip: ctx.state.client.ip,
    userAgent: ctx.get('user-agent').slice(0, 300) || null,
    languages: languagesOf(ctx),
    requestId: ctx.state.requestId,
  };
}

/** Why somebody who must be signed in is not. */
export function signInError({ deadCredential }: Pick<Actor, 'deadCredential'>): AppError {
  if (!deadCredential) return new AppError('sign_in_required');
  return new AppError(deadCredential.kind === 'apiKey' ? 'api_key_invalid' : 'session_expired');
}

/** A language that was chosen on the page goes before those of the browser. */
export function languagesOf(ctx: Context): string[] {
  const chosen = ctx.cookies.get('language');
  return [...(chosen ? [chosen] : []), ...(ctx.acceptsLanguages() || [])];
}

function hasPrefix(token: string | null, prefix: string): token is string {
  return token?.startsWith(`${prefix}_`) ?? false;
}

/** Of two headers, a proxy and we might each believe another one: then neither counts. */
export function readBearer({ req }: Context): string | null {
  const [header = '', ...others] = req.headersDistinct['authorization'] ?? [];
  if (others.length > 0) return null;
  return /^Bearer ([\w.~+/-]{1,4096}=*)$/i.exec(header)?.[1] ?? null;
}
