import { spawnSync } from 'node:child_process';
import { truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJson, startCli } from './run-cli.ts';
import { executable } from './server.ts';
import { createWorkspace, digestsOf, type Workspace, writeFiles } from './workspace.ts';

const bigSize = 60_000_000;

let workspace: Workspace;
beforeAll(async () => {
  workspace = await createWorkspace();
  await writeFiles(workspace.folder, {
    'dir/a.txt': 'a',
    'dir/b/c.txt': 'c',
    'new.txt': 'new',
    'x/a.txt': 'other',
  });
});
afterAll(() => workspace?.remove());

/** Runs a command that must succeed, and answers what it printed. */
async function succeed(
  args: readonly string[],
  options: Parameters<Workspace['run']>[1] = {},
): Promise<string> {
  const { exitCode, stdout, stderr } = await workspace.run(args, options);
  expect({ args, exitCode, stderr }).toMatchObject({ exitCode: 0 });
  return stdout.trim();
}

const stranger = () => ({ env: workspace.strangerEnv() });

describe('the link of an upload', () => {
  it('goes through a shell variable into the next command', () => {
    const run = `"${process.execPath}" "${executable}"`;
    const script = `URL=$(${run} upload dir/a.txt) && ${run} download "$URL" --output - && ${run} share show "$URL"`;
    const { status, stdout, stderr } = spawnSync('sh', ['-c', script], {
      env: workspace.env,
      cwd: workspace.folder,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toMatchObject({ status: 0 });
    expect(stdout).toMatch(/^aLink +http/);
  });
});

describe('share edit', () => {
  it('changes what visitors meet while the link stays', async () => {
    const link = await succeed(['upload', 'dir']);
    const edited = await succeed(
      ['share', 'edit', link, '--name', 'Summer', '--expires', '2w', '--max-views', '9', '--password-stdin'],
      { stdin: 'sesame\n' },
    );
    expect(edited).toBe(link);
    const refused = await workspace.run(['download', link, '--json'], stranger());
    expect(refused.exitCode).toBe(11);
    const { share } = JSON.parse(await succeed(['share', 'show', link, '--json'])) as {
      share: { name: string; maxViews: number; hasPassword: boolean };
    };
    expect(share).toMatchObject({ name: 'Summer', maxViews: 9, hasPassword: true });

    await succeed(['share', 'edit', link, '--no-password', '--max-views', 'none', '--name', '']);
    await succeed(['download', link, '-o', path.join(workspace.folder, 'open')], stranger());
    expect(await succeed(['share', 'list', '--search', path.basename(link)])).toMatch(/\town$/);
  });
});

describe('share add', () => {
  it('puts files into a published share, and refuses paths that are taken', async () => {
    const link = await succeed(['upload', 'dir/a.txt']);
    expect(await succeed(['share', 'add', link, 'new.txt'])).toBe(link);
    const taken = await workspace.run(['upload', 'x/a.txt', '--into', link, '--json']);
    expect(taken.exitCode).toBe(12);
    expect(await succeed(['download', link, 'a.txt', '-o', '-'], stranger())).toBe('a');
    await succeed(['upload', 'x/a.txt', '--into', link, '--replace']);
    expect(await succeed(['download', link, 'a.txt', '-o', '-'], stranger())).toBe('other');
    expect(await succeed(['download', link, 'new.txt', '-o', '-'], stranger())).toBe('new');
  });

  it('goes on after a kill with what is missing, while the share stays open', async () => {
    const link = await succeed(['upload', 'new.txt']);
    const folder = path.join(workspace.folder, 'late');
    await writeFiles(folder, { 'small.txt': 'small' });
    await writeFile(path.join(folder, 'big.bin'), Buffer.alloc(1_000_000, 'late'));
    await truncate(path.join(folder, 'big.bin'), bigSize);
    const args = ['share', 'add', link, folder, '--json'];
    const running = startCli([...args, '--limit-rate', '20M', '--progress=json'], { env: workspace.env });
    await new Promise<void>((resolve, reject) => {
      running.child.once('exit', () => reject(new Error('the upload was too fast')));
      running.child.stderr?.on('data', (chunk: Buffer) => {
        const sent = [...chunk.toString().matchAll(/"done":(\d+)/g)].map(([, done]) => Number(done));
        if (sent.some((bytes) => bytes > bigSize / 10)) resolve();
      });
    });
    running.child.kill('SIGKILL');
    await running.result;
    expect(await succeed(['download', link, 'new.txt', '-o', '-'], stranger())).toBe('new');

    const again = readJson({ stdout: await succeed(args) });
    expect(again).toMatchObject({ url: link, bytes: bigSize + 5, files: 2 });
    expect(again.resumed).toBeGreaterThan(bigSize / 20);
    const target = path.join(workspace.folder, 'late-back');
    await succeed(['download', link, '-o', target], stranger());
    expect(await digestsOf(path.join(target, 'late'))).toEqual(await digestsOf(folder));
  });
});

describe('share remove-file', () => {
  it('takes out what matches and keeps the rest', async () => {
    const link = await succeed(['upload', 'dir', 'new.txt']);
    expect(await succeed(['share', 'remove-file', link, 'b/', '--yes'])).toBe('dir/b/c.txt');
    const files = await succeed(['share', 'show', link, '--files']);
    expect(files).toMatch(/dir\/a\.txt/);
    expect(files).not.toMatch(/c\.txt/);
  });
});
