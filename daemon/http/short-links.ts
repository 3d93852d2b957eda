import type { Middleware } from './context.ts';

const shortLink = /^\/s\/([A-Za-z0-9_-]{3,50})$/;

/** Redirects the short link that people share to the longer address of the page, with the folder or file it names. */
export const redirectShortLinks: Middleware = async (ctx, next) => {
  const [, id] = shortLink.exec(ctx.path) ?? [];
  if (!id) return next();
  ctx.status = 301;
  ctx.set('Location', `/share/${id}${ctx.search}`);
};
