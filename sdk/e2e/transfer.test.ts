import { execFileSync } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createClient,
  fileSessionStore,
  filesFromPaths,
  type NodeClient,
  UnsafeTargetError,
} from '#sdk/index.js';
import { createWorkspace, digestsOf, type Workspace, writeTree } from './workspace.ts';

let workspace: Workspace;
let folder: string;
let client: NodeClient;

beforeAll(async () => {
  workspace = await createWorkspace();
  ({ folder, client } = workspace);
});

afterAll(() => workspace.remove());

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
      x: 'beside it',
      [`${'n'.repeat(250)}.txt`]: 'long',
      'decomposed-u\u0308.txt': 'nfd',
      'big.bin': Buffer.alloc(9_000_001, 'abcdefg'),
    });
    await expectRoundTrip('tree');
  });

  it('says after its publication what the caller may do with it', async () => {
    const everything = { download: true, append: true, edit: true, removeFile: true, remove: true };
    const nothing = { download: false, append: false, edit: false, removeFile: false, remove: false };
    await writeTree(join(folder, 'able'), { 'a.txt': 'a', 'b.txt': 'b' });
    const [first, second] = (await filesFromPaths([join(folder, 'able')])).map((source) => [source]);
    const own = await client.uploadFiles(first ?? []);
    expect(own.share.can).toEqual(everything);
    const more = await client.uploadFiles(second ?? [], { into: own.share.url });
    expect(more.share).toMatchObject({ can: everything, fileCount: 2 });
    const streamed = await client.uploadStream(Readable.from([Buffer.from('x')]), { path: 'x.txt' });
    expect(streamed.share.can).toEqual(everything);

    await client.configs.update({ body: [{ key: 'share.allowUnauthenticatedShares', value: 'true' }] });
    const stranger = createClient({ baseUrl: workspace.server.url });
    expect((await stranger.uploadFiles(first ?? [])).share.can).toEqual(nothing);
    await stranger.close();
  });

  it('carries 2,000 small files, received in a few requests', async () => {
    const files = Array.from({ length: 2000 }, (_, i) => [`d${i % 40}/f${i}.txt`, `content ${i}`] as const);
    await writeTree(join(folder, 'many'), Object.fromEntries(files));
    const requests: string[] = [];
    const note = (event: unknown) => {
      const { method, url } = (event as { request: IncomingMessage }).request;
      requests.push(`${method} ${url}`);
    };
    subscribe('http.server.request.start', note);
    await expectRoundTrip('many');
    unsubscribe('http.server.request.start', note);
    expect(requests.filter((one) => /^POST .*\/files\/bundle$/.test(one))).toHaveLength(4);
    expect(requests.filter((one) => /^GET .*\/files\/[0-9a-f]{32}$/.test(one))).toEqual([]);
  });

  it('is received file by file from a server without bundles', async () => {
    const files = Array.from({ length: 50 }, (_, i) => [`f${i}.txt`, `content ${i}`] as const);
    await writeTree(join(folder, 'older'), Object.fromEntries(files));
    const refuse = (event: unknown) => {
      const { request } = event as { request: IncomingMessage };
      if (request.url?.endsWith('/files/bundle')) request.url = '/api/unknown';
    };
    subscribe('http.server.request.start', refuse);
    await expectRoundTrip('older');
    unsubscribe('http.server.request.start', refuse);
  });

  it('says which file the server has lost, and has the others', async () => {
    const files = Array.from({ length: 50 }, (_, i) => [`f${i}.txt`, `content ${i}`] as const);
    await writeTree(join(folder, 'torn'), Object.fromEntries(files));
    const { share } = await client.uploadFiles(await filesFromPaths([join(folder, 'torn')]));
    const { database } = workspace.server.app.core;
    await database.writer('files').where({ path: 'torn/f7.txt' }).update({ damaged_at: 1 });
    const directory = join(folder, 'torn-back');
    const result = await client.downloadShare(share.url, { directory });
    expect(result.failed).toMatchObject([{ path: 'torn/f7.txt', error: { code: 'file_damaged' } }]);
    expect(result.files).toHaveLength(49);
    expect(await digestsOf(join(directory, 'torn'))).not.toHaveProperty('f7.txt');
  });
});

