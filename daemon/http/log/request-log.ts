import { randomUUID } from 'node:crypto';
import type { BlockList, Socket } from 'node:net';
import type { EndpointDefinition } from '#sdk/contract/endpoint.js';
import type { Logger } from '../../logger.ts';
import { type ClientAddress, type Peer, resolveClient } from '../client-address.ts';
import type { Middleware, RequestState } from '../context.ts';
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
  peerOf: (socket: Socket) => Peer;
  /** Called when a request has ended. */
  onAnswered?: ((answered: Answered) => void) | undefined;
  /** Called with the address that sends forwarded headers and is not trusted. */
  onUnknownProxy?: ((ip: string) => void) | undefined;
}

class State implements RequestState {
  readonly requestId = randomUUID();
  readonly client: ClientAddress;
  readonly #logger: Logger;
  #ownLogger: Logger | undefined;

  constructor(client: ClientAddress, logger: Logger) {
    this.client = client;
    this.#logger = logger;
  }

  /** Made when something is logged, which most requests never do. */
  get logger(): Logger {
    return (this.#ownLogger ??= this.#logger.child({ requestId: this.requestId }));
  }
}

/** Machines request these paths all the time. */
const quiet = /^\/(api\/(health|metrics)|assets)(\/|$)/;

/** Gives every request an id, resolves its client, and writes one line when it has ended. */
export function createRequestLog(options: Options): Middleware {
  const { logger, endpoints, trusted, peerOf, onAnswered, onUnknownProxy } = options;
  const writePath = createPathWriter(endpoints);
  return async (ctx, next) => {
    const startedAt = performance.now();
    const forwardedFor = ctx.get('x-forwarded-for') || undefined;
    const client = resolveClient(
      {
        peer: peerOf(ctx.req.socket),
        forwardedFor,
        forwardedProto: ctx.get('x-forwarded-proto') || undefined,
      },
      trusted,
    );
    if (forwardedFor !== undefined && !client.isFromProxy) onUnknownProxy?.(client.ip);
    const { requestId } = (ctx.state = new State(client, logger));
    ctx.set('X-Request-Id', requestId);
    ctx.res.once('close', () => {
      const ms = Math.round(performance.now() - startedAt);
      const status = ctx.res.statusCode;
      onAnswered?.({ status, seconds: ms / 1000 });
      logger[quiet.test(ctx.path) ? 'debug' : 'info'](
        {
          requestId,
          method: ctx.method,
          path: writePath(ctx.path),
          status,
          ms,
          ip: client.ip,
          ...(!ctx.res.writableFinished && { aborted: true }),
        },
        'request',
      );
    });
    await next();
  };
}
