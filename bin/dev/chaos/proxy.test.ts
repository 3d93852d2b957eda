import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Proxy, startProxy, type Weather } from './proxy.ts';

const sent = Buffer.from('a hundred bytes or so, '.repeat(5));
let server: Server;
let proxy: Proxy | undefined;

/** Echoes everything it receives. */
beforeEach(async () => {
  server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined);
    socket.pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(async () => {
  await proxy?.close();
  server.close();
});

async function exchange(weather: Weather): Promise<Buffer> {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  proxy = await startProxy(address.port, () => weather);
  const socket = connect({ port: Number(new URL(proxy.url).port), host: '127.0.0.1' });
  socket.end(sent);
  return buffer(socket);
}

it('forwards both ways, also slowly', async () => {
  expect(await exchange({ bytesPerSecond: 2000, delayMs: 1 })).toEqual(sent);
  expect(proxy?.forwarded).toEqual({ up: sent.length, down: sent.length });
  expect(proxy?.troubles).toBe(0);
});

it('ends a connection after so many bytes', async () => {
  const trouble = { kind: 'close', direction: 'down', afterBytes: 30 } as const;
  expect(await exchange({ trouble })).toEqual(sent.subarray(0, 30));
  expect(proxy?.troubles).toBe(1);
});

it.each(['reset', 'freeze'] as const)('breaks a connection: %s', async (kind) => {
  await expect(exchange({ trouble: { kind, direction: 'up', afterBytes: 10, forMs: 50 } })).rejects.toThrow(
    'ECONNRESET',
  );
  expect(proxy?.forwarded).toMatchObject({ up: 10 });
});
