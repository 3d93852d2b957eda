import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJson } from './run-cli.ts';
import { executable } from './server.ts';
import { createWorkspace, digestsOf, type Workspace, writeFiles } from './workspace.ts';

let workspace: Workspace;
let link: string;

const files = {
  'a.txt': 'a',
  'empty.txt': '',
  'photos/sommer tag/ü 🎉.txt': 'party',
  'photos/raw/b.bin': 'b'.repeat(100_000),
};

beforeAll(async () => {
  workspace = await createWorkspace();
  await writeFiles(path.join(workspace.folder, 'dir'), { ...files, '.hidden': 'h' });
});
afterAll(() => workspace?.remove());

const linkPattern = /^http:\/\/127\.0\.0\.1:\d+\/s\/[\w-]+\n$/;

async function linkOf(args: readonly string[], stdin = ''): Promise<string> {
  const { exitCode, stdout, stderr } = await workspace.run(['upload', ...args], { stdin });
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  return stdout.trim();
}

async function folderOf(name: string): Promise<string> {
  const folder = path.join(workspace.folder, name);
  await mkdir(folder);
  return folder;
}

describe('upload', () => {
  it('prints the bare link on stdout and the rest on stderr', async () => {
    const { exitCode, stdout, stderr } = await workspace.run([
      'upload',
      './dir',
      '--expires',
      '1d',
      '--name',
      'Dir',
    ]);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect(stdout).toMatch(linkPattern);
    expect(stderr).toMatch(/Uploading/);
    expect(stderr).toMatch(/Uploaded 4 files, 100 kB, in/);
    link = stdout.trim();
  });

  it('answers one document with --json', async () => {
    const { stdout } = await workspace.run([
      'up',
      'dir/a.txt',
      '--json',
      '--max-views',
      '3',
      '--id',
      'my-link',
    ]);
    expect(readJson({ stdout })).toMatchObject({
      url: `${workspace.server.url}/s/my-link`,
      files: 1,
      bytes: 1,
      resumed: 0,
      share: { id: 'my-link', maxViews: 3, state: 'active', fileCount: 1 },
    });
    expect(stdout).not.toContain('uploadToken');
  });

  it('refuses a link that is taken', async () => {
    const { exitCode, stderr } = await workspace.run([
      'upload',
      'dir/a.txt',
      '--id',
      'my-link',
      '--no-resume',
    ]);
    expect(exitCode).toBe(12);
    expect(stderr).toContain('This link is already in use');
  });

  it('says a generated password on stderr', async () => {
    const { stdout, stderr } = await workspace.run(['upload', 'dir/a.txt', '--password=generate']);
    expect(stdout).toMatch(linkPattern);
    expect(stderr).toMatch(/^Password: (\w{5}-){3}\w{5}$/m);
  });

  it('reads stdin when it is asked to', async () => {
    const url = await linkOf(['-', '--name', 'notes.txt'], 'from a pipe');
    const { stdout } = await workspace.run(['download', url, '-o', await folderOf('stdin'), '--json']);
    expect(readJson({ stdout })).toMatchObject({ files: [{ path: 'notes.txt', size: 11 }] });
    expect(await readFile(path.join(workspace.folder, 'stdin', 'notes.txt'), 'utf8')).toBe('from a pipe');
    expect((await workspace.run(['upload', '-'], { stdin: 'x' })).exitCode).toBe(2);
  });

  it('shows the link as a QR code', async () => {
    const { stdout, stderr } = await workspace.run(['upload', 'dir/a.txt', '--qr']);
    expect(stdout).toMatch(linkPattern);
    expect(stderr).toMatch(/█▀|▀█|▄█/);
  });

  it('takes hidden files when asked, and leaves out what is excluded', async () => {
    const { stdout } = await workspace.run(['upload', 'dir', '--hidden', '--exclude', '*.bin', '--json']);
    expect(readJson({ stdout })).toMatchObject({ files: 4 });
  });

  it.each([
    [['nowhere'], 2],
    [['dir', '--expires', 'soon'], 2],
    [['dir', '--expires', '2001-01-01T00:00:00Z'], 2],
  ])('refuses %j', async (args, expected) => {
    const { exitCode, stdout, stderr } = await workspace.run(['upload', ...args]);
    expect({ exitCode, stdout }).toEqual({ exitCode: expected, stdout: '' });
    expect(stderr).not.toMatch(/\bat .*\.js:\d+/);
  });

  it('needs an account on a closed instance', async () => {
    const { exitCode, stderr } = await workspace.run(['upload', 'dir'], { env: workspace.strangerEnv() });
    expect(exitCode).toBe(4);
    expect(stderr).toContain('fileshare login');
  });
});

