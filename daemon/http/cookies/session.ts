import { cookieNames } from '../actor.ts';
import type { Context } from '../context.ts';
import { setCookie } from './cookies.ts';

/** The tokens of a session in a browser. */
export interface SessionTokens {
  accessToken: string;
  refreshToken: string;
  /** When the session expires, in milliseconds since 1970. */
  expiresAt: number;
}

export interface SessionCookies {
  set(ctx: Context, session: SessionTokens): void;
  clear(ctx: Context): void;
  /** The access token, unverified. */
  readAccess(ctx: Context): string | null;
}

interface Deps {
  /** Public address of the instance. */
  appUrl(): string;
  clock: { now(): number };
}

/** The refresh token is sent only to the one endpoint that accepts it. */
const refreshPath = '/api/auth/token';

export function createSessionCookies({ appUrl, clock }: Deps): SessionCookies {
  const access = { path: '/', sameSite: 'lax' } as const;
  const refresh = { path: refreshPath, sameSite: 'strict' } as const;

  return {
    set(ctx, { accessToken, refreshToken, expiresAt }) {
      // The access cookie outlives its token, so that a late request still identifies the session to refresh or to end.
      const common = { maxAge: expiresAt - clock.now(), appUrl: appUrl() };
      setCookie(ctx, cookieNames.access, { ...access, ...common, value: accessToken });
      setCookie(ctx, cookieNames.refresh, { ...refresh, ...common, value: refreshToken });
    },

    clear(ctx) {
      const common = { value: null, appUrl: appUrl() };
      setCookie(ctx, cookieNames.access, { ...access, ...common });
      setCookie(ctx, cookieNames.refresh, { ...refresh, ...common });
    },

    readAccess: (ctx) => ctx.cookies.get(cookieNames.access) ?? null,
  };
}
