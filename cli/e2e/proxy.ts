import { once } from 'node:events';
import { createServer, connect as dial, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A TCP proxy in front of a server that counts what is sent, and breaks or delays connections. */
export interface Proxy {
  readonly url: string;
  /** Bytes of answers that pass before what `effect` says happens, to each connection or to all of them since then. */
  limit: { bytes: number; per: 'connection' | 'all'; effect: 'cut' | 'stall' } | null;
  /** Bytes of requests that have passed, of all connections. */
  readonly requestBytes: number;
  /** Resolves when so many bytes of requests have passed. */
  passed(requestBytes: number): Promise<void>;
  close(): Promise<void>;
}

/** @param edit changes what passes of requests; it must keep its length */
export async function startProxy(
  target: string,
  edit: (chunk: Buffer) => Buffer = (chunk) => chunk,
): Promise<Proxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let limit: Proxy['limit'] = null;
  let passedByAll = 0;
  let requestBytes = 0;
  const waiting = new Set<() => void>();
  const server = createServer((client) => {
    const upstream = dial({ host: hostname, port: Number(port) });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket)).on('error', () => undefined);
    }
    let passed = 0;
    const editing = new Transform({
      transform: (chunk: Buffer, _encoding, done) => done(null, edit(chunk)),
    });
    client.pipe(editing).pipe(upstream);
    client.on('data', (chunk: Buffer) => {
      requestBytes += chunk.length;
      for (const check of waiting) check();
    });
    upstream.on('data', (chunk: Buffer) => {
      passed += chunk.length;
      passedByAll += chunk.length;
      if (limit && (limit.per === 'all' ? passedByAll : passed) > limit.bytes) {
        if (limit.effect === 'stall') return;
        client.destroy();
        upstream.destroy();
        return;
      }
      if (client.write(chunk)) return;
      upstream.pause();
      client.once('drain', () => upstream.resume());
    });
    upstream.on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const proxy: Proxy = {
    url: `http://127.0.0.1:${address.port}`,
    get limit() {
      return limit;
    },
    set limit(next) {
      limit = next;
      passedByAll = 0;
    },
    get requestBytes() {
      return requestBytes;
    },
    passed: (bytes) =>
      new Promise((resolve) => {
        const check = () => {
          if (requestBytes < bytes) return;
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
  return proxy;
}
