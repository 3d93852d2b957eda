import { AppError } from '#sdk/contract/errors.js';
import type { Middleware } from './context.ts';

/** Paths that work before the first administrator exists. */
const openPaths = [
  '/api/health',
  '/api/health/ready',
  '/api/auth/setup',
  '/api/configs',
  '/api/users/me',
  '/api/openapi.json',
  '/api/docs',
];

/** Closes a fresh instance: without an administrator nothing is possible except the setup. */
export function createSetupGuard(hasAdmin: () => Promise<boolean>): Middleware {
  return async (ctx, next) => {
    const isGuarded = /^\/(?:api|d|u)\//.test(ctx.path) && !openPaths.includes(ctx.path);
    if (isGuarded && !(await hasAdmin())) throw new AppError('setup_required');
    return next();
  };
}
