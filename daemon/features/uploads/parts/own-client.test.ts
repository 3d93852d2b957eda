import { createHash, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type FileSource,
  type FileUploadState,
  type JournalState,
  memoryUploadJournal,
  type NodeClient,
  type UploadJournal,
} from '#sdk/index.js';
import { findViolations } from '../../../testing/check-invariants.ts';
import { signIn } from '../../../testing/clients.ts';
import { type FaultProxy, type SeenRequest, startFaultProxy } from '../../../testing/engines/fault-proxy.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';
import { countStaged } from '../../../testing/test-storage.ts';

/** Files that our own client sends in parts. */
let app: TestApp;
let proxy: FaultProxy;
let client: NodeClient;
let journal: UploadJournal;

const size = 16_800_001;
const content = randomBytes(size);
const sha256 = createHash('sha256').update(content).digest('hex');
const lastPart = size - Math.floor((size * 3) / 4);
/** Bytes of one request. */
const chunkSize = 1_000_000;
/** The most that is on its way on four connections when they are stopped. */
const onTheirWay = 4 * chunkSize;

beforeEach(async () => {
  app = await startApp({ env: { FILESHARE_CONFIG_SHARE_CHUNK_SIZE: String(chunkSize) } });
  proxy = await startFaultProxy(() => app.url);
  client = await signIn({ ...app, url: proxy.url });
  journal = memoryUploadJournal();
});
afterEach(async () => {
  await client.close();
  await proxy.close();
  expect(await findViolations(app.app)).toEqual([]);
  await app.stop();
});

function makeSource(changes: Partial<FileSource> = {}, bytes: Buffer = content): FileSource {
  async function* read(start: number, end: number) {
    yield bytes.subarray(start, end);
  }
  return { path: 'large.bin', size: bytes.length, fingerprint: '1', open: read, ...changes };
}

const inParts = { connectionsPerFile: 4 } as const;

const isPart = ({ line, concat }: SeenRequest) => line === 'POST /api/uploads' && concat === 'partial';
const isFinal = ({ concat = '' }: SeenRequest) => concat.startsWith('final;');
const isData = ({ line }: SeenRequest) => line.startsWith('PATCH ');
const isCreation = ({ line }: SeenRequest) => line === 'POST /api/uploads';
const isQuestion = ({ line }: SeenRequest) => line === 'OPTIONS /api/uploads';
const isDiscard = ({ line }: SeenRequest) => line.startsWith('DELETE /api/uploads/');

async function expectArrived(shareId: string): Promise<void> {
  const { files } = await client.files.listOwned({ params: { id: shareId }, query: {} });
  expect(files).toMatchObject([{ path: 'large.bin', size, sha256 }]);
  expect(await countStaged(app)).toBe(0);
}

/** Uploads until the server has about so many bytes, and is then stopped. */
async function stopAfter(bytes: number, source: FileSource = makeSource()): Promise<void> {
  const stop = new AbortController();
  proxy.fault = () => {
    if (proxy.sentBytes >= bytes) stop.abort(new Error('stopped'));
    return undefined;
  };
  const options = { ...inParts, journal, signal: stop.signal };
  await expect(client.uploadFiles([source], options)).rejects.toThrow('stopped');
  proxy.fault = () => undefined;
}

