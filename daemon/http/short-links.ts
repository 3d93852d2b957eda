import type { Middleware } from './context.ts';

const shortLink = /^\/s\/([A-Za-z0-9_-]{3,50})$/;

/** The link that is given out is short; the page has a longer address. */
export const redirectShortLinks: Middleware = async (ctx, next) => {
  const [, id] = shortLink.exec(ctx.path) ?? [];
  if (!id) return next();
  ctx.status = 301;
  ctx.set('Location', `/share/${id}`);
};
