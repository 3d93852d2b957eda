import { builtInLogo } from '#sdk/contract/config/general.js';
import type { Middleware } from '../../http/context.ts';
import type { Logo } from './logo.ts';

/** Whatever it is, a browser only ever takes it for a picture. */
const headers = {
  'Content-Type': 'image/png',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'X-Content-Type-Options': 'nosniff',
};

/**
 * Sends the logo that was uploaded; without one the built-in file of the page follows. With its version the address is
 * that of these very bytes for ever, without it whoever has them asks whether they still hold.
 */
export function createLogoPage(logo: Pick<Logo, 'read'>): Middleware {
  return async (ctx, next) => {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    const file = isRead && ctx.path === builtInLogo ? await logo.read() : null;
    if (!file) return next();
    ctx.status = 200;
    ctx.set(headers);
    ctx.set('ETag', `"${file.version}"`);
    const isVersioned = ctx.querystring === `v=${file.version}`;
    ctx.set('Cache-Control', isVersioned ? 'public, max-age=31536000, immutable' : 'no-cache');
    if (ctx.fresh) ctx.status = 304;
    else ctx.body = file.content;
  };
}
