import { AppError } from '#sdk/contract/errors.js';
import { cookieNames } from './actor.ts';
import type { Context, Middleware } from './context.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Another website must not act through a visitor's browser. A change is refused when the browser says that it comes
 * from elsewhere, and when it carries our cookies but could have been sent by a plain form.
 *
 * `appOrigin` is the public address of the instance.
 */
export function createCsrfGuard(appOrigin: () => string): Middleware {
  return async (ctx, next) => {
    if (!safeMethods.has(ctx.method) && !isSameSite(ctx, appOrigin()))
      throw new AppError('cross_site_request');
    return next();
  };
}

/** As far as browsers say: current ones do to every site that is encrypted, and scripts cannot change it. */
export function isFromElsewhere(ctx: Context): boolean {
  return !['', 'same-origin', 'none'].includes(ctx.get('sec-fetch-site'));
}

function isSameSite(ctx: Context, appOrigin: string): boolean {
  if (isFromElsewhere(ctx)) return false;
  const origin = ctx.get('origin');
  if (ctx.get('sec-fetch-site') === '' && origin !== '' && origin !== appOrigin && !isOwnHost(origin, ctx))
    return false;
  const hasCookies = Object.values(cookieNames).some((name) => ctx.cookies.get(name) !== undefined);
  return !hasCookies || isNotSimple(ctx);
}

function isOwnHost(origin: string, ctx: Context): boolean {
  return URL.canParse(origin) && new URL(origin).host === ctx.get('host');
}

/** Forms can send neither these content types nor a header of their own. */
function isNotSimple(ctx: Context): boolean {
  const type = ctx.get('content-type').split(';')[0]?.trim().toLowerCase();
  const hasOwnHeader = ctx.get('x-requested-with') !== '' || ctx.get('tus-resumable') !== '';
  return type === 'application/json' || hasOwnHeader;
}
