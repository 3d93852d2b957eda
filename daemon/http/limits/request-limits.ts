import { AppError } from '#sdk/contract/errors.js';
import type { Middleware } from '../context.ts';

const maxUrlLength = 8192;
const maxQueryValues = 100;

/**
 * Refuses requests that no client of ours sends, before anything reads them. The HTTP server limits the size of
 * headers.
 */
export const requestLimits: Middleware = async (ctx, next) => {
  if (ctx.url.length > maxUrlLength) throw new AppError('uri_too_long');
  if (ctx.querystring.split('&').length > maxQueryValues) throw new AppError('uri_too_long');
  if (ctx.method === 'TRACE') throw new AppError('method_not_allowed');
  // Koa and the router decode paths lazily: refuse undecodable paths here.
  decodeURIComponent(ctx.path);
  return next();
};
