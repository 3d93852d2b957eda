import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCertificate, startTlsServer } from '../../daemon/testing/engines/tls-server.ts';
import { findFreePort } from '../../daemon/testing/free-port.ts';
import { openDatabaseIn } from '../../daemon/testing/test-database.ts';
import { startProxy } from './proxy.ts';
import { type CliResult, readJson, runCli, startCli } from './run-cli.ts';
import { admin } from './server.ts';
import { createWorkspace, type Workspace, writeFiles } from './workspace.ts';

let workspace: Workspace;
/** A share with `dir/a.txt` and `dir/sub/b.txt`. */
let link: string;
const env = (changes: NodeJS.ProcessEnv = {}) => ({ ...workspace.env, ...changes });
const at = (...names: string[]) => path.join(workspace.folder, ...names);

beforeAll(async () => {
  workspace = await createWorkspace({ FILESHARE_CONFIG_SHARE_MAX_SIZE: '100000' });
  await writeFiles(workspace.folder, {
    'dir/a.txt': 'a',
    'dir/sub/b.txt': 'b',
    'large.bin': 'x'.repeat(100_001),
  });
  link = (await workspace.run(['upload', 'dir'])).stdout.trim();
});
afterAll(() => workspace?.remove());

/** Flips a bit of the bytes wherever the server has stored them. */
async function damage(content: Buffer): Promise<void> {
  const entries = await readdir(at('data'), { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((candidate) => candidate.isFile())) {
    const file = path.join(entry.parentPath, entry.name);
    const bytes = await readFile(file);
    const position = bytes.indexOf(content);
    if (position === -1) continue;
    bytes.writeUInt8(bytes.readUInt8(position) ^ 1, position);
    await writeFile(file, bytes);
  }
}

/** Ends an upload that takes a while by a signal. */
async function interrupt(signal: NodeJS.Signals): Promise<CliResult> {
  await writeFile(at(`${signal}.bin`), randomBytes(60_000));
  const args = ['upload', `${signal}.bin`, '--limit-rate', '4k', '--progress=json', '--json'];
  const running = startCli(args, { env: env(), cwd: workspace.folder });
  await running.said('"phase":"uploading"');
  running.child.kill(signal);
  return running.result;
}

/** Uploads through a proxy that makes the requests those of a later version of tus, which our server refuses. */
async function uploadWithLaterTus(): Promise<CliResult> {
  const later = (chunk: Buffer) =>
    Buffer.from(chunk.toString('latin1').replace(/(tus-resumable: )1\.0\.0/i, '$19.9.9'), 'latin1');
  const proxy = await startProxy(workspace.server.url, later);
  const there = env({ FILESHARE_URL: proxy.url });
  const login = ['login', proxy.url, '--identifier', admin.username, '--password-stdin'];
  await runCli(login, { env: there, stdin: `${admin.password}\n` });
  const result = await workspace.run(['upload', 'dir/a.txt', '--json', '--progress=none'], { env: there });
  await proxy.close();
  return result;
}

const situations: readonly [exitCode: number, code: string, run: () => Promise<CliResult>][] = [
  [
    1,
    'profiles_damaged',
    async () => {
      await writeFiles(workspace.folder, { 'damaged/profiles.json': '{' });
      return workspace.run(['whoami', '--json'], { env: env({ FILESHARE_PROFILE_DIR: at('damaged') }) });
    },
  ],
  [2, 'usage', () => workspace.run(['upload', 'dir', '--no-such-option', '--json'])],
  [
    3,
    'partly_downloaded',
    async () => {
      await mkdir(at('trap', 'dir'), { recursive: true });
      await symlink(workspace.folder, at('trap', 'dir', 'sub'));
      return workspace.run(['download', link, '-o', 'trap', '--json', '--progress=none']);
    },
  ],
  [4, 'sign_in_required', () => workspace.run(['list', '--json'], { env: workspace.strangerEnv() })],
  [
    4,
    'api_key_invalid',
    () =>
      workspace.run(['list', '--json'], {
        env: env({ FILESHARE_TOKEN: `fsk_${'0'.repeat(32)}_${'x'.repeat(43)}` }),
      }),
  ],
  [
    5,
    'api_key_scope',
    async () => {
      const created = await workspace.run(
        ['key', 'create', 'ci', '--scope', 'shares:read', '--password-stdin'],
        {
          stdin: 'correct horse battery\n',
        },
      );
      const token = created.stdout.trim();
      return workspace.run(['upload', 'dir', '--json', '--progress=none'], {
        env: env({ FILESHARE_TOKEN: token }),
      });
    },
  ],
  [6, 'share_not_found', () => workspace.run(['download', 'no-such-share', '--json'])],
  [
    7,
    'network',
    async () => workspace.run(['whoami', '--json', '--server', `http://127.0.0.1:${await findFreePort()}`]),
  ],
  [8, 'share_too_large', () => workspace.run(['upload', 'large.bin', '--json'])],
  [8, 'share_too_large', () => workspace.run(['upload', 'large.bin', '--dry-run', '--json'])],
  [
    9,
    'file_damaged',
    async () => {
      const content = randomBytes(2000);
      await writeFile(at('fine.bin'), content);
      const { stdout } = await workspace.run(['upload', 'fine.bin']);
      await damage(content);
      return workspace.run(['download', stdout.trim(), '-o', 'damaged-out', '--json']);
    },
  ],
  [
    10,
    'server_certificate',
    async () => {
      const server = await startTlsServer((_request, response) => response.end(), await makeCertificate());
      const result = await workspace.run(['list', '--json', '--server', server.url]);
      await server.close();
      return result;
    },
  ],
  [
    11,
    'share_password_required',
    async () => {
      const { stdout } = await workspace.run(['upload', 'dir', '--password-stdin'], { stdin: 'sesame\n' });
      return workspace.run(['download', stdout.trim(), '--json'], { env: workspace.strangerEnv() });
    },
  ],
  [12, 'output_is_file', () => workspace.run(['download', link, '-o', 'dir/a.txt', '--json'])],
  [
    13,
    'database_newer',
    async () => {
      await mkdir(at('newer'));
      const { writer, close } = openDatabaseIn(at('newer'));
      await writer.raw('create table migrations (name text primary key, applied_at integer not null)');
      await writer('migrations').insert({ name: '9999-later', applied_at: 1 });
      await close();
      return workspace.run(['serve', '--port', '0', '--data-dir', 'newer', '--json']);
    },
  ],
  [13, 'files_failed', uploadWithLaterTus],
  [130, 'interrupted', () => interrupt('SIGINT')],
  [143, 'terminated', () => interrupt('SIGTERM')],
];

it('ends with 0 when everything is done', async () => {
  expect(await workspace.run(['whoami'])).toMatchObject({ exitCode: 0, stdout: 'ann\n' });
});

it.each(situations)('ends with %d for %s, in at most three lines', async (exitCode, code, run) => {
  const result = await run();
  expect({ code: readJson(result).error.code, exitCode: result.exitCode }).toEqual({ code, exitCode });
  const lines = result.stderr.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
  expect(lines.length).toBeLessThanOrEqual(3);
});
