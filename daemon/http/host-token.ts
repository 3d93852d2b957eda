import { AppError } from '#sdk/contract/errors.js';
import { isEqualText } from '../crypto/tokens.ts';
import { readBearer } from './actor.ts';
import type { Middleware } from './context.ts';

/** Compares a token with the one that the process made for its own command. */
export const isTokenOf = (hostToken: string) => (token: string) => isEqualText(token, hostToken);

/** Other users of this machine can reach the port too: they get no answer at all. */
export function requireHostToken(hostToken: string): Middleware {
  const isHost = isTokenOf(hostToken);
  return async (ctx, next) => {
    if (!isHost(readBearer(ctx) ?? '')) throw new AppError('forbidden');
    return next();
  };
}
