import { text } from 'node:stream/consumers';
import { Agent } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { type Listener, startServer } from '../../testing/http-server.ts';
import { NetworkError } from '../core/transport.ts';
import { createTusHttpStack } from './tus-http-stack.ts';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

async function createRequest(listener: Listener) {
  const server = await startServer(listener);
  const agent = new Agent();
  cleanUps.push(
    () => agent.destroy(),
    () => server.close(),
  );
  return createTusHttpStack(agent).createRequest('PATCH', server.url);
}

const megabyte = new Uint8Array(1_000_000).fill(120);

async function* chunksOf(count: number, onClose: () => void = () => {}) {
  try {
    for (let i = 0; i < count; i++) yield megabyte;
  } finally {
    onClose();
  }
}

describe('a request of the tus stack', () => {
  it('streams its body with its length, and tells how far it is', async () => {
    const request = await createRequest(async (incoming, response) => {
      const length = (await text(incoming)).length;
      const { 'content-length': announced, 'upload-offset': offset } = incoming.headers;
      response.setHeader('Upload-Offset', '7').end(JSON.stringify({ length, announced, offset }));
    });
    const progress: number[] = [];
    request.setProgressHandler((sent) => progress.push(sent));
    request.setHeader('Upload-Offset', '5');
    expect(request.getHeader('upload-offset')).toBe('5');
    const response = await request.send({ size: 3_000_000, chunks: chunksOf(3) });
    expect(response.getStatus()).toBe(200);
    expect(response.getHeader('Upload-Offset')).toBe('7');
    expect(JSON.parse(response.getBody())).toEqual({ length: 3_000_000, announced: '3000000', offset: '5' });
    expect(progress.at(-1)).toBe(3_000_000);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(progress.length).toBeGreaterThan(4);
  });

  it('goes without a body', async () => {
    const request = await createRequest((_incoming, response) => response.writeHead(204).end());
    expect((await request.send(null)).getStatus()).toBe(204);
  });

  it('tells a broken file from a broken connection', async () => {
    const broken = new Error('the disk is gone');
    async function* breakingChunks() {
      yield megabyte;
      throw broken;
    }
    const first = await createRequest((incoming) => incoming.resume());
    await expect(first.send({ size: 3_000_000, chunks: breakingChunks() })).rejects.toBe(broken);

    const second = await createRequest((incoming) => incoming.socket.destroy());
    await expect(second.send({ size: 3_000_000, chunks: chunksOf(3) })).rejects.toThrow(NetworkError);
  });

  it('closes its source when it is aborted', async () => {
    const request = await createRequest((incoming) => incoming.resume());
    request.setProgressHandler(() => void request.abort());
    let sending: Promise<unknown> | undefined;
    await new Promise<void>((resolve) => {
      sending = request.send({ size: 1e9, chunks: chunksOf(1000, resolve) });
      sending.catch(() => undefined);
    });
    await expect(sending).rejects.toThrow('aborted');
  });

  it('closes its source when the server refuses before it has everything', async () => {
    const request = await createRequest((_incoming, response) => response.writeHead(413).end('{}'));
    let isClosed = false;
    const chunks = chunksOf(1000, () => {
      isClosed = true;
    });
    const response = await request.send({ size: 1e9, chunks });
    expect(response.getStatus()).toBe(413);
    expect(isClosed).toBe(true);
  });
});