describe('a file in parts', () => {
  it('is sent over several connections at the same time, and is one file', async () => {
    const progress: number[] = [];
    const { share, bytes, resumed } = await client.uploadFiles([makeSource()], {
      ...inParts,
      onProgress: ({ bytes: { sent } }) => progress.push(sent),
    });
    expect({ bytes, resumed }).toEqual({ bytes: size, resumed: 0 });
    await expectArrived(share.id);
    expect(proxy.lines(isPart)).toHaveLength(4);
    expect(proxy.lines(isFinal)).toHaveLength(1);
    expect(proxy.mostAtOnce).toBe(4);
    expect(proxy.sentBytes).toBe(size);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress.at(-1)).toBe(size);
  });

  it('leaves connections to other files', async () => {
    const other = makeSource({ path: 'other.bin' });
    await client.uploadFiles([makeSource(), other], inParts);
    expect(proxy.lines(isPart)).toHaveLength(4);
    expect(proxy.lines(isFinal)).toHaveLength(2);
  });

  it('is sent as a whole where other files use the connections', async () => {
    const sources = ['a', 'b', 'c'].map((path) => makeSource({ path }));
    await client.uploadFiles(sources, { ...inParts, parallel: 3 });
    expect(proxy.lines(isCreation)).toHaveLength(3);
  });

  it('is sent as a whole to a server that does not join parts', async () => {
    proxy.hidden = ['tus-extension'];
    const { share } = await client.uploadFiles([makeSource()], inParts);
    expect(proxy.lines(isCreation)).toHaveLength(1);
    await expectArrived(share.id);
  });

  it('is sent as a whole to a share that has no place for so many uploads', async () => {
    await client.configs.update({ body: [{ key: 'share.maxFiles', value: '2' }] });
    // The parts that it has a place for are answered after those that are refused.
    let created = 0;
    proxy.fault = (request) => (isPart(request) && created++ < 2 ? { delay: 500 } : undefined);
    const { share } = await client.uploadFiles([makeSource()], inParts);
    expect(proxy.lines(isFinal)).toEqual([]);
    await expectArrived(share.id);
  });

  it('takes no place from other files of the share', async () => {
    await client.configs.update({ body: [{ key: 'share.maxFiles', value: '4' }] });
    const small = ['a', 'b', 'c'].map((path) => makeSource({ path }, Buffer.alloc(3_000_000, path)));
    // They arrive while the parts are on their way.
    proxy.fault = (request) =>
      isPart(request) ? undefined : isCreation(request) ? { delay: 300 } : undefined;
    const options = { ...inParts, parallel: 6, bundles: false };
    const { share } = await client.uploadFiles([makeSource(), ...small], options);
    expect(proxy.lines(isPart).length).toBeGreaterThan(1);
    const { files } = await client.files.listOwned({ params: { id: share.id }, query: {} });
    expect(files.map((file) => file.path)).toEqual(['a', 'b', 'c', 'large.bin']);
    expect(files.at(-1)).toMatchObject({ size, sha256 });
    expect(await countStaged(app)).toBe(0);
  });

  it('keeps to the limited rate', async () => {
    const startedAt = performance.now();
    await client.uploadFiles([makeSource()], { ...inParts, limitRate: size });
    expect(performance.now() - startedAt).toBeGreaterThan(800);
    expect(proxy.mostAtOnce).toBe(4);
  });

  it('is refused with another number of connections', async () => {
    await expect(client.uploadFiles([makeSource()], { connectionsPerFile: 9 })).rejects.toThrow(RangeError);
  });
});

describe('by itself, a client', () => {
  const large = Buffer.alloc(64 * 1024 * 1024);

  /** Forgets what signing in took, for which the server computes a while. */
  async function measure(): Promise<void> {
    for (let count = 0; count < 8; count++) await client.configs.list();
  }

  it('sends a file as a whole, without another request, where the path is short', async () => {
    await measure();
    await client.uploadFiles([makeSource({}, large)]);
    expect(proxy.lines(isCreation)).toHaveLength(1);
    expect(proxy.lines(isQuestion)).toEqual([]);
  });

  it('sends a large file in parts where the path is long', async () => {
    proxy.delay = 60;
    await measure();
    const { share } = await client.uploadFiles([makeSource({}, large)]);
    expect(share).toMatchObject({ fileCount: 1, size: large.length });
    expect(proxy.lines(isPart)).toHaveLength(4);
  });

  it('sends it as a whole where only a few responses are slow', async () => {
    proxy.delay = 60;
    await measure();
    proxy.fault = (request) => {
      if (isQuestion(request) && request.count === 2) proxy.delay = 0;
      return undefined;
    };
    await client.uploadFiles([makeSource({}, large)]);
    expect(proxy.lines(isQuestion)).toHaveLength(2);
    expect(proxy.lines(isCreation)).toHaveLength(1);
  });

  it('sends a smaller file as a whole on every path', async () => {
    proxy.delay = 60;
    await measure();
    await client.uploadFiles([makeSource()]);
    expect(proxy.lines(isQuestion)).toEqual([]);
    expect(proxy.lines(isCreation)).toHaveLength(1);
  });
});

