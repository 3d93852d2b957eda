import { once } from 'node:events';
import { createServer, connect as dial, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A path to a server that is long, and on which every connection is slow. */
export interface LongPath {
  readonly url: string;
  /** Bytes of requests that have passed, by connection. */
  readonly sent: readonly number[];
  /** Resolves when so many bytes of requests have passed. */
  passed(bytes: number): Promise<void>;
  close(): Promise<void>;
}

interface LongPathInit {
  /** Milliseconds. */
  roundTrip: number;
  /** Of the requests of each connection. */
  bytesPerSecond: number;
}

export async function startLongPath(
  target: string,
  { roundTrip, bytesPerSecond }: LongPathInit,
): Promise<LongPath> {
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
    // What the server has answered before it closed the connection is still on its way.
    client.once('close', () => upstream.destroy());
    const index = sent.push(0) - 1;
    const count = (bytes: number) => {
      sent[index] = (sent[index] ?? 0) + bytes;
      for (const check of waiting) check();
    };
    const delay = roundTrip / 2;
    void forward([client, upstream], { delay, bytesPerSecond, onBytes: count });
    void forward([upstream, client], { delay, bytesPerSecond: Number.POSITIVE_INFINITY, onBytes: () => {} });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    sent,
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

interface ForwardInit {
  /** Milliseconds that every byte is on its way. */
  delay: number;
  bytesPerSecond: number;
  onBytes(bytes: number): void;
}

/** Copies one direction until it ends. */
async function forward(
  [from, to]: [Socket, Socket],
  { delay, bytesPerSecond, onBytes }: ForwardInit,
): Promise<void> {
  /** When the next byte can enter the path. */
  let freeAt = 0;
  let arriving: Promise<unknown> = Promise.resolve();
  const arrive = async (at: number, bytes: Buffer | null) => {
    await sleep(Math.max(0, at - performance.now()));
    if (bytes === null) to.end();
    else if (!to.destroyed) to.write(bytes);
    onBytes(bytes?.length ?? 0);
  };
  try {
    for await (const chunk of from.iterator({ destroyOnReturn: false })) {
      const bytes = chunk as Buffer;
      freeAt = Math.max(performance.now(), freeAt) + (bytes.length / bytesPerSecond) * 1000;
      const at = freeAt + delay;
      arriving = arriving.then(() => arrive(at, bytes));
      const wait = freeAt - performance.now();
      if (wait > 1) await sleep(wait);
    }
    await arriving.then(() => arrive(freeAt + delay, null));
  } catch {
    to.destroy();
  }
}
