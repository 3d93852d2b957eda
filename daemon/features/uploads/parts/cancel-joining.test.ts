import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OwnerFile } from '#sdk/contract/files.js';
import {
  type FileSource,
  type FileUploadState,
  memoryUploadJournal,
  type NodeClient,
  type UploadJournal,
  type UploadOptions,
  type UploadProgress,
} from '#sdk/index.js';
import { findViolations } from '../../../testing/check-invariants.ts';
import { signIn } from '../../../testing/clients.ts';
import { type FaultProxy, startFaultProxy } from '../../../testing/engines/fault-proxy.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';
import { countStaged } from '../../../testing/test-storage.ts';

/** Files that are cancelled while the server joins their parts, which takes as long as a slow disk needs. */
let app: TestApp;
let client: NodeClient;
let journal: UploadJournal;

const size = 8_400_001;
const content = randomBytes(size);
const inParts = { connectionsPerFile: 2 } as const;

beforeEach(async () => {
  app = await startApp();
  client = await signIn(app);
  journal = memoryUploadJournal();
});
afterEach(async () => {
  await client.close();
  expect(await findViolations(app.app)).toEqual([]);
  await app.stop();
});

function makeSource(path: string, bytes: Buffer = content): FileSource {
  async function* read(start: number, end: number) {
    yield bytes.subarray(start, end);
  }
  return { path, size: bytes.length, fingerprint: '1', open: read };
}

const small = () => makeSource('small.txt', Buffer.from('small'));

/** Keeps the server joining parts until `end` is called, which waits until it has ended, and says when it has begun. */
function holdJoining() {
  const { staging } = app.app.stores;
  const join = staging.join.bind(staging);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let joined: Promise<void> = Promise.resolve();
  const begun = new Promise<void>((resolve) => {
    staging.join = (...call) => {
      resolve();
      joined = held.then(() => join(...call));
      return joined;
    };
  });
  const end = async () => {
    letGo();
    await joined.catch(() => undefined);
  };
  return { begun, end };
}

async function listFiles(shareId: string): Promise<OwnerFile[]> {
  const { files } = await client.files.listOwned({ params: { id: shareId }, query: {} });
  return files;
}

async function pathsOf(shareId: string): Promise<string[]> {
  return (await listFiles(shareId)).map(({ path }) => path);
}

describe('while the server joins the parts of a file,', () => {
  it('the file is cancelled at once, and the others are published', async () => {
    const joining = holdJoining();
    const task = client.startUpload([makeSource('large.bin'), small()], { ...inParts, journal });
    await joining.begun;
    await task.cancel('large.bin');
    const { share } = await task.finished;
    expect(share).toMatchObject({ state: 'active', fileCount: 1, size: 5 });
    await joining.end();
    await expect.poll(() => countStaged(app)).toBe(0);
    expect(await pathsOf(share.id)).toEqual(['small.txt']);
    expect(await journal.load()).toBeNull();
  });

  it('an addition of files is cancelled at once, and the share stays as it was', async () => {
    const { share } = await client.uploadFiles([small()]);
    const joining = holdJoining();
    const task = client.startUpload([makeSource('large.bin')], { ...inParts, journal, into: share.id });
    await joining.begun;
    await task.cancel();
    await expect(task.finished).rejects.toThrow('cancelled');
    const { isAdding } = await client.shares.getOwned({ params: { id: share.id } });
    expect(isAdding).toBe(false);
    await joining.end();
    await expect.poll(() => countStaged(app)).toBe(0);
    expect(await pathsOf(share.id)).toEqual(['small.txt']);
    expect(await journal.load()).toBeNull();
  });

  it('a new share is cancelled at once', async () => {
    const joining = holdJoining();
    const task = client.startUpload([makeSource('large.bin')], { ...inParts, journal });
    await joining.begun;
    await task.cancel();
    await expect(task.finished).rejects.toThrow('cancelled');
    expect((await client.shares.list({ query: {} })).shares).toEqual([]);
    await joining.end();
    await expect.poll(() => countStaged(app)).toBe(0);
    expect(await journal.load()).toBeNull();
  });

  it('an upload stops at once with its signal, and the next run goes on with the file', async () => {
    const joining = holdJoining();
    const stop = new AbortController();
    const uploading = client.uploadFiles([makeSource('large.bin')], {
      ...inParts,
      journal,
      signal: stop.signal,
    });
    await joining.begun;
    stop.abort(new Error('stopped'));
    await expect(uploading).rejects.toThrow('stopped');
    const again = client.uploadFiles([makeSource('large.bin')], { ...inParts, journal });
    await joining.end();
    const { share, resumed } = await again;
    expect(resumed).toBe(size);
    expect(await pathsOf(share.id)).toEqual(['large.bin']);
    expect(await countStaged(app)).toBe(0);
  });
});

describe('while the answer for a joined file is on its way,', () => {
  let proxy: FaultProxy;
  let caller: NodeClient;
  beforeEach(async () => {
    proxy = await startFaultProxy(() => app.url);
    caller = await signIn({ ...app, url: proxy.url });
  });
  afterEach(async () => {
    await caller.close();
    await proxy.close();
  });

  /** Cancels the large file as soon as it is in the share, before its answer arrives. */
  async function cancelJoined(options: UploadOptions) {
    const cancelled = new EventEmitter<{ done: [] }>();
    const until = once(cancelled, 'done');
    proxy.fault = ({ concat = '' }) => (concat.startsWith('final;') ? { until } : undefined);
    const states: FileUploadState[] = [];
    let shareId = '';
    const task = caller.startUpload([makeSource('large.bin'), small()], {
      ...inParts,
      ...options,
      onShare: ({ id }) => {
        shareId = id;
      },
      onFile: ({ path, state }) => {
        if (path === 'large.bin') states.push(state);
      },
    });
    const sizes = async () => (shareId === '' ? [] : (await listFiles(shareId)).map((file) => file.size));
    await expect.poll(sizes, { timeout: 20_000 }).toEqual(expect.arrayContaining([5, size]));
    await task.cancel('large.bin');
    cancelled.emit('done');
    return { ...(await task.finished), states };
  }

  it('a cancelled file is removed from the new share', async () => {
    const { share, states } = await cancelJoined({});
    expect(share).toMatchObject({ state: 'active', fileCount: 1, size: 5 });
    expect(await pathsOf(share.id)).toEqual(['small.txt']);
    expect(states.at(-1)).toBe('cancelled');
  });

  it('a cancelled file is removed from the share that it was added to', async () => {
    const { share } = await client.uploadFiles([makeSource('old.txt', Buffer.from('old'))]);
    const { files } = await cancelJoined({ into: share.id });
    expect(files).toBe(1);
    expect(await pathsOf(share.id)).toEqual(['old.txt', 'small.txt']);
  });

  it('a cancelled file that has replaced another one stays, and is finished', async () => {
    const { share } = await client.uploadFiles([makeSource('large.bin', Buffer.from('old'))]);
    const reports: UploadProgress[] = [];
    const { files, states } = await cancelJoined({
      into: share.id,
      replace: true,
      onProgress: (now) => void reports.push(now),
    });
    expect(files).toBe(2);
    expect(reports.at(-1)?.bytes).toEqual({ total: size + 5, sent: size + 5, resumed: 0 });
    expect(await pathsOf(share.id)).toEqual(['large.bin', 'small.txt']);
    expect(states.at(-1)).toBe('finished');
  });
});