describe('after a fault, a file in parts', () => {
  it('goes on when the connection of a part breaks', async () => {
    proxy.fault = (request) => (isData(request) && request.count === 2 ? { breakAfter: 300_000 } : undefined);
    const { share } = await client.uploadFiles([makeSource()], inParts);
    await expectArrived(share.id);
    expect(proxy.lines(isPart)).toHaveLength(4);
    expect(proxy.sentBytes).toBe(size);
  });

  it('is not held up while one part is tried again', async () => {
    let failing: string | undefined;
    proxy.fault = (request) => {
      if (!isData(request)) return undefined;
      failing ??= request.line;
      return request.line === failing && request.count === 1 ? { status: 503 } : undefined;
    };
    const states: FileUploadState[] = [];
    const { share } = await client.uploadFiles([makeSource()], {
      ...inParts,
      // The others are not finished before the part is tried again.
      limitRate: size / 3,
      onFile: ({ state }) => states.push(state),
    });
    await expectArrived(share.id);
    expect(states).not.toContain('retrying');
    expect(states.at(-1)).toBe('finished');
    expect(proxy.sentBytes).toBe(size);
  });

  it('waits when nothing else of it is left to send', async () => {
    const states: FileUploadState[] = [];
    let failing: string | undefined;
    proxy.fault = (request) => {
      if (!isData(request)) return undefined;
      failing ??= request.line;
      return request.line === failing && !states.includes('retrying') ? { status: 503 } : undefined;
    };
    const { share } = await client.uploadFiles([makeSource()], {
      ...inParts,
      onFile: ({ state }) => states.push(state),
    });
    await expectArrived(share.id);
    expect(states).toContain('retrying');
    expect(states.at(-1)).toBe('finished');
  });

  it('fails with the error of a part that is refused, and can be retried', async () => {
    proxy.fault = (request) => (isData(request) && request.count === 3 ? { status: 403 } : undefined);
    const errors: (Error | undefined)[] = [];
    const task = client.startUpload([makeSource()], {
      ...inParts,
      onFailure: 'wait',
      onFile: ({ state, error }) => {
        if (state !== 'failed') return;
        errors.push(error);
        proxy.fault = () => undefined;
        setTimeout(() => task.retry(), 20);
      },
    });
    const { share } = await task.finished;
    expect(errors).toMatchObject([{ code: 'forbidden' }]);
    expect(proxy.sentBytes - size).toBeLessThanOrEqual(onTheirWay);
    await expectArrived(share.id);
  });

  it('does not reserve the place of a part whose creation was answered in vain', async () => {
    let lost = 0;
    proxy.fault = (request) => (isPart(request) && lost++ < 2 ? 'lost-answer' : undefined);
    const { share } = await client.uploadFiles([makeSource()], inParts);
    expect(proxy.lines(isPart)).toHaveLength(6);
    await expectArrived(share.id);
  });

  it('is joined once when the answer to that is lost', async () => {
    let lost = 0;
    proxy.fault = (request) => (isFinal(request) && lost++ < 2 ? 'lost-answer' : undefined);
    const { share } = await client.uploadFiles([makeSource()], inParts);
    expect(proxy.lines(isFinal)).toHaveLength(3);
    expect(proxy.sentBytes).toBe(size);
    await expectArrived(share.id);
  });

  it('outlives a restart of the server', async () => {
    let restarted: Promise<void> | undefined;
    const restart = async () => {
      app = await app.restart();
    };
    proxy.fault = async () => {
      if (proxy.sentBytes < size / 2) return undefined;
      restarted ??= restart();
      await restarted;
      return undefined;
    };
    const { share } = await client.uploadFiles([makeSource()], inParts);
    expect(proxy.lines(isPart)).toHaveLength(4);
    expect(proxy.sentBytes - size).toBeLessThanOrEqual(onTheirWay);
    await expectArrived(share.id);
  });

  it('sends only a part again that the server has lost before they are joined', async () => {
    proxy.fault = async (request) => {
      if (!isFinal(request) || proxy.lines(isFinal).length > 1) return undefined;
      await discardUpload(request.concat?.split(' ').at(-1) ?? '', request);
      return undefined;
    };
    const { share } = await client.uploadFiles([makeSource()], inParts);
    expect(proxy.lines(isPart)).toHaveLength(5);
    expect(proxy.lines(isFinal)).toHaveLength(2);
    expect(proxy.sentBytes).toBe(size + lastPart);
    await expectArrived(share.id);
  });
});

/** Discards an upload with the token of another request. */
async function discardUpload(path: string, sent: SeenRequest | undefined): Promise<void> {
  const { authorization = '' } = sent ?? {};
  const headers = { 'tus-resumable': '1.0.0', authorization };
  expect((await fetch(app.url + path, { method: 'DELETE', headers })).status).toBe(204);
}

async function readJournal(): Promise<JournalState> {
  const state = await journal.load();
  if (!state) throw new Error('the journal is empty');
  return state;
}

