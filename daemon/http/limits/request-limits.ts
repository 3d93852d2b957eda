import { AppError } from '#sdk/contract/errors.js';
import type { Middleware } from '../context.ts';

const maxUrlLength = 8192;
const maxQueryValues = 100;

/** Refuses what no client of ours sends, before anything reads it. Header sizes are limited by the HTTP server. */
export const requestLimits: Middleware = async (ctx, next) => {
  if (ctx.url.length > maxUrlLength) throw new AppError('uri_too_long');
  if (ctx.querystring.split('&').length > maxQueryValues) throw new AppError('uri_too_long');
  if (ctx.method === 'TRACE') throw new AppError('method_not_allowed');
  // Koa and the router decode paths lazily: refuse here what cannot be decoded.
  decodeURIComponent(ctx.path);
  return next();
};
