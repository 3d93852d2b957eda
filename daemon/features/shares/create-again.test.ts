import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type FileSource,
  fileUploadJournal,
  memoryUploadJournal,
  type NodeClient,
  type UploadJournal,
  type UploadOptions,
} from '#sdk/index.js';
import { makeTempFolder } from '#sdk/testing/temp-folder.js';
import { findViolations } from '../../testing/check-invariants.ts';
import { signIn } from '../../testing/clients.ts';
import { type FaultProxy, startFaultProxy } from '../../testing/engines/fault-proxy.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

/** Our own client, killed after the server has created its share and before it knows which one. */
let app: TestApp;
let proxy: FaultProxy;
let client: NodeClient;
let journal: UploadJournal;

beforeEach(async () => {
  app = await startApp();
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

function makeSource(path: string): FileSource {
  async function* read() {
    yield Buffer.from('text');
  }
  return { path, size: 4, fingerprint: '1', open: read };
}

const sources = [makeSource('a.txt')];

/** Uploads until the server has created the share; the answer never arrives. Returns the ID of the share. */
async function killAfterCreation(options: UploadOptions = {}): Promise<string> {
  const stop = new AbortController();
  proxy.fault = ({ line, count }) => {
    if (line !== 'POST /api/shares') return undefined;
    // It asks again, so the first answer was lost.
    if (count > 1) stop.abort(new Error('killed'));
    return 'lost-answer';
  };
  const running = client.uploadFiles(sources, { ...options, journal, signal: stop.signal });
  await expect(running).rejects.toThrow('killed');
  proxy.fault = () => undefined;
  const [id = ''] = await listIds();
  return id;
}

async function listIds(): Promise<string[]> {
  const { shares } = await client.shares.list({ query: {} });
  return shares.map(({ id }) => id);
}

describe('a client that is killed before it knows its share', () => {
  it('goes on with it at the next run', async () => {
    const share = { name: 'Holiday', password: 'open sesame' };
    const id = await killAfterCreation({ share });
    const again = await client.uploadFiles(sources, { share, journal });
    expect(again.share).toMatchObject({ id, state: 'active', fileCount: 1 });
    expect(await listIds()).toEqual([id]);
    expect(await journal.load()).toBeNull();
  });

  it.each<[string, readonly FileSource[], UploadOptions['share']]>([
    ['another password', sources, { password: 'other password' }],
    ['no password', sources, {}],
    ['other files', [makeSource('b.txt')], { password: 'open sesame' }],
  ])('takes another share for %s', async (_case, others, share = {}) => {
    const id = await killAfterCreation({ share: { password: 'open sesame' } });
    const other = await client.uploadFiles(others, { share, journal });
    expect(other.share.id).not.toBe(id);
    expect(other.share.hasPassword).toBe(share.password !== undefined);
  });

  it('takes another share if that one was discarded', async () => {
    const id = await killAfterCreation();
    await client.shares.remove({ params: { id } });
    const { share } = await client.uploadFiles(sources, { journal });
    expect(share.id).not.toBe(id);
  });
});

it('leaves no journal when the share is refused', async () => {
  await client.configs.update({ body: [{ key: 'share.maxSize', value: '3' }] });
  const folder = await makeTempFolder();
  const inFile = fileUploadJournal({ directory: folder.path, key: 'key' });
  const uploading = client.uploadFiles(sources, { journal: inFile });
  await expect(uploading).rejects.toMatchObject({ code: 'share_too_large' });
  expect(await readdir(folder.path)).toEqual([]);
  await folder.remove();
});
