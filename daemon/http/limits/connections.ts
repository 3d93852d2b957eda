import type { Socket } from 'node:net';
import { AppError } from '#sdk/contract/errors.js';
import { networkOf, type Peer } from '../client-address.ts';
import type { Middleware } from '../context.ts';
import type { ServerLimits } from './limits.ts';

/** Number of connections over a limit that still get an answer; the others are closed at once. */
const answered = 32;

const secondsToWait = 5;

/**
 * Counts open connections. A connection over a limit is refused with an answer to its first request, so that the client
 * learns why and when to retry. Connections of a trusted proxy come from many clients, so only the total limit applies
 * to them.
 */
export class Connections {
  readonly #limits: Pick<ServerLimits, 'connections' | 'connectionsPerClient'>;
  readonly #peerOf: (socket: Socket) => Peer;
  readonly #onRefused: (client: string) => void;
  readonly #refused = new WeakSet<Socket>();
  readonly #byClient = new Map<string, number>();
  #open = 0;

  constructor(
    limits: Pick<ServerLimits, 'connections' | 'connectionsPerClient'>,
    peerOf: (socket: Socket) => Peer,
    onRefused: (client: string) => void,
  ) {
    this.#limits = limits;
    this.#peerOf = peerOf;
    this.#onRefused = onRefused;
  }

  track(socket: Socket): void {
    const { ip, isTrusted } = this.#peerOf(socket);
    const client = isTrusted ? null : networkOf(ip);
    this.#open += 1;
    if (client !== null) this.#byClient.set(client, this.#countOf(client) + 1);
    socket.once('close', () => this.#forget(client));

    const surplus = Math.max(
      this.#open - this.#limits.connections,
      client === null ? 0 : this.#countOf(client) - this.#limits.connectionsPerClient,
    );
    if (surplus <= 0) return;
    this.#refused.add(socket);
    this.#onRefused(ip);
    if (surplus > answered) socket.destroy();
  }

  get open(): number {
    return this.#open;
  }

  isRefused(socket: Socket): boolean {
    return this.#refused.has(socket);
  }

  #countOf(client: string): number {
    return this.#byClient.get(client) ?? 0;
  }

  #forget(client: string | null): void {
    this.#open -= 1;
    if (client === null) return;
    const left = this.#countOf(client) - 1;
    if (left > 0) this.#byClient.set(client, left);
    else this.#byClient.delete(client);
  }
}

/** @throws AppError `overloaded` on connections over a limit */
export function refuseOverload(connections: Connections): Middleware {
  return async (ctx, next) => {
    if (connections.isRefused(ctx.req.socket)) throw new AppError('overloaded', { seconds: secondsToWait });
    return next();
  };
}
