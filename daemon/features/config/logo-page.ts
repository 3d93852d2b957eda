import { builtInLogo } from '#sdk/contract/config/general.js';
import type { Middleware } from '../../http/context.ts';
import type { Logo } from './logo.ts';

/** Whatever the file is, a browser treats it only as a picture. */
const headers = {
  'Content-Type': 'image/png',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'X-Content-Type-Options': 'nosniff',
};

/**
 * Sends the uploaded logo; if there is none, the built-in file of the page follows. A URL with the version always means
 * the same bytes; without it, clients ask whether their copy is current.
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
