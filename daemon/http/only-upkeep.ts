import { api, apiBase } from '#sdk/contract/api.js';
import { AppError } from '#sdk/contract/errors.js';
import type { Middleware } from './context.ts';

const { health, ready, metrics } = api.system;
const paths: ReadonlySet<string> = new Set([health, ready, metrics].map(({ path }) => apiBase + path));

/** A server that only runs the jobs tells how it is, and nothing else: no proxy may send it requests by mistake. */
export const answerOnlyUpkeep: Middleware = async (ctx, next) => {
  if (!paths.has(ctx.path)) throw new AppError('not_found');
  return next();
};
