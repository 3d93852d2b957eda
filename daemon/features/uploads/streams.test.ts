import { randomBytes } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createClient, type NodeClient, type StreamOptions, type StreamProgress } from '#sdk/index.js';
import { findViolations } from '../../testing/check-invariants.ts';
import { outcomeOf, signIn } from '../../testing/clients.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

/** Streams of unknown length, sent by our own client. */
let app: TestApp;
let client: NodeClient;
/** Called with the number of each request that brings bytes, as soon as the server reads them. */
let onAppend: (request: IncomingMessage, number: number) => void = () => undefined;

beforeAll(async () => {
  app = await startApp({
    env: {
      FILESHARE_CONFIG_SHARE_CHUNK_SIZE: '1000000',
      FILESHARE_CONFIG_SHARE_MAX_SIZE: '10000000',
      FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true',
    },
  });
  client = await signIn(app);
  const { staging } = app.app.stores;
  const append = staging.append.bind(staging);
  let number = 0;
  staging.append = (id, source, options) => {
    if (source instanceof IncomingMessage) onAppend(source, (number += 1));
    return append(id, source, options);
  };
});
afterEach(async () => {
  onAppend = () => undefined;
  expect(await findViolations(app.app)).toEqual([]);
});
afterAll(async () => {
  await client.close();
  await app.stop();
});

async function* chunksOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536);
}

const send = (stream: AsyncIterable<Uint8Array>, options: Partial<StreamOptions> = {}) =>
  client.uploadStream(stream, { path: 'dump.sql', ...options });

async function contentOf(id: string): Promise<Buffer> {
  const { chunks } = await client.readShare(id);
  return buffer(chunks);
}

const countShares = async () => (await client.shares.list({ query: {} })).shares.length;

describe('a stream', () => {
  it('becomes a file, whatever its length', async () => {
    for (const length of [0, 1, 1_000_000, 3_500_000]) {
      const content = randomBytes(length);
      const { share, ...result } = await send(chunksOf(content));
      expect(result).toMatchObject({ files: 1, bytes: length });
      expect((await contentOf(share.id)).equals(content)).toBe(true);
    }
  });

  it('is sent before it ends, and may rest', async () => {
    let sent = 0;
    async function* slowly() {
      yield Buffer.from('first');
      await expect.poll(() => sent).toBe(5);
      yield Buffer.from(' last');
    }
    const phases = new Set<StreamProgress['phase']>();
    const { share } = await send(slowly(), {
      onProgress: (progress) => {
        sent = progress.sent;
        phases.add(progress.phase);
      },
    });
    expect((await contentOf(share.id)).toString()).toBe('first last');
    expect([...phases]).toEqual(['preparing', 'uploading', 'publishing', 'done']);
  });

  it('survives broken connections', async () => {
    let broken = 0;
    onAppend = (request) => {
      if (broken >= 3) return;
      broken += 1;
      request.once('data', () => request.socket.destroy());
    };
    const content = randomBytes(3_500_000);
    const { share } = await send(chunksOf(content));
    expect(broken).toBe(3);
    expect((await contentOf(share.id)).equals(content)).toBe(true);
  });

  it('can be added to a share', async () => {
    const { share } = await send(chunksOf(Buffer.from('one')));
    await send(chunksOf(Buffer.from('two')), { path: 'folder/second.txt', into: share.id });
    const { files } = await client.files.list({ params: { id: share.id }, query: {} });
    expect(files.map(({ path }) => path)).toEqual(['dump.sql', 'folder/second.txt']);
    expect(await outcomeOf(send(chunksOf(Buffer.from('x')), { into: share.id }))).toBe('file_exists');
  });

  it('leaves nothing when it fails, breaks a limit or is stopped', async () => {
    const before = await countShares();
    async function* failing() {
      yield Buffer.from('bytes');
      throw new Error('the writer failed');
    }
    await expect(send(failing())).rejects.toThrow('the writer failed');
    expect(await outcomeOf(send(chunksOf(Buffer.alloc(10_000_001))))).toBe('share_too_large');
    const stop = new AbortController();
    onAppend = () => stop.abort(new Error('stopped'));
    await expect(send(chunksOf(Buffer.alloc(2_000_000)), { signal: stop.signal })).rejects.toThrow('stopped');
    expect(await countShares()).toBe(before);
  });

  it('is sent by users only', async () => {
    const stranger = createClient({ baseUrl: app.url });
    expect(await outcomeOf(stranger.uploadStream(chunksOf(Buffer.from('x')), { path: 'a' }))).toBe(
      'sign_in_required',
    );
    await stranger.close();
  });
});