describe('a download', () => {
  let link: string;

  beforeAll(async () => {
    await writeTree(join(folder, 'src'), { 'a.txt': 'aaa', 'sub/b.txt': 'bbb' });
    const { share } = await client.uploadFiles(await filesFromPaths([join(folder, 'src')]), {
      share: { name: 'Two files', password: 'open sesame' },
    });
    link = share.url;
  });

  /** A visitor who is not signed in. */
  async function download(directory: string, overwrite?: 'always' | 'never' | 'rename') {
    const visitor = createClient({ baseUrl: workspace.server.url });
    const options = { directory, password: 'open sesame', ...(overwrite && { overwrite }) };
    const { files, failed } = await visitor.downloadShare(link, options);
    await visitor.close();
    return { failed, files: files.map(({ target, status }) => [target.slice(directory.length + 1), status]) };
  }

  it('needs the password', async () => {
    const visitor = createClient({ baseUrl: workspace.server.url });
    await expect(visitor.downloadShare(link)).rejects.toMatchObject({ code: 'share_password_required' });
    const wrong = visitor.downloadShare(link, { password: 'sesame' });
    await expect(wrong).rejects.toMatchObject({ code: 'share_password_wrong' });
    await visitor.close();
  });

  it('leaves equal files alone and writes beside others, the same way again', async () => {
    const directory = join(folder, 'again');
    await writeTree(directory, { 'src/a.txt': 'xxx', 'src/a.txt.part': 'somebody else’s' });
    const expected = {
      failed: [],
      files: [
        ['src/a (2).txt', 'written'],
        ['src/sub/b.txt', 'written'],
      ],
    };
    expect(await download(directory)).toEqual(expected);
    const skipped = {
      failed: [],
      files: [
        ['src/a (2).txt', 'skipped'],
        ['src/sub/b.txt', 'skipped'],
      ],
    };
    expect(await download(directory)).toEqual(skipped);
    expect((await readdir(join(directory, 'src'))).sort()).toEqual([
      'a (2).txt',
      'a.txt',
      'a.txt.part',
      'sub',
    ]);
  });

  it.each([
    ['always', 'written', 'aaa'],
    ['never', 'skipped', 'xxx'],
  ] as const)('overwrites %s', async (mode, status, content) => {
    const directory = join(folder, mode);
    await writeTree(directory, { 'src/a.txt': 'xxx' });
    expect((await download(directory, mode)).files[0]).toEqual(['src/a.txt', status]);
    expect(await readFile(join(directory, 'src/a.txt'), 'utf8')).toBe(content);
  });

  it('removes the note that a run killed at its very end has left', async () => {
    const directory = join(folder, 'noted');
    await download(directory);
    const note = JSON.stringify({ source: '/api/shares/x/files/y', etag: '"z"' });
    await writeTree(directory, { 'src/a.txt.part.json': note, 'src/other.part.json': 'not ours' });
    await download(directory);
    expect((await readdir(join(directory, 'src'))).sort()).toEqual(['a.txt', 'other.part.json', 'sub']);
  });

  it('never writes through a link', async () => {
    const directory = join(folder, 'trap');
    await mkdir(join(directory, 'src'), { recursive: true });
    await mkdir(join(folder, 'elsewhere'));
    await symlink(join(folder, 'elsewhere'), join(directory, 'src/sub'));
    const { files, failed } = await download(directory);
    expect(files).toEqual([['src/a.txt', 'written']]);
    expect(failed.map(({ path }) => path)).toEqual(['src/sub/b.txt']);
    expect(failed[0]?.error).toBeInstanceOf(UnsafeTargetError);
    expect(await readdir(join(folder, 'elsewhere'))).toEqual([]);
  });

  it('takes everything as one archive', async () => {
    const directory = join(folder, 'zip');
    const options = { directory, password: 'open sesame' };
    const { target } = await client.downloadArchive(link, options);
    expect(target).toBe(join(directory, 'Two files.zip'));
    execFileSync('unzip', ['-q', target, '-d', join(directory, 'out')]);
    expect(await digestsOf(join(directory, 'out', 'src'))).toEqual(await digestsOf(join(folder, 'src')));
  });

  it('reads one file as it is, several as an archive', async () => {
    const options = { password: 'open sesame' };
    const one = await client.readShare(link, { ...options, filter: ({ path }) => path === 'src/sub/b.txt' });
    expect(one).toMatchObject({ name: 'b.txt', size: 3 });
    expect(String(await buffer(one.chunks))).toBe('bbb');
    const all = await client.readShare(link, options);
    expect(all.name).toBe('Two files.zip');
    expect(String((await buffer(all.chunks)).subarray(0, 2))).toBe('PK');
  });
});

describe('a session', () => {
  it('is refreshed and kept in its file', async () => {
    const sessionStore = fileSessionStore(join(folder, 'session.json'));
    const first = createClient({ baseUrl: workspace.server.url, sessionStore });
    await first.session.signIn({
      identifier: workspace.server.admin.email,
      password: workspace.server.admin.password,
    });
    const before = await sessionStore.load();
    expect(await first.session.refresh()).toBe(true);
    const after = await sessionStore.load();
    expect(after?.refreshToken).not.toBe(before?.refreshToken);

    const second = createClient({ baseUrl: workspace.server.url, sessionStore });
    expect(await second.session.restore()).toMatchObject({ username: workspace.server.admin.username });
    await Promise.all([first.close(), second.close()]);
  });
});
