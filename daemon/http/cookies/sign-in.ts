import { newToken, tokenPrefixes } from '../../crypto/tokens.ts';
import { cookieNames } from '../actor.ts';
import type { Context } from '../context.ts';
import { setCookie } from './cookies.ts';

interface Deps {
  /** Public address of the instance. */
  appUrl(): string;
  clock: { now(): number };
}

/**
 * The login token between the provider and the code of the authenticator. It is never in a URL, which others may see.
 */
export interface LoginCookie {
  read(ctx: Context): string | null;
  set(ctx: Context, challenge: { loginToken: string; expiresAt: number }): void;
  clear(ctx: Context): void;
}

export function createLoginCookie({ appUrl, clock }: Deps): LoginCookie {
  /** Sent only to the one endpoint that accepts it, and only from pages of this site. */
  const scope = { path: '/api/auth/signIn/totp', sameSite: 'strict' } as const;

  return {
    read: (ctx) => ctx.cookies.get(cookieNames.login) ?? null,
    set(ctx, { loginToken, expiresAt }) {
      const maxAge = expiresAt - clock.now();
      setCookie(ctx, cookieNames.login, { ...scope, appUrl: appUrl(), value: loginToken, maxAge });
    },
    clear: (ctx) => setCookie(ctx, cookieNames.login, { ...scope, appUrl: appUrl(), value: null }),
  };
}

/** Distinguishes the browser that was sent to a provider from others that learn its callback URL. */
export interface BrowserCookie {
  read(ctx: Context): string | null;
  /**
   * Returns the cookie's value. Tabs that are sent to providers at the same time share it; each extends its lifetime.
   */
  keep(ctx: Context): string;
}

const pattern = new RegExp(`^${tokenPrefixes.browser}_[\\w-]{43}$`);

/** `lifetime` is in milliseconds. */
export function createBrowserCookie({
  appUrl,
  lifetime,
}: {
  appUrl(): string;
  lifetime: number;
}): BrowserCookie {
  const read = (ctx: Context): string | null => {
    const value = ctx.cookies.get(cookieNames.browser);
    return value !== undefined && pattern.test(value) ? value : null;
  };

  return {
    read,
    keep(ctx) {
      const value = read(ctx) ?? newToken(tokenPrefixes.browser);
      // Lax, because the browser returns from another site.
      const scope = { path: '/api/oauth', sameSite: 'lax' } as const;
      setCookie(ctx, cookieNames.browser, { ...scope, appUrl: appUrl(), value, maxAge: lifetime });
      return value;
    },
  };
}