describe('the next run', () => {
  it('sends what is missing of each part', async () => {
    await stopAfter(size / 2);
    expect((await readJournal()).files.get('large.bin')?.parts).toHaveLength(4);
    const { share, resumed } = await client.uploadFiles([makeSource()], { ...inParts, journal });
    expect(resumed).toBeGreaterThan(size / 4);
    expect(proxy.sentBytes - size).toBeLessThanOrEqual(onTheirWay);
    expect(proxy.lines(isPart)).toHaveLength(4);
    await expectArrived(share.id);
  });

  it('goes on with the parts also where it would send the file as a whole', async () => {
    await stopAfter(size / 2);
    const { share, resumed } = await client.uploadFiles([makeSource()], { connectionsPerFile: 1, journal });
    expect(resumed).toBeGreaterThan(size / 4);
    expect(proxy.lines(isFinal)).toHaveLength(1);
    await expectArrived(share.id);
  });

  it('begins only a part again that the server no longer has', async () => {
    await stopAfter(size / 2);
    const [{ url = '' } = {}] = (await readJournal()).files.get('large.bin')?.parts ?? [];
    const sent = proxy.seen.find(isData);
    await discardUpload(new URL(url).pathname, sent);
    const { share } = await client.uploadFiles([makeSource()], { ...inParts, journal });
    expect(proxy.lines(isPart)).toHaveLength(5);
    await expectArrived(share.id);
  });

  it('replaces a part whose address was not noted in time', async () => {
    await stopAfter(size / 2);
    const { files } = await readJournal();
    const { fingerprint = '', parts = [] } = files.get('large.bin') ?? {};
    const known = parts.map((part, index) => (index === 2 ? { ...part, url: undefined } : part));
    await journal.record([{ type: 'parts', path: 'large.bin', fingerprint, parts: known }]);
    const { share } = await client.uploadFiles([makeSource()], { ...inParts, journal });
    expect(proxy.lines(isPart)).toHaveLength(5);
    await expectArrived(share.id);
  });

  it('knows that the parts were joined when the answer to that was lost', async () => {
    const stop = new AbortController();
    proxy.fault = (request) => {
      if (!isFinal(request)) return undefined;
      setTimeout(() => stop.abort(new Error('stopped')), 300);
      return 'lost-answer';
    };
    const options = { ...inParts, journal, signal: stop.signal };
    await expect(client.uploadFiles([makeSource()], options)).rejects.toThrow('stopped');
    proxy.fault = () => undefined;
    const { share, resumed } = await client.uploadFiles([makeSource()], { ...inParts, journal });
    expect(resumed).toBe(size);
    expect(proxy.sentBytes).toBe(size);
    await expectArrived(share.id);
  });

  it('discards all parts of a file that has changed', async () => {
    await stopAfter(size / 2);
    const changed = makeSource({ fingerprint: '2' });
    const { share, resumed } = await client.uploadFiles([changed], { ...inParts, journal });
    expect(resumed).toBe(0);
    expect(proxy.lines(isPart)).toHaveLength(8);
    expect(proxy.lines(isFinal)).toHaveLength(1);
    await expectArrived(share.id);
  });

  it('is not needed: what was left is discarded', async () => {
    await stopAfter(size / 2);
    await client.discardUpload(await readJournal());
    await expect.poll(() => countStaged(app)).toBe(0);
  });
});

describe('a file in parts, while it is sent,', () => {
  it('is paused and resumed', async () => {
    let isPaused = false;
    proxy.fault = () => {
      if (proxy.sentBytes > size / 2 && !isPaused) task.pause();
      return undefined;
    };
    const task = client.startUpload([makeSource()], {
      ...inParts,
      onFile: ({ state }) => {
        if (state !== 'paused') return;
        isPaused = true;
        setTimeout(() => task.resume(), 100);
      },
    });
    const { share } = await task.finished;
    expect(isPaused).toBe(true);
    expect(proxy.lines(isPart)).toHaveLength(4);
    expect(proxy.sentBytes - size).toBeLessThanOrEqual(onTheirWay);
    await expectArrived(share.id);
  });

  it('is cancelled with all its parts', async () => {
    proxy.fault = () => {
      if (proxy.sentBytes > size / 2) void task.cancel('large.bin');
      return undefined;
    };
    const small = makeSource({ path: 'small.txt' }, Buffer.from('small'));
    const task = client.startUpload([makeSource(), small], inParts);
    const { share } = await task.finished;
    expect(share).toMatchObject({ fileCount: 1, size: 5 });
    expect(proxy.lines(isDiscard)).toHaveLength(4);
    expect(await countStaged(app)).toBe(0);
  });
});
