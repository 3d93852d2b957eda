import { once } from 'node:events';
import { createServer, connect as dial, type Socket } from 'node:net';

/** A TCP server in front of another one; what it does with each connection is up to its caller. */
export interface Relay {
  readonly url: string;
  /** Bytes of requests that have passed, by connection. */
  readonly sent: readonly number[];
  /** Bytes of requests that have passed, of all connections. */
  readonly requestBytes: number;
  /** Resolves when so many of them have passed. */
  passed(requestBytes: number): Promise<void>;
  close(): Promise<void>;
}

export interface Connection {
  client: Socket;
  upstream: Socket;
  /** Counts bytes of requests that have passed. */
  count(bytes: number): void;
}

/** @param relay connects a client to the server behind */
export async function startRelay(target: string, relay: (connection: Connection) => void): Promise<Relay> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const sent: number[] = [];
  const sum = () => sent.reduce((total, bytes) => total + bytes, 0);
  const waiting = new Set<() => void>();
  const server = createServer((client) => {
    const upstream = dial({ host: hostname, port: Number(port) });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket)).on('error', () => undefined);
    }
    const index = sent.push(0) - 1;
    relay({
      client,
      upstream,
      count(bytes) {
        sent[index] = (sent[index] ?? 0) + bytes;
        for (const check of waiting) check();
      },
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    sent,
    get requestBytes() {
      return sum();
    },
    passed: (bytes) =>
      new Promise((resolve) => {
        const check = () => {
          if (sum() < bytes) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
