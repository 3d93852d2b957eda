import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readlink, rm, truncate, writeFile } from 'node:fs/promises';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFileSource } from '../storage/local/file-source.ts';
import { type ByteSource, ShortSourceError } from './byte-source.ts';
import { bufferBytes, largestBuffer, type SendResult, sendBytes } from './send.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'send-'));
});

afterEach(async () => {
  await rm(directory, { recursive: true, force: true });
});

/** A source in memory that reports whether it is closed and how it is read. */
class MemorySource implements ByteSource {
  isClosed = false;
  reads = 0;
  readonly size: number;
  readonly #content: Buffer;

  constructor(content: Buffer, size = content.length) {
    this.#content = content;
    this.size = size;
  }

  async read(target: Uint8Array, position: number): Promise<number> {
    this.reads += 1;
    // Bytes must not be taken from a buffer before it is filled.
    await new Promise((resolve) => setImmediate(resolve));
    return this.#content.copy(target, 0, position);
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }
}

/** Collects what is written, copied at the callback: a buffer that is reused too early shows as wrong bytes. */
function createSink(delay: () => Promise<void> = async () => undefined) {
  const chunks: Buffer[] = [];
  const sink = new Writable({
    highWaterMark: 1,
    write(chunk: Buffer, _encoding, done) {
      void delay().then(() => {
        chunks.push(Buffer.from(chunk));
        done();
      });
    },
  });
  return { sink, received: () => Buffer.concat(chunks), chunks };
}

const neverRead = () => Promise.reject(new Error('the bytes are known'));

const nextTurn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));

describe('sendBytes', () => {
  const content = randomBytes(3 * bufferBytes + 12_345);

  it('sends bytes in memory as they are', async () => {
    const source = { size: content.length, bytes: content, read: neverRead, close: async () => undefined };
    const { sink, chunks } = createSink();
    const end = content.length - 1;
    const result = await sendBytes({ source, start: 777, end, target: sink });
    expect(result).toEqual({ outcome: 'complete', sent: end - 777 });
    expect(chunks).toEqual([content.subarray(777, end)]);
  });

  it('reads more at a time for a fast receiver, and less again when it becomes slow', async () => {
    const size = 24 * 1024 * 1024;
    const steps: number[] = [];
    const source: ByteSource = {
      size,
      read: async (target) => {
        steps.push(target.byteLength);
        return target.byteLength;
      },
      close: async () => undefined,
    };
    let taken = 0;
    const sink = new Writable({
      highWaterMark: 1,
      write(chunk: Buffer, _encoding, done) {
        taken += chunk.length;
        if (taken > size - 2.5 * 1024 * 1024) setTimeout(done, 120);
        else setImmediate(done);
      },
    });
    await sendBytes({ source, start: 0, end: size, target: sink });
    expect(taken).toBe(size);
    expect(Math.max(...steps)).toBe(largestBuffer);
    expect(new Set(steps.slice(0, (16 * 1024 * 1024) / bufferBytes))).toEqual(new Set([bufferBytes]));
    expect(steps.at(-2)).toBe(bufferBytes);
  });

  it('does not begin to send fewer bytes in memory than announced', async () => {
    const source = { size: 10, bytes: Buffer.alloc(9), read: neverRead, close: async () => undefined };
    const { sink, chunks } = createSink();
    await expect(sendBytes({ source, start: 0, end: 10, target: sink })).rejects.toThrow(ShortSourceError);
    expect([sink.destroyed, chunks]).toEqual([false, []]);
  });

  it.each([
    ['nothing', 0, 0],
    ['one byte', 5, 6],
    ['a whole buffer', 0, bufferBytes],
    ['a byte more than a buffer', 0, bufferBytes + 1],
    ['an odd part', 777, 2 * bufferBytes + 3],
    ['everything', 0, content.length],
  ])('sends %s', async (_name, start, end) => {
    const source = new MemorySource(content);
    const { sink, received } = createSink(nextTurn);
    const result = await sendBytes({ source, start, end, target: sink });
    expect(result).toEqual({ outcome: 'complete', sent: end - start });
    expect(received().equals(content.subarray(start, end))).toBe(true);
    expect(source.isClosed).toBe(true);
    expect(sink.writableFinished).toBe(true);
  });

  it('sends a small file by one read and one write', async () => {
    const source = new MemorySource(content);
    const { sink, chunks } = createSink();
    await sendBytes({ source, start: 0, end: 10_240, target: sink });
    expect(source.reads).toBe(1);
    expect(chunks).toHaveLength(1);
  });

  it('reads one buffer ahead of a receiver that does not take anything, and no more', async () => {
    const source = new MemorySource(content);
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const { sink } = createSink(() => gate);
    const sending = sendBytes({ source, start: 0, end: content.length, target: sink });
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    expect(source.reads).toBe(2);
    open();
    expect((await sending).outcome).toBe('complete');
  });

  it('leaves an unused target alone when the first read fails', async () => {
    const source = new MemorySource(content.subarray(0, 10), 20);
    const { sink } = createSink();
    const sending = sendBytes({ source, start: 0, end: 20, target: sink });
    await expect(sending).rejects.toBeInstanceOf(ShortSourceError);
    expect(sink.destroyed).toBe(false);
    expect(source.isClosed).toBe(true);
  });

  it('destroys the target when the source ends too early', async () => {
    const source = new MemorySource(content.subarray(0, bufferBytes + 10), content.length);
    const { sink } = createSink(nextTurn);
    const sending = sendBytes({ source, start: 0, end: content.length, target: sink });
    await expect(sending).rejects.toBeInstanceOf(ShortSourceError);
    expect(sink.destroyed).toBe(true);
    expect(sink.writableFinished).toBe(false);
    expect(source.isClosed).toBe(true);
  });

  it.each(['before the start', 'in the middle'])('stops when the signal fires %s', async (when) => {
    const source = new MemorySource(content);
    const stop = new AbortController();
    const { sink } = createSink(async () => stop.abort());
    if (when === 'before the start') stop.abort();
    const result = await sendBytes({
      source,
      start: 0,
      end: content.length,
      target: sink,
      signal: stop.signal,
    });
    expect(result.outcome).toBe('cut');
    expect(sink.destroyed).toBe(true);
    expect(source.isClosed).toBe(true);
  });

  it('says so when the receiver is gone already', async () => {
    const source = new MemorySource(content);
    const { sink } = createSink();
    sink.destroy();
    await once(sink, 'close');
    const result = await sendBytes({ source, start: 0, end: 10, target: sink });
    expect(result).toEqual({ outcome: 'cut', sent: 0 });
    expect(source.isClosed).toBe(true);
  });
});

