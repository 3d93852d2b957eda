import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesFromPaths, fileUploadJournal, type NodeClient } from '#sdk/index.js';
import { findFreePort } from '../../daemon/testing/free-port.ts';
import { createWorkspace, digestsOf, type Workspace } from './workspace.ts';

const bigSize = 80_000_000;

let workspace: Workspace;
let folder: string;
let client: NodeClient;

beforeAll(async () => {
  // The address must stay the same over restarts.
  workspace = await createWorkspace({ FILESHARE_PORT: String(await findFreePort()) });
  ({ folder, client } = workspace);
});

afterAll(() => workspace.remove());

/** Numbers, so that bytes at a wrong place are found. */
async function makeFolder(name: string): Promise<string> {
  const source = join(folder, name);
  await mkdir(source);
  const numbers = Uint32Array.from({ length: bigSize / 4 }, (_, i) => i);
  await writeFile(join(source, 'big.bin'), numbers);
  await writeFile(join(source, 'small.txt'), name);
  return source;
}

async function expectSame(link: string, source: string): Promise<void> {
  const directory = `${source}-back`;
  expect((await client.downloadShare(link, { directory })).failed).toEqual([]);
  const name = source.slice(folder.length + 1);
  expect(await digestsOf(join(directory, name))).toEqual(await digestsOf(source));
}

describe('an upload', () => {
  it('goes on where an earlier run was stopped, over a restart of the server', async () => {
    const source = await makeFolder('stopped');
    const options = { journal: fileUploadJournal({ directory: join(folder, 'journals'), key: 'stopped' }) };
    const stop = new AbortController();
    const first = client.uploadFiles(await filesFromPaths([source]), {
      ...options,
      signal: stop.signal,
      onProgress: ({ bytes }) => bytes.sent > bigSize / 4 && stop.abort(new Error('stopped')),
    });
    await expect(first).rejects.toThrow('stopped');
    workspace.server = await workspace.server.restart();

    const { share, resumed, bytes } = await client.uploadFiles(await filesFromPaths([source]), options);
    expect(bytes).toBe(bigSize + 7);
    expect(resumed).toBeGreaterThan(bigSize / 20);
    expect(await readdir(join(folder, 'journals'))).toEqual([]);
    await expectSame(share.url, source);
  });

  it('outlives a restart of the server', async () => {
    const source = await makeFolder('restarted');
    let restarting: Promise<void> | undefined;
    const { share } = await client.uploadFiles(await filesFromPaths([source]), {
      onProgress: ({ bytes }) => {
        if (bytes.sent > bigSize / 4) restarting ??= restart();
      },
    });
    await restarting;
    expect(restarting).toBeDefined();
    await expectSame(share.url, source);
  });
});

describe('a download', () => {
  it('goes on where an earlier run was stopped, and outlives a restart of the server', async () => {
    const source = await makeFolder('down');
    const { share } = await client.uploadFiles(await filesFromPaths([source]));
    const directory = `${source}-back`;
    const stop = new AbortController();
    const first = client.downloadShare(share.url, {
      directory,
      signal: stop.signal,
      onProgress: ({ bytes }) => bytes.received > bigSize / 4 && stop.abort(new Error('stopped')),
    });
    await expect(first).rejects.toThrow('stopped');
    expect(await readdir(join(directory, 'down'))).toContain('big.bin.part');

    let restarting: Promise<void> | undefined;
    const { resumed, failed } = await client.downloadShare(share.url, {
      directory,
      onProgress: ({ bytes }) => {
        if (bytes.received > bigSize / 2) restarting ??= restart();
      },
    });
    await restarting;
    expect(failed).toEqual([]);
    expect(resumed).toBeGreaterThan(bigSize / 4);
    expect((await readdir(join(directory, 'down'))).sort()).toEqual(['big.bin', 'small.txt']);
    await expectSame(share.url, source);
  });
});

async function restart(): Promise<void> {
  workspace.server = await workspace.server.restart();
}
