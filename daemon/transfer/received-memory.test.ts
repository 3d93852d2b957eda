import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { freeChunks } from './received-memory.ts';

/** Sends a body to a server and returns its request with the chunks that have arrived. */
async function receiveBody(body: Buffer): Promise<{ req: IncomingMessage; chunks: Buffer[] }> {
  const chunks: Buffer[] = [];
  const server = createServer();
  onTestFinished(() => void server.close());
  const received = new Promise<IncomingMessage>((resolve) => {
    server.on('request', (req, res) => {
      req.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => resolve(req));
      req.on('end', () => res.end());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: new Uint8Array(body) });
  return { req: await received, chunks };
}

const canFree = 'transfer' in ArrayBuffer.prototype;

it.skipIf(!canFree)('frees the chunks of a request without a collection', async () => {
  const { req, chunks } = await receiveBody(Buffer.alloc(300_000, 'x'));
  const before = process.memoryUsage().arrayBuffers;
  freeChunks(req, chunks);
  expect(before - process.memoryUsage().arrayBuffers).toBe(300_000);
  expect(chunks.every(({ length }) => length === 0)).toBe(true);
});

it('leaves chunks of other streams alone', () => {
  const chunk = Buffer.alloc(10, 'x');
  freeChunks(Readable.from([chunk]), [chunk]);
  expect(chunk.toString()).toBe('x'.repeat(10));
});

it('leaves chunks alone that share their memory', async () => {
  const { req } = await receiveBody(Buffer.from('x'));
  const shared = Buffer.from('shared');
  freeChunks(req, [shared.subarray(0, 3)]);
  expect(shared.toString()).toBe('shared');
});
