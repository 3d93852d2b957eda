import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The network between a server and something that it needs, for everybody who connects to `port`. */
export interface NetworkLine {
  port: number;
  /** Lets nothing through in either direction, and tells nobody. */
  cut(): void;
  /** Lets everything through again, what waited first. */
  mend(): void;
  /** Ends every connection, and leads to another port of this machine from now on. */
  leadTo(port: number): void;
  close(): Promise<void>;
}

/** Starts a line to a port of this machine. */
export async function startNetworkLine(first: number): Promise<NetworkLine> {
  let target = first;
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    const far = connect({ port: target, host: '127.0.0.1' });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => to.write(chunk));
      from.on('end', () => to.end());
      from.on('error', () => to.destroy());
      from.on('close', () => sockets.delete(from));
      if (isCut) from.pause();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.pause();
    },
    mend() {
      isCut = false;
      for (const socket of sockets) socket.resume();
    },
    leadTo(port) {
      target = port;
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
