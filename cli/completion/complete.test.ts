import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runCommandLine } from '../run.ts';
import { createProfileStore } from '../server/profiles.ts';
import { aReverseShare, aShare } from '../testing/shares.ts';
import { testStreams } from '../testing/streams.ts';

const nowhere = { FILESHARE_PROFILE_DIR: '/nowhere', FILESHARE_STATE_DIR: '/nowhere' };

async function askIn(env: NodeJS.ProcessEnv, words: readonly string[]) {
  const { streams, stdout, stderr } = testStreams();
  const exitCode = await runCommandLine({
    version: '1.2.3',
    argv: ['__complete', ...words],
    env: { ...nowhere, ...env },
    streams,
    watchSignals: () => new AbortController().signal,
    loadHost: () => Promise.reject(new Error('not loaded')),
  });
  expect({ exitCode, stderr: stderr() }).toEqual({ exitCode: 0, stderr: '' });
  return stdout().split('\n').slice(0, -1);
}

/** The words offered after these, the last of which is the beginning of one. */
async function ask(...words: string[]): Promise<string[]> {
  return (await askIn({}, words)).map((line) => line.replace(/\t.*/, ''));
}

/** The address of a server that answers each path with a document, and others never. */
async function serve(documents: Readonly<Record<string, unknown>>): Promise<string> {
  const server = createServer((request, response) => {
    const document = documents[request.url?.replace(/\?.*/, '') ?? ''];
    if (document === undefined) return;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(document));
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('completion offers', () => {
  it.each([
    [['up'], ['upload']],
    [['share', 'd'], ['delete']],
    [['help', 'share', 'd'], ['delete']],
    [['--server', 'x', 'admin', 'u'], ['users']],
    [['admin', 'users', 'e'], ['edit']],
    [['ls', '--st'], ['--state']],
    [['download', '--no'], ['--no-verify']],
    [['share', 'edit', 'x', '--no-p'], ['--no-password']],
    [['config', 'list', '--loc'], ['--local']],
    [['list', '--state', 'a'], ['active']],
    [['list', '--progress=pl'], ['--progress=plain']],
    [['key', 'create', 'ci', '--scope', 'admin,shares:r'], ['admin,shares:read']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['config', 'get', 'share.maxS'], ['share.maxSize']],
    [['config', 'set', 'share.maxS'], ['share.maxSize']],
    [['config', 'list', 'sm'], ['smtp']],
  ])('after %j: %j', async (words, expected) => {
    expect(await ask(...words)).toEqual(expected);
  });

  it.each([
    [['upload', 'x'], ':file'],
    [['share', 'add', 'abc', 'one.txt', ''], ':file'],
    [['upload', '--password', 'x'], ':file'],
    [['upload', '--ignore-file', ''], ':file'],
    [['upload', '--', '-x'], ':file'],
    [['download', 'abc', '--output', ''], ':dir'],
    [['serve', '--data-dir=sr'], ':dir'],
    [['sync', ''], ':dir'],
  ])('files or folders after %j', async (words, expected) => {
    expect(await ask(...words)).toEqual([expected]);
  });

  it.each([
    [['nonsense', '']],
    [['config', 'set', 'share.maxSize', '']],
    [['logout', '']],
    [['share', 'show', '']],
    [['upload', '--expires', '']],
  ])('nothing after %j', async (words) => {
    expect(await ask(...words)).toEqual([]);
  });

  it('commands with what they do, and none that is hidden', async () => {
    const lines = await askIn({ FILESHARE_TOKN: 'mistyped' }, ['']);
    expect(lines).toContain('whoami\tShow which account is signed in');
    expect(lines.join('\n')).not.toContain('__complete');
  });

  it('the servers one is signed in to', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'completion-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await createProfileStore(folder).save('https://files.example.org', {});
    const env = { FILESHARE_PROFILE_DIR: folder };
    const line = 'files.example.org\thttps://files.example.org';
    expect(await askIn(env, ['profile', 'use', 'f'])).toEqual([line]);
    expect(await askIn(env, ['list', '--server', ''])).toEqual(['https://files.example.org\t']);
  });
});

describe('completion asks the server', () => {
  const token = { FILESHARE_TOKEN: 'a.b.c' };

  it('for shares and reverse shares', async () => {
    const server = await serve({
      '/api/shares': {
        shares: [aShare({ id: 'holiday', name: 'Ho\tli\u001b' }), aShare()],
        nextCursor: null,
      },
      '/api/reverseShares': {
        reverseShares: [aReverseShare(), aReverseShare({ id: 'f'.repeat(32), name: null })],
        nextCursor: null,
      },
    });
    const env = { ...token, FILESHARE_URL: server };
    expect(await askIn(env, ['share', 'show', 'h'])).toEqual(['holiday\tHo\ufffdli\ufffd']);
    expect(await askIn(token, ['upload', 'x', `--server=${server}`, '--into=a'])).toEqual([
      '--into=abc123\tPhotos',
    ]);
    expect(await askIn(env, ['reverse-share', 'pull', ''])).toEqual([
      `Invoices\t${'e'.repeat(32)}`,
      `${'f'.repeat(32)}\t`,
    ]);
  });

  it('not for long, and keeps silent when there is no answer', async () => {
    const env = { ...token, FILESHARE_URL: await serve({}) };
    expect(await askIn(env, ['share', 'show', ''])).toEqual([]);
  });
});
