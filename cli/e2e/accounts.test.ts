import { spawnSync } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJson, readJsonLines } from './run-cli.ts';
import { admin, executable } from './server.ts';
import { runOnTerminal } from './terminal.ts';
import { createWorkspace, type Workspace, writeFiles } from './workspace.ts';

let workspace: Workspace;

beforeAll(async () => {
  workspace = await createWorkspace();
  await writeFiles(workspace.folder, { 'a.txt': 'a', pw: `${admin.password}\n` });
});
afterAll(() => workspace?.remove());

const run = (...args: string[]) => workspace.run(args);
const linkPattern = /^http:\/\/127\.0\.0\.1:\d+\/s\/[\w-]+\n$/;

/** A machine on which nobody has signed in: it has only the key. */
const withKey = (key: string) => ({ env: { ...workspace.strangerEnv(), FILESHARE_TOKEN: key } });

async function makeKey(name: string, ...options: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await run('key', 'create', name, '--password-file', 'pw', ...options);
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  expect(stdout).toMatch(/^fsk_\S+\n$/);
  expect(stderr).not.toContain(stdout.trim());
  return stdout.trim();
}

describe('API keys', () => {
  it('upload from a pipe, until they are revoked', async () => {
    const key = await makeKey('ci', '--scope', 'shares:write', '--expires', '90d');
    const uploaded = await workspace.run(['upload', 'a.txt'], withKey(key));
    expect(uploaded.exitCode).toBe(0);
    expect(uploaded.stdout).toMatch(linkPattern);
    const revoked = await run('key', 'revoke', 'ci', '--yes');
    expect(revoked).toMatchObject({ exitCode: 0, stdout: `${key.split('_')[1]}\n` });
    const refused = await workspace.run(['upload', 'a.txt'], withKey(key));
    expect(refused).toMatchObject({ exitCode: 4, stdout: '' });
    expect(refused.stderr).toContain('FILESHARE_TOKEN');
    expect((await workspace.run(['whoami'], withKey(key))).exitCode).toBe(4);
  });

  it('may what they were made for, and nothing about accounts', async () => {
    const key = await makeKey('reader', '--scope', 'shares:read');
    expect((await workspace.run(['list'], withKey(key))).exitCode).toBe(0);
    const upload = await workspace.run(['upload', 'a.txt', '--json'], withKey(key));
    expect(upload.exitCode).toBe(5);
    const { error } = readJson(upload);
    expect(error.code).toBe('api_key_scope');
    expect(error.hint).toContain('shares:write');
    expect((await workspace.run(['key', 'list'], withKey(key))).exitCode).toBe(5);
    expect((await workspace.run(['admin', 'users', 'list'], withKey(key))).exitCode).toBe(5);
  });

  it('sign in for good with login, and are only forgotten by logout', async () => {
    const key = await makeKey('laptop', '--scope', 'shares:read,shares:write', '--scope', 'reverse-shares');
    const env = workspace.strangerEnv();
    const login = await workspace.run(['login', '--token-stdin'], { env, stdin: `${key}\n` });
    expect(login.exitCode).toBe(0);
    expect(login.stderr).toContain('as ann');
    const profiles = path.join(env['FILESHARE_PROFILE_DIR'] ?? '', 'profiles.json');
    expect(statSync(profiles).mode & 0o777).toBe(0o600);
    const who = await workspace.run(['whoami', '--json'], { env });
    expect(readJson(who)).toMatchObject({ signedInBy: { kind: 'apiKey', id: key.split('_')[1] } });
    expect((await workspace.run(['logout'], { env })).stderr).toContain('keeps working');
    expect((await workspace.run(['whoami'], { env })).exitCode).toBe(4);
    expect((await workspace.run(['whoami'], withKey(key))).stdout).toBe('ann\n');
  });

  it('are refused when they are not whole, or unknown', async () => {
    const env = workspace.strangerEnv();
    const half = await workspace.run(['login', '--token-stdin'], { env, stdin: 'fsk_half' });
    expect(half.exitCode).toBe(2);
    expect(half.stderr).toContain('neither an API key');
    const unknown = `fsk_${'0'.repeat(32)}_${'x'.repeat(43)}`;
    const wrong = await workspace.run(['login', '--token-stdin'], { env, stdin: unknown });
    expect(wrong.exitCode).toBe(4);
    expect(wrong.stderr).toContain('does not accept');
    expect(wrong.stderr).not.toContain(unknown);
  });

  it('need the right password to be made', async () => {
    const args = ['key', 'create', 'x', '--scope', 'admin', '--password-stdin'];
    const wrong = await workspace.run(args, { stdin: 'not my password\n' });
    expect(wrong).toMatchObject({ exitCode: 11, stdout: '' });
  });

  it('are revoked on a terminal only after a yes that names them', async () => {
    await makeKey('build', '--scope', 'shares:read');
    const { env, folder: cwd } = workspace;
    const answers = (answer: string) => [['Revoke this key?', answer] as const];
    const no = await runOnTerminal(['key', 'revoke', 'build'], { env, cwd, answers: answers('n') });
    expect(no.exitCode).toBe(1);
    expect(no.screen).toContain('build (');
    const yes = await runOnTerminal(['key', 'revoke', 'build'], { env, cwd, answers: answers('y') });
    expect(yes.exitCode).toBe(0);
    expect((await run('key', 'revoke', 'build', '--yes')).exitCode).toBe(6);
  });
});

