import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJson } from './run-cli.ts';
import { createWorkspace, type Workspace, writeFiles } from './workspace.ts';

let workspace: Workspace;
let link: string;
beforeAll(async () => {
  workspace = await createWorkspace();
  await writeFiles(workspace.folder, { 'one/a.txt': 'first', 'two/b.txt': 'second' });
});
afterAll(() => workspace?.remove());

async function succeed(
  args: readonly string[],
  options: Parameters<Workspace['run']>[1] = {},
): Promise<string> {
  const { exitCode, stdout, stderr } = await workspace.run(args, options);
  expect({ args, exitCode, stderr }).toMatchObject({ exitCode: 0 });
  return stdout.trim();
}

/** Somebody without an account, on a machine that knows no server. */
function visitor(stdin = ''): Parameters<Workspace['run']>[1] {
  const { FILESHARE_URL: _none, ...env } = workspace.strangerEnv();
  return { env, stdin };
}

const inbox = () => path.join(workspace.folder, 'inbox');
const pull = async () =>
  (await succeed(['reverse-share', 'pull', link, '-o', inbox()])).split('\n').filter(Boolean);

describe('a reverse share', () => {
  it('takes files of somebody without an account', async () => {
    const stdin = 'sesame\n';
    link = await succeed(
      [
        'reverse-share',
        'create',
        '--name',
        'Invoices',
        '--max-uses',
        '3',
        '--expires',
        'never',
        '--password-stdin',
      ],
      { stdin },
    );
    expect(link).toMatch(/\/upload\/fsq_[\w-]{43}$/);
    const args = ['upload', 'one', '--reverse-share', link, '--name', 'May'];
    const locked = await workspace.run([...args, '--json'], visitor());
    expect(locked.exitCode).toBe(11);
    await succeed([...args, '--password-stdin'], visitor(stdin));
    expect(await succeed(['reverse-share', 'list'])).toMatch(/\topen\t1\t5\t2\tnever\t/);
    expect(await succeed(['share', 'list', '--reverse-share', 'Invoices'])).toMatch(/\tMay\treceived$/);
  });

  it('is pulled into a folder, every share once', async () => {
    const [first] = await pull();
    expect(path.basename(first ?? '')).toMatch(/^May-/);
    expect(await readFile(path.join(workspace.folder, first ?? '', 'one/a.txt'), 'utf8')).toBe('first');
    expect(await pull()).toEqual([]);
    await succeed(['upload', 'two', '--reverse-share', link, '--password-stdin'], visitor('sesame\n'));
    expect(await pull()).toHaveLength(1);
    expect((await readdir(inbox())).filter((name) => !name.startsWith('.'))).toHaveLength(2);
  });

  it('refuses files while it is closed, and takes them again', async () => {
    await succeed(['reverse-share', 'close', link]);
    const args = ['upload', 'two', '--reverse-share', link, '--password-stdin'];
    expect((await workspace.run(args, visitor('sesame\n'))).exitCode).toBe(6);
    await succeed(['reverse-share', 'open', link]);
    await succeed(['reverse-share', 'edit', link, '--max-uses', 'none']);
    await succeed(args, visitor('sesame\n'));
  });

  it('takes a share of its owner that has to have a password of its own', async () => {
    await writeFiles(workspace.folder, { 'link.txt': 'sesame\n', 'share.txt': 'open too\n' });
    await succeed(['config', 'set', 'policies.userPassword', 'true']);
    const args = ['upload', 'two', '--reverse-share', link, '--password-file', 'link.txt', '--json'];
    const lacking = await workspace.run(args);
    expect(lacking.exitCode).toBe(2);
    expect(lacking.stderr).toContain('--share-password');
    const { share } = readJson({ stdout: await succeed([...args, '--share-password-file', 'share.txt']) });
    const info = await workspace.run(['info', share.url], visitor());
    expect(info.stdout).toContain('requires a password');
    await succeed(['config', 'unset', 'policies.userPassword']);
  });

  it('takes files without a password when that was removed', async () => {
    await succeed(['reverse-share', 'edit', link, '--no-password']);
    await succeed(['upload', 'two', '--reverse-share', link], visitor());
  });

  it('goes with everything that came in', async () => {
    expect((await workspace.run(['reverse-share', 'delete', link])).exitCode).toBe(2);
    await succeed(['reverse-share', 'delete', link, '--yes']);
    expect(await succeed(['reverse-share', 'list'])).toBe('');
    expect((await workspace.run(['upload', 'two', '--reverse-share', link], visitor())).exitCode).toBe(6);
  });
});
