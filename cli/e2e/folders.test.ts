import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJson, readJsonLines, startCli } from './run-cli.ts';
import { createWorkspace, digestsOf, type Workspace, writeFiles } from './workspace.ts';

let workspace: Workspace;

beforeAll(async () => {
  workspace = await createWorkspace();
});
afterAll(() => workspace.remove());

const inFolder = (name: string) => path.join(workspace.folder, name);

async function run(...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await workspace.run(args);
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  return stdout;
}

const sync = async (...args: string[]): Promise<unknown> =>
  JSON.parse(await run('sync', 'site', ...args, '--json'));

describe('fileshare sync', () => {
  it('makes a share the same as a folder', async () => {
    await writeFiles(inFolder('site'), {
      'index.html': '<p>1',
      'css/main.css': 'a{}',
      'old/gone.txt': 'old',
    });
    await writeFiles(workspace.folder, { 'other.txt': 'not of the folder' });
    const { url } = readJson({ stdout: await run('upload', 'site', 'other.txt', '--json') });
    expect(await sync(url)).toMatchObject({ added: [], replaced: [], extra: [], unchanged: 3, bytes: 0 });

    await writeFile(path.join(inFolder('site'), 'index.html'), '<p>2');
    await writeFiles(inFolder('site'), { 'new/page.html': 'new' });
    await rm(path.join(inFolder('site'), 'old'), { recursive: true });
    const expected = { added: ['site/new/page.html'], replaced: ['site/index.html'], unchanged: 1 };
    const extra = ['site/old/gone.txt'];
    expect(await sync(url, '--dry-run')).toMatchObject({ ...expected, extra, removed: [] });
    const { stderr } = await workspace.run(['sync', 'site', url, '--dry-run', '--delete']);
    expect(stderr.split('\n')).toEqual([
      'Would add 1 file:',
      '  site/new/page.html',
      'Would replace 1 file:',
      '  site/index.html',
      'Would remove 1 file:',
      '  site/old/gone.txt',
      'Unchanged: 1 file. Nothing was sent or removed.',
      '',
    ]);
    expect(await sync(url)).toMatchObject({ ...expected, extra, removed: [] });
    expect(await sync(url, '--delete', '--yes')).toMatchObject({ added: [], replaced: [], removed: extra });

    await run('download', url, '-o', 'copy');
    const { 'other.txt': other, ...copied } = await digestsOf(inFolder('copy'));
    expect(other).toBeDefined();
    expect(copied).toEqual(
      Object.fromEntries(
        Object.entries(await digestsOf(inFolder('site'))).map(([name, digest]) => [`site/${name}`, digest]),
      ),
    );
  });

  it.each([
    [['sync', 'nowhere', 'abc123'], 'nowhere is not a folder.'],
    [['sync', 'site', 'abc123', '--delete'], '--yes'],
  ])('refuses %j', async (args, message) => {
    await writeFiles(inFolder('site'), { 'a.txt': 'a' });
    const { exitCode, stderr } = await workspace.run(args);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('fileshare watch', () => {
  it('shares what appears, once it is complete, and remembers it', async () => {
    await writeFiles(inFolder('inbox'), { 'before.txt': 'was there' });
    const start = () => startCli(['watch', 'inbox', '--json'], { env: workspace.env, cwd: workspace.folder });
    const first = start();
    await first.said('Watching');
    await writeFiles(inFolder('inbox'), { 'shot.png': 'x', 'day/shot.png': 'y' });
    await first.said('Uploaded');
    first.child.kill('SIGINT');
    const { exitCode, stderr, ...result } = await first.result;
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/Stopped\.\n$/);
    expect(readJsonLines(result)).toMatchObject([{ paths: ['day/shot.png', 'shot.png'] }]);

    await writeFiles(workspace.folder, { 'later.txt': 'while nobody watched' });
    await rename(inFolder('later.txt'), inFolder('inbox/later.txt'));
    const second = start();
    await second.said('later.txt');
    second.child.kill('SIGTERM');
    const later = await second.result;
    expect(later.exitCode).toBe(0);
    expect(readJsonLines(later)[0]).toMatchObject({ paths: ['later.txt'] });
  });

  it('skips names that the server refuses, and says so once, unless it is to rename them', async () => {
    await writeFiles(inFolder('odd'), { 'a\\b.txt': 'x', 'c.txt': 'y' });
    const start = (...more: string[]) => {
      const args = ['watch', 'odd', '--existing', '--json', ...more];
      return startCli(args, { env: workspace.env, cwd: workspace.folder });
    };
    const first = start();
    await first.said('Uploaded c.txt.');
    first.child.kill('SIGINT');
    const { stderr, ...result } = await first.result;
    expect(readJsonLines(result)[0]).toMatchObject({ paths: ['c.txt'] });
    expect(stderr.split('\n').filter((line) => line.includes('\\'))).toEqual([
      '  Backslash in the name: odd/a\\b.txt',
    ]);

    const second = start('--rename-invalid');
    await second.said('Uploaded a_b.txt.');
    second.child.kill('SIGINT');
    expect(readJsonLines(await second.result)[0]).toMatchObject({ paths: ['a_b.txt'] });
  });

  it('makes no share without a password where the server requires one', async () => {
    await run('config', 'set', 'policies.userPassword', 'true');
    await writeFiles(inFolder('secrets'), { 'plan.txt': 'x' });
    const refused = await workspace.run(['watch', 'secrets', '--existing']);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('--password');

    await writeFiles(workspace.folder, { 'password.txt': 'open sesame\n' });
    const args = ['watch', 'secrets', '--existing', '--json', '--password-file', 'password.txt'];
    const watching = startCli(args, { env: workspace.env, cwd: workspace.folder });
    await watching.said('Uploaded plan.txt.');
    watching.child.kill('SIGINT');
    const [line] = readJsonLines(await watching.result) as [{ url: string }];
    expect(JSON.parse(await run('share', 'show', line.url, '--json'))).toMatchObject({
      share: { hasPassword: true },
    });
  });
});
