import { once } from 'node:events';
import { createServer, connect as openSocket, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from './random.ts';

export type Direction = 'up' | 'down';

/** The conditions of one connection. */
export interface Weather {
  /** May change during the connection. */
  bytesPerSecond?: number;
  /** Delay before every chunk. */
  delayMs?: number;
  trouble?: Trouble;
}

export interface Trouble {
  /**
   * `close`: both ends see an orderly end. `reset`: both see a reset. `freeze`: nothing is forwarded any longer without
   * notice, until both see a reset after `forMs`.
   */
  kind: 'close' | 'reset' | 'freeze';
  direction: Direction;
  /** Bytes forwarded in that direction before it happens. */
  afterBytes: number;
  forMs?: number;
}

export interface Proxy {
  readonly url: string;
  /** Number of connections that have been disrupted. */
  readonly troubles: number;
  /** Number of forwarded bytes. */
  readonly forwarded: Readonly<Record<Direction, number>>;
  close(): Promise<void>;
}

/** Starts a TCP proxy that disrupts connections as told. */
export async function startProxy(targetPort: number, weatherOf: () => Weather): Promise<Proxy> {
  const sockets = new Set<Socket>();
  const forwarded = { up: 0, down: 0 };
  let troubles = 0;

  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = openSocket({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true });
    const weather = weatherOf();
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      // The other end is notified below.
      socket.on('error', () => undefined);
    }
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
    const link: Link = {
      near,
      far,
      weather,
      isFrozen: false,
      onForwarded: (direction, bytes) => {
        forwarded[direction] += bytes;
      },
      onTrouble: ({ kind, forMs = 0 }) => {
        troubles++;
        const reset = () => {
          near.resetAndDestroy();
          far.resetAndDestroy();
        };
        if (kind === 'reset') return reset();
        if (kind === 'close') {
          near.destroySoon();
          far.destroySoon();
          return;
        }
        link.isFrozen = true;
        setTimeout(reset, forMs).unref();
      },
    };
    void forward(link, 'up');
    void forward(link, 'down');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');

  return {
    url: `http://127.0.0.1:${address.port}`,
    forwarded,
    get troubles() {
      return troubles;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Link {
  /** The socket to the client. */
  near: Socket;
  /** The socket to the server. */
  far: Socket;
  weather: Weather;
  isFrozen: boolean;
  onForwarded(direction: Direction, bytes: number): void;
  onTrouble(trouble: Trouble): void;
}

/** Copies one direction until it ends or is disrupted. */
async function forward(link: Link, direction: Direction): Promise<void> {
  const [from, to] = direction === 'up' ? [link.near, link.far] : [link.far, link.near];
  const { trouble, delayMs = 0 } = link.weather;
  const limit = trouble?.direction === direction ? trouble.afterBytes : Number.POSITIVE_INFINITY;
  let passed = 0;
  let owedMs = 0;
  try {
    // Leaving the loop must not close the connection: that would not be half-open.
    for await (const chunk of from.iterator({ destroyOnReturn: false })) {
      if (delayMs > 0) await sleep(delayMs);
      if (link.isFrozen) return;
      const part = (chunk as Buffer).subarray(0, Math.max(0, limit - passed));
      passed += part.length;
      link.onForwarded(direction, part.length);
      if (!to.write(part)) await drained(to);
      if (trouble && passed >= limit) return link.onTrouble(trouble);
      owedMs += (part.length / (link.weather.bytesPerSecond ?? Number.POSITIVE_INFINITY)) * 1000;
      if (owedMs < 5) continue;
      await sleep(owedMs);
      owedMs = 0;
    }
    to.end();
  } catch {
    to.destroy();
  }
}

/** Rejects when the socket is closed instead. */
function drained(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      socket.off('drain', settle).off('close', settle);
      if (socket.destroyed) reject(new Error('closed'));
      else resolve();
    };
    socket.on('drain', settle).on('close', settle);
  });
}

/** Varies the conditions of connections: about every third is left alone, so that all work ends at some time. */
export function changeable(random: Random, maxBytes: number): () => Weather {
  return () => ({
    ...(random.isLucky(0.3) && { bytesPerSecond: random.magnitude(2_000_000, 50_000_000) }),
    ...(random.isLucky(0.2) && { delayMs: random.int(1, 15) }),
    ...(random.isLucky(0.65) && {
      trouble: {
        kind: random.pick(['close', 'reset', 'freeze']),
        direction: random.pick(['up', 'down']),
        afterBytes: random.magnitude(50, maxBytes),
        forMs: random.int(200, 2500),
      },
    }),
  });
}
