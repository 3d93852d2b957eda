import type { Scope } from '#sdk/contract/endpoint.js';
import { AppError } from '#sdk/contract/errors.js';
import type { ApiKeyId, SessionId, UserId, WorkloadIdentityId } from '#sdk/contract/formats/primitives.js';
import { tokenPrefixes } from '../crypto/tokens.ts';
import type { Context } from './context.ts';
import { readBasicPassword } from './share-password.ts';

/** The account behind a request, in its current state in the database. */
export interface SignedInUser {
  id: UserId;
  username: string;
  /** Never true for an API key without the scope `admin`, nor for a workload. */
  isAdmin: boolean;
  /** The account is that of an administrator, whatever the credential allows; unless given, `isAdmin` says so. */
  isOfAdmin?: boolean;
  /** The instance requires two-factor authentication, and the account does not have it yet. */
  mustEnableTotp?: boolean;
}

/** What an API key grants, or the access token of a workload. */
export interface KeyGrant {
  id: ApiKeyId | WorkloadIdentityId;
  scopes: readonly Scope[];
}

export interface DeadCredential {
  kind: 'session' | 'apiKey';
  /** It was sent in the `Authorization` header: by a program that means exactly this account. */
  isInHeader: boolean;
}

/** The maker of a request, with the capabilities that the request has in addition to the account. */
export interface Actor {
  user: SignedInUser | null;
  sessionId: SessionId | null;
  /** Set if the request was sent with an API key, or by a workload, instead of a session. */
  apiKey: KeyGrant | null;
  /**
   * The actor is the host, who runs commands on the server's machine: may do what administrators may, and is not an
   * account.
   */
  isHost: boolean;
  /** When the access token expires, in milliseconds since 1970. */
  accessTokenExpiresAt: number | null;
  /** The credential of the request, if it is not valid or no longer valid. */
  deadCredential: DeadCredential | null;
  /** `Authorization: Bearer fsu_…`, unverified. */
  uploadToken: string | null;
  /** Share token, from the cookie or `X-Share-Token`, unverified. */
  shareToken: string | null;
  ip: string;
  /** The `User-Agent` header, as sent by the program. */
  userAgent: string | null;
  /** The languages that the actor reads, best first. */
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

/** Looks up the credentials of a request; null when they are not valid. Supplied by the composition root. */
export interface Authenticator {
  verifySession(accessToken: string): Promise<VerifiedSession | null>;
  verifyApiKey(key: string): Promise<VerifiedKey | null>;
  /** `accessToken` is that of a workload. */
  verifyWorkload(accessToken: string): Promise<VerifiedKey | null>;
  /** Only present where commands of the host are answered. */
  isHost?(token: string): boolean;
}

export const cookieNames = {
  access: 'access_token',
  refresh: 'refresh_token',
  share: 'share_token',
  login: 'login_token',
  browser: 'oauth_browser',
} as const;

interface Identification {
  /** An API key can also be the password of HTTP Basic authentication, which then means nothing else. */
  acceptsBasic: boolean;
}

/** Identifies the actor of a request. A token in the `Authorization` header takes precedence over the cookie. */
export async function identify(
  ctx: Context,
  authenticator: Authenticator,
  { acceptsBasic }: Identification = { acceptsBasic: false },
): Promise<Actor> {
  const given = readBearer(ctx);
  const isHost = given !== null && authenticator.isHost?.(given) === true;
  const bearer = isHost ? null : given;
  const uploadToken = hasPrefix(bearer, tokenPrefixes.upload) ? bearer : null;
  // Keys are for programs: in a cookie a browser would send them with every request.
  const basic = acceptsBasic ? readBasicPassword(ctx) : null;
  const key = hasPrefix(bearer, tokenPrefixes.apiKey) ? bearer : basic;
  const hasKey = key !== null;
  const header = uploadToken || hasKey ? null : bearer;
  const accessToken = hasKey
    ? null
    : (header ?? ctx.state.accessToken ?? ctx.cookies.get(cookieNames.access) ?? null);
  const { session, grant } = await verify(authenticator, { accessToken, key });
  return {
    user: session?.user ?? grant?.user ?? null,
    sessionId: session?.sessionId ?? null,
    apiKey: grant?.apiKey ?? null,
    isHost,
    accessTokenExpiresAt: session?.accessTokenExpiresAt ?? null,
    deadCredential:
      (accessToken ?? key) === null || session || grant
        ? null
        : { kind: hasKey ? 'apiKey' : 'session', isInHeader: (header ?? key) !== null },
    uploadToken,
    shareToken: ctx.get('x-share-token') || ctx.cookies.get(cookieNames.share) || null,
    ip: ctx.state.client.ip,
    userAgent: ctx.get('user-agent').slice(0, 300) || null,
    get languages() {
      return languagesOf(ctx);
    },
    requestId: ctx.state.requestId,
  };
}

async function verify(
  authenticator: Authenticator,
  { accessToken, key }: { accessToken: string | null; key: string | null },
): Promise<{ session?: VerifiedSession | null; grant?: VerifiedKey | null }> {
  if (key !== null) return { grant: await authenticator.verifyApiKey(key) };
  if (accessToken === null) return {};
  return hasPrefix(accessToken, tokenPrefixes.workload)
    ? { grant: await authenticator.verifyWorkload(accessToken) }
    : { session: await authenticator.verifySession(accessToken) };
}

/** Explains why an actor that must be signed in is not. */
export function signInError({ deadCredential }: Pick<Actor, 'deadCredential'>): AppError {
  if (!deadCredential) return new AppError('sign_in_required');
  return new AppError(deadCredential.kind === 'apiKey' ? 'api_key_invalid' : 'session_expired');
}

/** A language that was chosen on the page takes precedence over those of the browser. */
export function languagesOf(ctx: Context): string[] {
  const chosen = ctx.cookies.get('language');
  return [...(chosen ? [chosen] : []), ...(ctx.acceptsLanguages() || [])];
}

function hasPrefix(token: string | null, prefix: string): token is string {
  return token?.startsWith(`${prefix}_`) ?? false;
}

/** With two headers, a proxy and this server could each believe a different one, so neither is used. */
export function readBearer({ req }: Context): string | null {
  // Most visitors have none, and to tell headers apart costs more than this.
  if (req.headers.authorization === undefined) return null;
  const [header = '', ...others] = req.headersDistinct['authorization'] ?? [];
  if (others.length > 0) return null;
  return /^Bearer ([\w.~+/-]{1,4096}=*)$/i.exec(header)?.[1] ?? null;
}
