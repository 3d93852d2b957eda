import type { Middleware } from './context.ts';

const directLink = /^(\/d\/[A-Za-z0-9_-]{3,50})\/$/;

/**
 * Answers a direct link that ends with a slash as without it. A redirect would be saved as an empty file by programs that
 * do not follow it.
 */
export const dropLastSlash: Middleware = (ctx, next) => {
  ctx.path = ctx.path.replace(directLink, '$1');
  return next();
};

const shortLink = /^\/s\/([A-Za-z0-9_-]{3,50})$/;

/** Redirects the short link that people share to the longer address of the page, with the folder or file it names. */
export const redirectShortLinks: Middleware = async (ctx, next) => {
  const [, id] = shortLink.exec(ctx.path) ?? [];
  if (!id) return next();
  ctx.status = 301;
  ctx.set('Location', `/share/${id}${ctx.search}`);
};
