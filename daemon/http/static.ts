import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sirv from 'sirv';
import { AppError } from '#sdk/contract/errors.js';
import { matchLocale } from '#sdk/i18n/match.js';
import type { Context, Middleware } from './context.ts';

const schemes = ['light', 'dark', 'system'];

/**
 * Serves the built page: files as they are (names with a hash for ever), everything else that a browser navigates to
 * as `index.html`, with the visitor's language and colour scheme written into it, so that nothing flashes.
 */
export function createStatic(directory: string, defaultLocale: () => string): Middleware {
  const serveFile = sirv(directory, {
    gzip: true,
    brotli: true,
    etag: true,
    dotfiles: false,
    extensions: [],
    setHeaders(res, path) {
      const isHashed = path.startsWith('/assets/');
      res.setHeader('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  let page: Promise<string> | undefined;

  return async (ctx) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw new AppError('method_not_allowed');
    if (ctx.path !== '/' && ctx.path !== '/index.html' && (await tryFile(ctx, serveFile))) return;
    if (/\.\w+$/.test(ctx.path) && !ctx.accepts('html')) throw new AppError('not_found');
    page ??= readFile(join(directory, 'index.html'), 'utf8').catch((error: unknown) => {
      page = undefined;
      throw error;
    });
    ctx.type = 'text/html; charset=utf-8';
    ctx.set('Cache-Control', 'no-cache');
    ctx.set('Vary', 'Cookie, Accept-Language');
    ctx.body = personalize(await page, ctx, defaultLocale());
  };
}

function tryFile(ctx: Context, serveFile: ReturnType<typeof sirv>): Promise<boolean> {
  return new Promise((resolve) => {
    ctx.res.once('finish', () => resolve(true));
    ctx.res.once('close', () => resolve(true));
    ctx.res.statusCode = 200;
    ctx.respond = false;
    serveFile(ctx.req, ctx.res, () => {
      ctx.respond = true;
      ctx.res.statusCode = 404;
      resolve(false);
    });
  });
}

function personalize(html: string, ctx: Context, defaultLocale: string): string {
  const cookie = ctx.cookies.get('language');
  const accepted = ctx.acceptsLanguages();
  const locale = matchLocale([...(cookie ? [cookie] : []), ...(accepted || []), defaultLocale]);
  const scheme = ctx.cookies.get('color_scheme') ?? 'system';
  return html
    .replace(/<html lang="[^"]*"/, `<html lang="${locale}"`)
    .replace(
      /data-color-scheme="[^"]*"/,
      `data-color-scheme="${schemes.includes(scheme) ? scheme : 'system'}"`,
    );
}