describe('administration', () => {
  it('creates, changes and deletes users', async () => {
    const create = ['admin', 'users', 'create', 'bob', 'bob@example.org', '--password-stdin'];
    const stdin = 'battery staple horse\n';
    const created = await workspace.run([...create, '--quota', '10GB', '--json'], { stdin });
    expect(created).toMatchObject({ exitCode: 0 });
    expect(readJson(created)).toMatchObject({
      user: { username: 'bob', quota: 10_000_000_000, isAdmin: false, hasPassword: true },
    });
    expect((await workspace.run(create, { stdin })).exitCode).toBe(12);

    const bob = {
      env: { ...workspace.strangerEnv(), FILESHARE_PROFILE_DIR: path.join(workspace.folder, 'bob') },
    };
    const login = ['login', '--identifier', 'bob', '--password-stdin'];
    expect((await workspace.run(login, { ...bob, stdin })).exitCode).toBe(0);
    expect((await workspace.run(['admin', 'users', 'list'], bob)).exitCode).toBe(5);

    const args = [
      'admin',
      'users',
      'edit',
      'BOB@example.org',
      '--username',
      'robert',
      '--quota',
      'default',
      '--disable',
    ];
    expect(await run(...args)).toMatchObject({ exitCode: 0, stderr: 'Updated robert.\n' });
    expect((await workspace.run(['list'], bob)).exitCode).toBe(4);
    const { stdout } = await run('admin', 'users', 'list', '--search', 'robert');
    expect(stdout).toMatch(/^[0-9a-f]{32}\trobert\tbob@example.org\tuser\tdisabled\t0\t0\tdefault\t/);

    const { env, folder: cwd } = workspace;
    const ask = { env, cwd, answers: [['Delete this user with all', 'y'] as const] };
    const deleted = await runOnTerminal(['admin', 'users', 'delete', 'robert'], ask);
    expect(deleted.exitCode).toBe(0);
    expect(deleted.screen).toContain('robert (bob@example.org): 0 shares, 0 bytes');
    expect((await run('admin', 'users', 'delete', 'robert', '--yes')).exitCode).toBe(6);
  });

  it('says what to do where no mail is sent', async () => {
    const { exitCode, stderr } = await run('admin', 'users', 'create', 'eve', 'eve@example.org');
    expect(exitCode).toBe(12);
    expect(stderr).toContain('--password');
  });

  it('keeps the last administrator', async () => {
    for (const args of [
      ['edit', 'ann', '--no-admin', '--yes'],
      ['edit', 'ann', '--disable', '--yes'],
      ['delete', 'ann', '--yes'],
    ]) {
      expect((await run('admin', 'users', ...args)).exitCode).toBe(12);
    }
  });

  it('prints the audit log as JSON lines, and ends quietly when the reader has seen enough', async () => {
    const { stdout } = await run('admin', 'audit', '--action', 'api_key', '--since', '1h');
    const entries = readJsonLines({ stdout });
    expect(entries.length).toBeGreaterThan(2);
    expect(entries).toMatchObject(entries.map(() => ({ result: 'done', actor: { name: 'ann' } })));
    expect(stdout).toContain('"action":"api_key.revoke"');
    expect((await run('admin', 'audit', '--until', '1d')).stdout).toBe('');
    const {
      status,
      stdout: first,
      stderr,
    } = spawnSync(
      'bash',
      ['-c', `set -o pipefail; '${process.execPath}' '${executable}' admin audit | head -n 1`],
      { env: workspace.env, encoding: 'utf8' },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(readJsonLines({ stdout: first })).toHaveLength(1);
  });
});

describe('links and folders', () => {
  it('names both servers when a link leads to one where nobody is signed in', async () => {
    const { exitCode, stderr } = await run('share', 'show', 'http://127.0.0.1:9/s/abc123');
    expect(exitCode).toBe(4);
    expect(stderr).toContain('http://127.0.0.1:9');
    expect(stderr).toContain(workspace.server.url);
  });

  it('says that --output names a folder, before a view is used up', async () => {
    const { stdout: link } = await run('upload', 'a.txt', '--max-views', '1');
    writeFileSync(path.join(workspace.folder, 'there'), 'x');
    for (const output of ['there', 'there/below']) {
      const { exitCode, stderr } = await run('download', link.trim(), '-o', output);
      expect(exitCode).toBe(12);
      expect(stderr).toMatch(/there is a file.*\n.*--output - > FILE/);
    }
    expect((await run('download', link.trim(), '-o', 'new folder')).exitCode).toBe(0);
  });
});
