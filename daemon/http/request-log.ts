import { randomUUID } from 'node:crypto';
import type { BlockList } from 'node:net';
import type { Logger } from '../logger.ts';
import { resolveClient } from './client-address.ts';
import type { Middleware } from './context.ts';

/** Parts of a path that are secrets or personal: links of shares, addresses, tokens. */
const redactions: readonly [RegExp, string][] = [
  [/^(\/api\/auth\/resetPassword\/)[^/]+/, '$1[hidden]'],
  [/^(\/api\/shares\/isShareIdAvailable\/)[^/]+/, '$1[hidden]'],
  [/^(\/d\/).+/, '$1[hidden]'],
  [/^(\/(?:api\/shares|api\/uploads|share|s|upload)\/)(?!isShareIdAvailable\/)[^/]{3,}/, '$1[hidden]'],
];

/** Gives every request an id, finds out who is at the other end, and writes one line when it is over. */
export function createRequestLog(logger: Logger, trusted: BlockList): Middleware {
  return async (ctx, next) => {
    const startedAt = performance.now();
    const requestId = randomUUID();
    ctx.state.requestId = requestId;
    ctx.state.client = resolveClient(
      {
        remoteAddress: ctx.req.socket.remoteAddress,
        forwardedFor: ctx.get('x-forwarded-for') || undefined,
        forwardedProto: ctx.get('x-forwarded-proto') || undefined,
      },
      trusted,
    );
    ctx.state.logger = logger.child({ requestId });
    ctx.set('X-Request-Id', requestId);
    ctx.res.once('close', () => {
      const level = ctx.path.startsWith('/api/health') || ctx.path.startsWith('/assets/') ? 'debug' : 'info';
      ctx.state.logger[level](
        {
          method: ctx.method,
          path: redact(ctx.path),
          status: ctx.res.statusCode,
          ms: Math.round(performance.now() - startedAt),
          ip: ctx.state.client.ip,
          ...(!ctx.res.writableFinished && { aborted: true }),
        },
        'request',
      );
    });
    await next();
  };
}

function redact(path: string): string {
  return redactions.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), path);
}
