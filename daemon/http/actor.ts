import type { SessionId, UserId } from '#sdk/contract/primitives.js';
import { tokenPrefixes } from '../crypto/tokens.ts';
import type { Context } from './context.ts';

/** The account behind a request, as the database has it now. */
export interface SignedInUser {
  id: UserId;
  username: string;
  isAdmin: boolean;
}

/** Who is calling, with the capabilities the request carries beside the account. */
export interface Actor {
  user: SignedInUser | null;
  sessionId: SessionId | null;
  /** End of the access token, milliseconds since 1970. */
  accessTokenExpiresAt: number | null;
  /** The request carried an access token that does not hold any more. */
  isSessionDead: boolean;
  /** `Authorization: Bearer fsu_…`, unverified. */
  uploadToken: string | null;
  /** Share token, from the cookie or `X-Share-Token`, unverified. */
  visitorToken: string | null;
  ip: string;
}

export interface VerifiedSession {
  user: SignedInUser;
  sessionId: SessionId;
  accessTokenExpiresAt: number;
}

/** Looks an access token up; null when it does not hold. Supplied by the composition root. */
export type VerifySession = (accessToken: string) => Promise<VerifiedSession | null>;

export const cookieNames = {
  access: 'access_token',
  refresh: 'refresh_token',
  visitor: 'share_token',
} as const;

/** Reads who is calling. A token in the `Authorization` header goes before the cookie. */
export async function identify(ctx: Context, verifySession: VerifySession): Promise<Actor> {
  const bearer = readBearer(ctx.get('authorization'));
  const isUploadToken = bearer?.startsWith(`${tokenPrefixes.upload}_`) ?? false;
  const accessToken = (isUploadToken ? null : bearer) ?? ctx.cookies.get(cookieNames.access) ?? null;
  const session = accessToken ? await verifySession(accessToken) : null;
  return {
    user: session?.user ?? null,
    sessionId: session?.sessionId ?? null,
    accessTokenExpiresAt: session?.accessTokenExpiresAt ?? null,
    isSessionDead: accessToken !== null && session === null,
    uploadToken: isUploadToken ? bearer : null,
    visitorToken: ctx.get('x-share-token') || ctx.cookies.get(cookieNames.visitor) || null,
    ip: ctx.state.client.ip,
  };
}

function readBearer(header: string): string | null {
  return /^Bearer ([\w.~+/-]{1,4096}=*)$/i.exec(header)?.[1] ?? null;
}