describe('sendBytes over HTTP', () => {
  const servers: http.Server[] = [];

  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  async function serve(handle: (response: ServerResponse) => Promise<void>) {
    const server = http.createServer((_request, response) => void handle(response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    servers.push(server);
    return () =>
      new Promise<IncomingMessage>((resolve, reject) => {
        http.get({ port, host: '127.0.0.1' }, resolve).on('error', reject);
      });
  }

  async function makeFile(bytes: number): Promise<{ path: string; content: Buffer }> {
    const path = join(directory, 'file');
    const content = randomBytes(bytes);
    await writeFile(path, content);
    return { path, content };
  }

  async function openDescriptors(path: string): Promise<number> {
    const links = await Promise.all(
      (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
    );
    return links.filter((link) => link === path).length;
  }

  it('arrives whole', async () => {
    const { path, content } = await makeFile(5_000_001);
    const request = await serve(async (response) => {
      const source = await openFileSource(path);
      response.setHeader('Content-Length', source.size);
      await sendBytes({ source, start: 0, end: source.size, target: response });
    });
    const received = await buffer(await request());
    expect(received.equals(content)).toBe(true);
  });

  it('closes the file when the client goes away in the middle', async () => {
    const { path } = await makeFile(50_000_000);
    let report: (result: SendResult) => void;
    const result = new Promise<SendResult>((resolve) => {
      report = resolve;
    });
    const request = await serve(async (response) => {
      const source = await openFileSource(path);
      response.setHeader('Content-Length', source.size);
      report(await sendBytes({ source, start: 0, end: source.size, target: response }));
    });
    const response = await request();
    await once(response, 'readable');
    expect(await openDescriptors(path)).toBe(1);
    response.destroy();
    expect((await result).outcome).toBe('cut');
    expect(await openDescriptors(path)).toBe(0);
  });

  it('breaks the connection when the file gets shorter in the middle', async () => {
    const { path } = await makeFile(50_000_000);
    let report: (error: unknown) => void;
    const failure = new Promise((resolve) => {
      report = resolve;
    });
    const request = await serve(async (response) => {
      const source = await openFileSource(path);
      response.setHeader('Content-Length', source.size);
      await sendBytes({ source, start: 0, end: source.size, target: response }).catch(report);
    });
    const response = await request();
    await once(response, 'readable');
    await truncate(path, 1_000_000);
    await expect(buffer(response)).rejects.toThrow('aborted');
    expect(await failure).toBeInstanceOf(ShortSourceError);
  });
});
