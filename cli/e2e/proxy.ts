import { Transform } from 'node:stream';
import { type Relay, startRelay } from './relay.ts';

/** A TCP proxy in front of a server that counts what is sent, and breaks or delays connections. */
export interface Proxy extends Omit<Relay, 'sent'> {
  /** Bytes of answers that pass before what `effect` says happens, to each connection or to all of them since then. */
  limit: { bytes: number; per: 'connection' | 'all'; effect: 'cut' | 'stall' } | null;
}

/** @param edit changes what passes of requests; it must keep its length */
export async function startProxy(
  target: string,
  edit: (chunk: Buffer) => Buffer = (chunk) => chunk,
): Promise<Proxy> {
  let limit: Proxy['limit'] = null;
  let passedByAll = 0;
  const relay = await startRelay(target, ({ client, upstream, count }) => {
    let passedHere = 0;
    const editing = new Transform({
      transform: (chunk: Buffer, _encoding, done) => done(null, edit(chunk)),
    });
    client.pipe(editing).pipe(upstream);
    client.on('data', (chunk: Buffer) => count(chunk.length));
    upstream.on('data', (chunk: Buffer) => {
      passedHere += chunk.length;
      passedByAll += chunk.length;
      if (limit && (limit.per === 'all' ? passedByAll : passedHere) > limit.bytes) {
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
  });
  return {
    url: relay.url,
    passed: relay.passed,
    close: relay.close,
    get limit() {
      return limit;
    },
    set limit(next) {
      limit = next;
      passedByAll = 0;
    },
    get requestBytes() {
      return relay.requestBytes;
    },
  };
}
