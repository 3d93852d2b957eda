import { createHash, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FileSource, memoryUploadJournal, type NodeClient } from '#sdk/index.js';
import { findViolations } from '../../../testing/check-invariants.ts';
import { signIn } from '../../../testing/clients.ts';
import { type FaultProxy, type SeenRequest, startFaultProxy } from '../../../testing/engines/fault-proxy.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';
import { countStaged } from '../../../testing/test-storage.ts';

/** Files in parts that do not go on, beside others that do. */
let app: TestApp;
let proxy: FaultProxy;
let client: NodeClient;

const size = 16_800_001;
const content = randomBytes(size);
const sha256 = createHash('sha256').update(content).digest('hex');
const inParts = { connectionsPerFile: 4, bundles: false } as const;

beforeEach(async () => {
  app = await startApp({ env: { FILESHARE_CONFIG_SHARE_CHUNK_SIZE: '1000000' } });
  proxy = await startFaultProxy(() => app.url);
  client = await signIn({ ...app, url: proxy.url });
});
afterEach(async () => {
  await client.close();
  await proxy.close();
  expect(await findViolations(app.app)).toEqual([]);
  await app.stop();
});

function makeSource(path: string, bytes: Buffer): FileSource {
  async function* read(start: number, end: number) {
    yield bytes.subarray(start, end);
  }
  return { path, size: bytes.length, fingerprint: '1', open: read };
}

const large = makeSource('large.bin', content);
const others = ['a', 'b', 'c'].map((path) => makeSource(path, Buffer.alloc(300_000, path)));

const isPart = ({ line, concat }: SeenRequest) => line === 'POST /api/uploads' && concat === 'partial';
const isFinal = ({ concat = '' }: SeenRequest) => concat.startsWith('final;');
const isOther = (request: SeenRequest) =>
  request.line === 'POST /api/uploads' && !isPart(request) && !isFinal(request);

/** Uploads all files. The large one is paused when half of it has arrived, and the others are sent from then on. */
async function uploadWithPause() {
  const arrived = new Set<string>();
  let letOthersGo = () => {};
  const paused = new Promise<void>((resolve) => {
    letOthersGo = resolve;
  });
  proxy.fault = async (request) => {
    if (proxy.sentBytes > size / 2) task.pause('large.bin');
    if (isOther(request)) await paused;
    return undefined;
  };
  const task = client.startUpload([large, ...others], {
    ...inParts,
    parallel: 7,
    onFile: ({ path, state }) => {
      if (path === 'large.bin' && state === 'paused') {
        proxy.fault = () => undefined;
        letOthersGo();
      }
      if (path !== 'large.bin' && state === 'finished') arrived.add(path);
      if (arrived.size === others.length) task.resume();
    },
  });
  return task.finished;
}

async function expectArrived(shareId: string): Promise<void> {
  const { files } = await client.files.listOwned({ params: { id: shareId }, query: {} });
  expect(files.map(({ path }) => path)).toEqual(['a', 'b', 'c', 'large.bin']);
  expect(files.at(-1)).toMatchObject({ size, sha256 });
  expect(await countStaged(app)).toBe(0);
}

describe('a paused file in parts', () => {
  it('leaves its connections to others, and keeps what has arrived', async () => {
    const { share } = await uploadWithPause();
    expect(proxy.lines(isPart)).toHaveLength(4);
    expect(proxy.lines(isFinal)).toHaveLength(1);
    await expectArrived(share.id);
  });

  it('gives the places of its parts to files that have none', async () => {
    await client.configs.update({ body: [{ key: 'share.maxFiles', value: '4' }] });
    const { share } = await uploadWithPause();
    expect(proxy.lines(isPart)).toHaveLength(4);
    expect(proxy.lines(isFinal)).toEqual([]);
    await expectArrived(share.id);
  });
});

it('a file in parts of an earlier run gives their places to files that come before it', async () => {
  await client.configs.update({ body: [{ key: 'share.maxFiles', value: '4' }] });
  const journal = memoryUploadJournal();
  const stop = new AbortController();
  proxy.fault = (request) => {
    if (proxy.sentBytes > size / 2) stop.abort(new Error('stopped'));
    return isOther(request) ? { status: 503 } : undefined;
  };
  const sources = [...others, large];
  const first = client.uploadFiles([large, ...others], {
    ...inParts,
    parallel: 4,
    journal,
    signal: stop.signal,
  });
  await expect(first).rejects.toThrow('stopped');
  proxy.fault = () => undefined;
  const { share } = await client.uploadFiles(sources, { ...inParts, parallel: 1, journal });
  await expectArrived(share.id);
});
