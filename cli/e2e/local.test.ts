import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runCli } from './run-cli.ts';
import { admin } from './server.ts';
import { runOnTerminal } from './terminal.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

let workspace: Workspace;

beforeAll(async () => {
  workspace = await createWorkspace();
});
afterAll(() => workspace?.remove());

/** On the server's machine, where nobody has signed in. */
function local(args: readonly string[], stdin = '') {
  const where = ['--local', '--data-dir', path.join(workspace.folder, 'data')];
  return runCli([...args, ...where], { env: workspace.strangerEnv(), cwd: workspace.folder, stdin });
}

/** From elsewhere, with an account. */
async function signIn(identifier: string, password: string): Promise<number | null> {
  const args = ['login', workspace.server.url, '--identifier', identifier, '--password-stdin'];
  const env = workspace.strangerEnv();
  return (await workspace.run(args, { env, stdin: `${password}\n` })).exitCode;
}

async function appName(): Promise<unknown> {
  const variables = (await (await fetch(`${workspace.server.url}/api/configs`)).json()) as {
    key: string;
    value: string | null;
  }[];
  return variables.find(({ key }) => key === 'general.appName')?.value;
}

describe('a locked-out administrator on the machine of the server', () => {
  const next = 'battery staple horse';

  it('sets a new password beside the running server', async () => {
    const edited = await local(['admin', 'users', 'edit', 'ann', '--password-stdin'], next);
    expect(edited).toMatchObject({ exitCode: 0, stderr: 'Updated ann.\n' });
    expect(await signIn('ann', admin.password)).toBe(4);
    expect(await signIn('ann', next)).toBe(0);
  });

  it('changes the configuration, which the running server obeys', async () => {
    expect(await local(['config', 'set', 'general.appName', 'Ours'])).toMatchObject({ exitCode: 0 });
    await vi.waitFor(async () => expect(await appName()).toBe('Ours'), { timeout: 15_000, interval: 100 });
  });

  it('is told what only the server can do', async () => {
    const refused = await local(['admin', 'jobs', 'run', 'shares.purge']);
    expect(refused.exitCode).toBe(12);
    expect(refused.stderr).toContain('without --local');
  });

  it('makes an administrator while no server runs', async () => {
    await workspace.server.stop();
    const create = ['admin', 'users', 'create', 'bob', 'bob@example.org', '--admin', '--password-stdin'];
    expect(await local(create, next)).toMatchObject({ exitCode: 0 });
    expect(await local(['admin', 'users', 'edit', 'ann', '--disable'])).toMatchObject({ exitCode: 0 });
    expect(await local(['admin', 'jobs', 'run', 'shares.purge'])).toMatchObject({ exitCode: 0 });
    const { stdout } = await local(['admin', 'overview']);
    expect(stdout).toContain('users\t2\n');
    await workspace.server.start();
    expect(await signIn('ann', next)).not.toBe(0);
    expect(await signIn('bob', next)).toBe(0);
  });

  it('leaves a record without a name', async () => {
    const { stdout } = await local(['admin', 'audit', '--action', 'user.disable']);
    expect(JSON.parse(stdout)).toMatchObject({ actor: null, ip: null, subject: { name: 'ann' } });
  });
});

it('is set up on the terminal with the questions of the page', async () => {
  const { folder: cwd } = workspace;
  const env = workspace.strangerEnv();
  const data = path.join(cwd, 'second');
  const answers = [
    ['Email address:', 'eve@example.org'],
    ['Username:', 'eve'],
    ['Password:', 'correct horse battery'],
    ['Repeat the password:', 'correct horse battery'],
    ['Name of the instance', 'Second'],
    ['Public address', 'https://files.example.org'],
    ['sign up?', 'y'],
    ['without an account?', ''],
  ] as const;
  const { exitCode, screen } = await runOnTerminal(['init', '--data-dir', data], { env, cwd, answers });
  expect({ exitCode, screen }).toMatchObject({ exitCode: 0 });
  const get = (key: string) => runCli(['config', 'get', key, '--local', '--data-dir', data], { env, cwd });
  expect((await get('general.appUrl')).stdout).toBe('https://files.example.org\n');
  expect((await get('share.allowRegistration')).stdout).toBe('true\n');
  expect((await get('share.allowUnauthenticatedShares')).stdout).toBe('false\n');
});
