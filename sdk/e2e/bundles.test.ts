import { createHash } from 'node:crypto';
import { rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type FileSource,
  filesFromPaths,
  fileUploadJournal,
  type NodeClient,
  UploadFailedError,
} from '#sdk/index.js';
import { findFreePort } from '../../daemon/testing/free-port.ts';
import { createWorkspace, digestsOf, type Workspace, writeTree } from './workspace.ts';

let workspace: Workspace;
let folder: string;
let client: NodeClient;

beforeAll(async () => {
  // The address must stay the same over restarts.
  workspace = await createWorkspace({ FILESHARE_PORT: String(await findFreePort()) });
  ({ folder, client } = workspace);
});

afterAll(() => workspace.remove());

const scripts = [
  'plain',
  'ümläut',
  'Ελληνικά',
  'кириллица',
  'עברית',
  'العربية',
  'हिन्दी',
  '日本語',
  '한국어',
  '🎉👩‍👩‍👧',
  "it's (1) #100%&+;",
];

/** Small files of every kind: empty, with names in every script, in deep folders, some as large as a bundle takes. */
async function makeOddFolder(name: string, count = 400): Promise<string> {
  const files: Record<string, string> = {};
  for (let i = 0; i < count; i++) {
    const folders = Array.from({ length: i % 12 }, (_, level) => `d${level}/`).join('');
    const content = createHash('sha512')
      .update(`${i}`)
      .digest('hex')
      .repeat(i % 40);
    files[`${folders}${scripts[i % scripts.length]} ${i}.txt`] = i % 10 === 0 ? '' : content;
  }
  const root = join(folder, name);
  await writeTree(root, {
    ...files,
    'one mebibyte': Buffer.alloc(1_048_576, 'abcdefg'),
    'more than that': Buffer.alloc(1_048_577, 'abcdefg'),
  });
  return root;
}

async function expectSame(link: string, source: string): Promise<void> {
  const directory = `${source}-back`;
  expect((await client.downloadShare(link, { directory })).failed).toEqual([]);
  const name = source.slice(folder.length + 1);
  expect(await digestsOf(join(directory, name))).toEqual(await digestsOf(source));
}

describe('a folder of many small files', () => {
  it('arrives as it is', async () => {
    const source = await makeOddFolder('odd', 3000);
    const { share, files } = await client.uploadFiles(await filesFromPaths([source]));
    expect(files).toBe(3002);
    await expectSame(share.url, source);
  });

  it('arrives without what vanished or changed meanwhile, which is told', async () => {
    const source = await makeOddFolder('changing');
    const sources = await filesFromPaths([source]);
    const [vanished, shorter] = pick(sources, ['one mebibyte', 'plain 319.txt']);
    await rm(join(folder, vanished.path));
    await truncate(join(folder, shorter.path), shorter.size - 1);
    const uploading = client.uploadFiles(sources);
    await expect(uploading).rejects.toThrow(UploadFailedError);
    await expect(uploading).rejects.toMatchObject({
      failures: [
        { path: shorter.path, error: { name: 'FileChangedError' } },
        { path: vanished.path, error: { code: 'ENOENT' } },
      ],
    });
  });

  it('goes on where an earlier run was stopped, over a restart of the server', async () => {
    const source = await makeOddFolder('stopped');
    const options = { journal: fileUploadJournal({ directory: join(folder, 'journals'), key: 'stopped' }) };
    const stop = new AbortController();
    const first = client.uploadFiles(await filesFromPaths([source]), {
      ...options,
      signal: stop.signal,
      onProgress: ({ files }) => files.finished > 100 && stop.abort(new Error('stopped')),
    });
    await expect(first).rejects.toThrow('stopped');
    workspace.server = await workspace.server.restart();
    const { share, resumed, files } = await client.uploadFiles(await filesFromPaths([source]), options);
    expect(files).toBe(402);
    expect(resumed).toBeGreaterThan(0);
    await expectSame(share.url, source);
  });

  it('outlives restarts of the server', async () => {
    const source = await makeOddFolder('restarted');
    let restarting: Promise<void> | undefined;
    const { share, files } = await client.uploadFiles(await filesFromPaths([source]), {
      onProgress: ({ bytes }) => {
        if (bytes.sent > 100_000) restarting ??= restart();
      },
    });
    await restarting;
    expect(restarting).toBeDefined();
    expect(files).toBe(402);
    await expectSame(share.url, source);
  });
});

function pick(sources: readonly FileSource[], names: readonly [string, string]) {
  const [a, b] = names.map((name) => sources.find(({ path }) => path.endsWith(`/${name}`)));
  if (!a || !b) throw new Error('the folder lacks a file');
  return [a, b] as const;
}

async function restart(): Promise<void> {
  workspace.server = await workspace.server.restart();
}
