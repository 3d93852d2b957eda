import type { Context } from '../context.ts';

interface CookieOptions {
  /** null removes the cookie. */
  value: string | null;
  path: string;
  sameSite: 'lax' | 'strict';
  /** Milliseconds; without it the cookie ends with the browser session. */
  maxAge?: number;
  /** Public address of the instance: over https the cookie is `Secure`. */
  appUrl: string;
}

/** Sets a cookie that scripts cannot read. */
export function setCookie(ctx: Context, name: string, options: CookieOptions): void {
  const { value, path, sameSite, maxAge, appUrl } = options;
  // Decided by the public address: behind a proxy our own connection is not encrypted.
  ctx.cookies.secure = true;
  ctx.cookies.set(name, value, {
    httpOnly: true,
    overwrite: true,
    path,
    sameSite,
    secure: appUrl.startsWith('https:') || ctx.state.client.secure,
    ...(maxAge !== undefined && { maxAge }),
  });
}
