import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { type Host, HostError } from '#sdk/contract/host.js';
import { runCommandLine } from '../run.ts';
import { testStreams } from '../testing/streams.ts';
import { stub } from '../testing/stub.ts';

async function run(openAdministration: unknown, ...argv: string[]) {
  const { streams, stdout, stderr } = testStreams();
  const exitCode = await runCommandLine({
    version: '1.2.3',
    argv,
    env: { FILESHARE_PROFILE_DIR: '/nowhere', FILESHARE_STATE_DIR: '/nowhere', FILESHARE_TOKEN: 'fsk_other' },
    streams,
    watchSignals: () => new AbortController().signal,
    loadHost: async () => ({ openAdministration }) as unknown as Host,
  });
  return { exitCode, stdout: stdout(), stderr: stderr() };
}

/** What a command opens, and what it asked there with. */
async function startApi(status: number, answer: object) {
  const authorizations: (string | undefined)[] = [];
  const server = createServer((req, res) => {
    authorizations.push(req.headers.authorization);
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const close = stub();
  const { port } = server.address() as AddressInfo;
  return {
    close,
    authorizations,
    open: stub(() => ({ url: `http://127.0.0.1:${port}`, token: 'fsh_once', close })),
  };
}

const list = ['admin', 'users', 'list'];

it('opens the instance of the folder, asks it with its token alone and closes it', async () => {
  const { open, close, authorizations } = await startApi(200, { users: [], nextCursor: null, total: 0 });
  const { exitCode } = await run(open, ...list, '--local', '--data-dir', '/srv/files');
  expect(exitCode).toBe(0);
  expect(open.mock.calls).toEqual([[{ dataDir: '/srv/files' }]]);
  expect(authorizations).toEqual(['Bearer fsh_once']);
  expect(close).toHaveBeenCalledOnce();
});

it('closes it after a failure too, and blames no key for it', async () => {
  const refusal = { error: 'sign_in_required', message: 'Sign in.', requestId: 'r' };
  const { open, close } = await startApi(401, refusal);
  const { exitCode, stderr } = await run(open, ...list, '--local');
  expect(exitCode).toBe(4);
  expect(stderr).not.toContain('FILESHARE_TOKEN');
  expect(close).toHaveBeenCalledOnce();
});

it.each([
  [['--local', '--server', 'https://files.example.org'], '--local and --server'],
  [['--data-dir', '/srv'], '--data-dir requires --local'],
  [['--database-url', 'sqlite:/x'], '--database-url requires --local'],
])('refuses %j', async (options, words) => {
  const open = stub();
  const { exitCode, stderr } = await run(open, ...list, ...options);
  expect(stderr).toContain(words);
  expect(exitCode).toBe(2);
  expect(open).not.toHaveBeenCalled();
});

it.each([
  ['no_instance', 6, 'fileshare init'],
  ['database_lost', 6, 'restore a backup'],
  ['database_in_use', 12, 'FILESHARE_DATABASE_URL'],
  ['no_secret_key', 2, 'rotate-key --key-lost --data-dir /srv'],
  ['wrong_secret_key', 2, 'secret.key from the same backup in /srv'],
  ['older_server', 13, 'Stop every server'],
  ['database_newer', 13, 'newer version'],
  ['copy_space', 8, 'Free some space'],
] as const)('says what to do about %s', async (reason, code, words) => {
  const fail = () => Promise.reject(new HostError(reason, { folder: '/srv' }));
  const { exitCode, stderr } = await run(fail, ...list, '--local');
  expect(stderr).toContain(words);
  expect(exitCode).toBe(code);
});

it('is an option of the commands that administer, and of no others', async () => {
  for (const command of ['users edit', 'shares delete', 'jobs run', 'mail test', 'audit', 'overview']) {
    const { stdout } = await run(stub(), 'admin', ...command.split(' '), '--help');
    expect(stdout).toMatch(/--local +On the server's machine/);
  }
  expect((await run(stub(), 'share', 'delete', '--help')).stdout).not.toContain('--local');
});
