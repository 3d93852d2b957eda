import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, fileSessionStore, filesFromPaths, type NodeClient } from '#sdk/index.js';
import { startApp, type TestApp } from '../../daemon/testing/start-app.ts';

let server: TestApp;
let folder: string;
let client: NodeClient;

beforeAll(async () => {
  server = await startApp();
  folder = await mkdtemp(join(tmpdir(), 'fileshare-sdk-'));
  client = createClient({ baseUrl: server.url });
  await client.session.signIn({ identifier: server.admin.username, password: server.admin.password });
});

afterAll(async () => {
  await client.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function writeTree(root: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
}

/** SHA-256 of every file, by path. */
async function digestsOf(root: string): Promise<Record<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const digests = await Promise.all(
    files.sort().map(async (file) => {
      const digest = createHash('sha256')
        .update(await readFile(file))
        .digest('hex');
      return [file.slice(root.length + 1).normalize('NFC'), digest] as const;
    }),
  );
  return Object.fromEntries(digests);
}

/** Uploads a folder, downloads it again, and compares. */
async function expectRoundTrip(name: string): Promise<void> {
  const source = join(folder, name);
  const { share } = await client.uploadFiles(await filesFromPaths([source]));
  const directory = join(folder, `${name}-back`);
  const result = await client.downloadShare(share.url, { directory });
  expect(result.failed).toEqual([]);
  expect(await digestsOf(join(directory, name))).toEqual(await digestsOf(source));
}

describe('a share', () => {
  it('carries nested folders, odd names and empty files', async () => {
    await writeTree(join(folder, 'tree'), {
      'a.txt': 'a',
      'empty.bin': '',
      'with space/ümläut/日本語 🎉.txt': 'text',
      "it's (1) #100%&+;.txt": 'odd',
      'deep/er/and/deeper/x': 'x',
      'x.part': 'not a part',
      'x': 'beside it',
      [`${'n'.repeat(250)}.txt`]: 'long',
      'decomposed-u\u0308.txt': 'nfd',
      'big.bin': Buffer.alloc(9_000_001, 'abcdefg'),
    });
    await expectRoundTrip('tree');
  });

  it('carries 2,000 small files', async () => {
    const files = Array.from({ length: 2000 }, (_, i) => [`d${i % 40}/f${i}.txt`, `content ${i}`] as const);
    await writeTree(join(folder, 'many'), Object.fromEntries(files));
    await expectRoundTrip('many');
  });
});

describe('a session', () => {
  it('is refreshed and kept in its file', async () => {
    const sessionStore = fileSessionStore(join(folder, 'session.json'));
    const first = createClient({ baseUrl: server.url, sessionStore });
    await first.session.signIn({ identifier: server.admin.email, password: server.admin.password });
    const before = await sessionStore.load();
    expect(await first.session.refresh()).toBe(true);
    const after = await sessionStore.load();
    expect(after?.refreshToken).not.toBe(before?.refreshToken);

    const second = createClient({ baseUrl: server.url, sessionStore });
    expect(await second.session.restore()).toMatchObject({ username: server.admin.username });
    await Promise.all([first.close(), second.close()]);
  });
});
