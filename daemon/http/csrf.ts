import { isIP } from 'node:net';
import { AppError } from '#sdk/contract/errors.js';
import { cookieNames } from './actor.ts';
import type { Context, Middleware } from './context.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

interface OwnAddresses {
  /** The public origin of the instance. */
  appOrigin: () => string;
  /** Further origins at which browsers reach the instance. */
  trustedOrigins: readonly string[];
}

/**
 * Paths of requests that prove by themselves who makes them, or end a session: an administrator must be able to sign in
 * to set the address.
 */
const openPaths = [
  '/api/auth/setup',
  '/api/auth/signIn',
  '/api/auth/signIn/totp',
  '/api/auth/signOut',
  '/api/auth/token',
];

/**
 * Prevents other websites from acting through a visitor's browser. A change is refused when the browser says that it
 * comes from elsewhere, and when it has our cookies but could have been sent by a plain form. If the page was opened at
 * an unknown name, `state.addressRefusal` applies to actors without an account.
 */
export function createCsrfGuard({ appOrigin, trustedOrigins }: OwnAddresses): Middleware {
  return async (ctx, next) => {
    if (safeMethods.has(ctx.method)) return next();
    const own = [appOrigin(), ...trustedOrigins].map((address) => new URL(address));
    if (!isSameSite(ctx, own)) throw new AppError('cross_site_request');
    if (!isKnownName(ctx, own) && !openPaths.includes(ctx.path))
      ctx.state.addressRefusal = new AppError('address_unknown', { appUrl: appOrigin() });
    return next();
  };
}

/**
 * Whether the browser says that another site sent the request. Current browsers say so to every encrypted site, and
 * scripts cannot change it.
 */
export function isFromElsewhere(ctx: Context): boolean {
  return !['', 'same-origin', 'none'].includes(ctx.get('sec-fetch-site'));
}

function isSameSite(ctx: Context, own: readonly URL[]): boolean {
  if (isFromElsewhere(ctx)) return false;
  const origin = ctx.get('origin');
  const isUntold = ctx.get('sec-fetch-site') === '' && origin !== '';
  if (isUntold && !own.some((address) => address.origin === origin) && !isOwnHost(origin, ctx)) return false;
  const hasCookies = Object.values(cookieNames).some((name) => ctx.cookies.get(name) !== undefined);
  return !hasCookies || isNotSimple(ctx);
}

function isOwnHost(origin: string, ctx: Context): boolean {
  return URL.canParse(origin) && new URL(origin).host === ctx.get('host');
}

/**
 * A website can make its own name resolve to this server (DNS rebinding). The browser then treats its page and the
 * server as one site, so names are accepted only if they are configured. This is not possible with an IP address or
 * `localhost`.
 */
function isKnownName(ctx: Context, own: readonly URL[]): boolean {
  const origin = ctx.get('origin');
  const isBrowser = origin !== '' || ctx.get('sec-fetch-site') !== '';
  if (!isBrowser) return true;
  const address = URL.canParse(origin) ? origin : `http://${ctx.get('host')}`;
  if (!URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  const isFixed = hostname === 'localhost' || isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0;
  return isFixed || own.some((known) => known.hostname === hostname);
}

/** Forms can send neither these content types nor custom headers. */
function isNotSimple(ctx: Context): boolean {
  const type = ctx.get('content-type').split(';')[0]?.trim().toLowerCase();
  const hasOwnHeader = ctx.get('x-requested-with') !== '' || ctx.get('tus-resumable') !== '';
  return type === 'application/json' || hasOwnHeader;
}
