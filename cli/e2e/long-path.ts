import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Relay, startRelay } from './relay.ts';

interface LongPathInit {
  /** Milliseconds. */
  roundTrip: number;
  /** Of the requests of each connection. */
  bytesPerSecond: number;
}

/** Starts a path to a server that is long, and on which every connection is slow. */
export function startLongPath(target: string, { roundTrip, bytesPerSecond }: LongPathInit): Promise<Relay> {
  const delay = roundTrip / 2;
  return startRelay(target, ({ client, upstream, count }) => {
    // What the server has answered before it closed the connection is still on its way.
    client.once('close', () => upstream.destroy());
    void forward([client, upstream], { delay, bytesPerSecond, onBytes: count });
    void forward([upstream, client], { delay, bytesPerSecond: Number.POSITIVE_INFINITY, onBytes: () => {} });
  });
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