describe('list and show', () => {
  it('lists for pipes and for programs', async () => {
    const id = link.split('/').at(-1);
    const { stdout } = await workspace.run(['list']);
    expect(stdout.split('\n').find((line) => line.startsWith(`${id}\t`))).toContain(`\t4\t100006\t`);
    const { shares } = readJson(await workspace.run(['ls', '--json', '--search', 'Dir']));
    expect(shares).toMatchObject([{ id, name: 'Dir' }]);
  });

  it('shows a share with its files', async () => {
    const { stdout } = await workspace.run(['share', 'show', link, '--files', '--json']);
    const shown = readJson({ stdout });
    expect(shown.share.url).toBe(link);
    expect(shown.files.map((file) => file.path).sort()).toEqual(
      Object.keys(files)
        .map((name) => `dir/${name}`)
        .sort(),
    );
  });

  it('needs a session', async () => {
    const { exitCode } = await workspace.run(['list'], { env: workspace.strangerEnv() });
    expect(exitCode).toBe(4);
  });
});

describe('download', () => {
  it('brings everything back as it was', async () => {
    const target = await folderOf('all');
    const env = workspace.strangerEnv();
    const { exitCode, stdout, stderr } = await workspace.run(['download', link, '-o', target], { env });
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect(stdout).toBe('all/dir\n');
    const { '.hidden': _hidden, ...sent } = await digestsOf(path.join(workspace.folder, 'dir'));
    expect(await digestsOf(path.join(target, 'dir'))).toEqual(sent);
  });

  it('takes only what the patterns match', async () => {
    const target = await folderOf('some');
    await workspace.run(['down', link, 'photos/', '!*.bin', '-o', target]);
    expect(Object.keys(await digestsOf(target))).toEqual(['dir/photos/sommer tag/ü 🎉.txt']);
    expect((await workspace.run(['down', link, '*.nothing', '-o', target])).exitCode).toBe(6);
  });

  it('does not touch a file that exists, unless told', async () => {
    const target = await folderOf('existing');
    await writeFiles(target, { 'dir/a.txt': 'mine' });
    const { stdout } = await workspace.run(['download', link, 'a.txt', '-o', target, '--json']);
    expect(readJson({ stdout }).files).toMatchObject([
      { path: 'dir/a.txt', target: `${target}/dir/a (2).txt` },
    ]);
    expect(await readFile(`${target}/dir/a.txt`, 'utf8')).toBe('mine');
    await workspace.run(['download', link, 'a.txt', '-o', target, '--overwrite', 'always']);
    expect(await readFile(`${target}/dir/a.txt`, 'utf8')).toBe('a');
  });

  it('asks the password of the one who has none', async () => {
    const url = await linkOf(['dir/a.txt', '--password-stdin'], 'open sesame\n');
    const env = workspace.strangerEnv();
    const target = await folderOf('protected');
    const args = ['download', url, '-o', target];
    expect((await workspace.run(args, { env })).exitCode).toBe(11);
    const wrong = await workspace.run([...args, '--password-stdin', '--json'], { env, stdin: 'wrong\n' });
    expect(wrong.exitCode).toBe(11);
    expect(readJson(wrong)).toMatchObject({ error: { code: 'share_password_wrong' } });
    const right = await workspace.run(args, { env: { ...env, FILESHARE_PASSWORD: 'open sesame' } });
    expect(right.exitCode).toBe(0);
  });

  it('writes a file, or several as an archive, to stdout', async () => {
    const url = await linkOf(['dir/a.txt']);
    expect((await workspace.run(['download', url, '-o', '-'])).stdout).toBe('a');
    const { exitCode, stdout } = await workspace.run(['download', link, '-o', '-']);
    expect(exitCode).toBe(0);
    expect(stdout.startsWith('PK')).toBe(true);
  });

  it('uses up one view, however many requests it takes', async () => {
    const url = await linkOf(['dir', '--max-views', '1']);
    const args = ['download', url, '-o', await folderOf('once')];
    const env = workspace.strangerEnv();
    expect((await workspace.run(args, { env })).exitCode).toBe(0);
    // The same person needs no other view, wherever the files go; somebody else gets none.
    expect((await workspace.run(['download', url, '-o', '-'], { env })).exitCode).toBe(0);
    const other = { ...env, FILESHARE_STATE_DIR: await folderOf('other') };
    const elsewhere = ['download', url, '-o', await folderOf('elsewhere')];
    expect((await workspace.run(elsewhere, { env: other })).exitCode).toBe(6);
  });

  it('takes everything as one archive', async () => {
    const target = await folderOf('archive');
    const { exitCode, stdout } = await workspace.run(['download', link, '--archive', '-o', target]);
    expect(exitCode).toBe(0);
    const archive = await readFile(path.join(workspace.folder, stdout.trim()));
    expect(archive.subarray(0, 2).toString()).toBe('PK');
  });

  it('knows nothing of a link that does not exist', async () => {
    const { exitCode, stderr } = await workspace.run(['download', `${workspace.server.url}/s/nothing-here`]);
    expect(exitCode).toBe(6);
    expect(stderr).toContain('Share not found');
  });
});

