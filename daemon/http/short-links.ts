import type { Middleware } from './context.ts';

const shortLink = /^\/s\/([A-Za-z0-9_-]{3,50})$/;

/** Redirects the short link that people share to the longer address of the page. */
export const redirectShortLinks: Middleware = async (ctx, next) => {
  const [, id] = shortLink.exec(ctx.path) ?? [];
  if (!id) return next();
  ctx.status = 301;
  ctx.set('Location', `/share/${id}`);
};
