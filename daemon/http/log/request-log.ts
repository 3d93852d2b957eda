import { randomUUID } from 'node:crypto';
import type { BlockList } from 'node:net';
import type { EndpointDefinition } from '#sdk/contract/endpoint.js';
import type { Logger } from '../../logger.ts';
import { resolveClient } from '../client-address.ts';
import type { Middleware } from '../context.ts';
import { createPathWriter } from './logged-path.ts';

/** How a request was answered. */
export interface Answered {
  status: number;
  seconds: number;
}

interface Options {
  logger: Logger;
  /** All endpoints of the server. They declare which parts of a path may be logged. */
  endpoints: readonly EndpointDefinition[];
  trusted: BlockList;
  /** Called when a request has ended. */
  onAnswered?: ((answered: Answered) => void) | undefined;
}

/** Machines request these paths all the time. */
const quiet = /^\/(api\/(health|metrics)|assets)(\/|$)/;

/** Gives every request an id, resolves its client, and writes one line when it has ended. */
export function createRequestLog({ logger, endpoints, trusted, onAnswered }: Options): Middleware {
  const writePath = createPathWriter(endpoints);
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
      const ms = Math.round(performance.now() - startedAt);
      const status = ctx.res.statusCode;
      onAnswered?.({ status, seconds: ms / 1000 });
      ctx.state.logger[quiet.test(ctx.path) ? 'debug' : 'info'](
        {
          method: ctx.method,
          path: writePath(ctx.path),
          status,
          ms,
          ip: ctx.state.client.ip,
          ...(!ctx.res.writableFinished && { aborted: true }),
        },
        'request',
      );
    });
    await next();
  };
}