describe('delete', () => {
  it('deletes, and the link is gone', async () => {
    const url = await linkOf(['dir/a.txt']);
    expect((await workspace.run(['share', 'delete', url])).exitCode).toBe(2);
    const { exitCode, stdout } = await workspace.run(['share', 'delete', url, '--yes']);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `${url.split('/').at(-1)}\n` });
    expect((await workspace.run(['download', url])).exitCode).toBe(6);
  });
});

describe('pipes and accidents', () => {
  it('ends quietly when the reader has seen enough', async () => {
    const { status, stderr } = spawnSync(
      'bash',
      ['-c', `set -o pipefail; '${process.execPath}' '${executable}' list --json | true`],
      { env: workspace.env, encoding: 'utf8' },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('says that a server is not there', async () => {
    const env = { ...workspace.env, FILESHARE_URL: 'http://127.0.0.1:9' };
    const { exitCode, stderr } = await workspace.run(['whoami'], { env });
    expect(exitCode).toBe(7);
    expect(stderr.split('\n').length).toBeLessThanOrEqual(4);
  });

  it('keeps tokens in files of the owner', async () => {
    const config = workspace.env['FILESHARE_PROFILE_DIR'] ?? '';
    const names = readdirSync(config, { recursive: true, encoding: 'utf8' }).map((name) =>
      path.join(config, name),
    );
    const shared = names.filter((name) => (statSync(name).mode & 0o077) !== 0);
    expect(names.length).toBeGreaterThan(1);
    expect(shared).toEqual([]);
  });

  it('signs out', async () => {
    const env = { ...workspace.env, FILESHARE_PROFILE_DIR: path.join(workspace.folder, 'bob') };
    await writeFile(path.join(workspace.folder, 'pw'), 'correct horse battery\n');
    const login = ['login', workspace.server.url, '--identifier', 'ann@example.org', '--password-file', 'pw'];
    expect((await workspace.run(login, { env })).exitCode).toBe(0);
    expect((await workspace.run(['whoami'], { env })).stdout).toBe('ann\n');
    expect((await workspace.run(['logout'], { env })).exitCode).toBe(0);
    expect((await workspace.run(['whoami'], { env })).exitCode).toBe(4);
  });
});
