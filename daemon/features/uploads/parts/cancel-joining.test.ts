import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FileSource, memoryUploadJournal, type NodeClient, type UploadJournal } from '#sdk/index.js';
import { findViolations } from '../../../testing/check-invariants.ts';
import { signIn } from '../../../testing/clients.ts';
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

async function pathsOf(shareId: string): Promise<string[]> {
  const { files } = await client.files.listOwned({ params: { id: shareId }, query: {} });
  return files.map(({ path }) => path);
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
