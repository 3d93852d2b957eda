import { mkdir, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningCli, readJson, startCli } from './run-cli.ts';
import { admin } from './server.ts';
import { closeTerminal } from './terminal.ts';
import { createWorkspace, digestsOf, type Workspace, writeFiles } from './workspace.ts';

const bigSize = 60_000_000;

let workspace: Workspace;
beforeAll(async () => {
  workspace = await createWorkspace();
});
afterAll(() => workspace?.remove());

/** A folder with small files and one that takes a while; its beginning is not zero, so that offsets matter. */
async function makeFolder(name: string): Promise<string> {
  const folder = path.join(workspace.folder, name);
  await writeFiles(folder, { 'a.txt': 'a', 'b/c.txt': 'c' });
  await writeFile(path.join(folder, 'big.bin'), Buffer.alloc(1_000_000, name));
  await truncate(path.join(folder, 'big.bin'), bigSize);
  return folder;
}

/** Starts an upload and waits until a good part of the big file has been sent. */
async function startUpload(folder: string, env = workspace.env): Promise<RunningCli> {
  const running = startCli(['upload', folder, '--limit-rate', '20M', '--progress=json', '--json'], {
    env,
  });
  await new Promise<void>((resolve, reject) => {
    running.child.once('exit', () => reject(new Error('the upload was too fast')));
    running.child.stderr?.on('data', (chunk: Buffer) => {
      const sent = [...chunk.toString().matchAll(/"done":(\d+)/g)].map(([, done]) => Number(done));
      if (sent.some((bytes) => bytes > bigSize / 10)) resolve();
    });
  });
  return running;
}

/** The environment of a job that has nothing but a key. */
async function envWithKey(name: string): Promise<NodeJS.ProcessEnv> {
  const { exitCode, stdout } = await workspace.run(
    ['key', 'create', name, '--scope', 'shares:write', '--password-stdin'],
    {
      stdin: `${admin.password}\n`,
    },
  );
  expect(exitCode).toBe(0);
  return { ...workspace.strangerEnv(), FILESHARE_TOKEN: stdout.trim() };
}

async function expectSame(url: string, folder: string): Promise<void> {
  const target = `${folder}-back`;
  await mkdir(target);
  const { exitCode, stderr } = await workspace.run(['download', url, '-o', target]);
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  expect(await digestsOf(path.join(target, path.basename(folder)))).toEqual(await digestsOf(folder));
}

describe('an interrupted upload', () => {
  it('ends with 130 at Ctrl-C, says how to go on, and goes on', async () => {
    const folder = await makeFolder('ctrl-c');
    const running = await startUpload(folder);
    running.child.kill('SIGINT');
    const stopped = await running.result;
    expect(stopped.exitCode).toBe(130);
    const { error } = readJson(stopped);
    expect(error).toMatchObject({ code: 'interrupted' });
    expect(error.hint).toContain(`fileshare upload ${folder}`);

    const again = await workspace.run(['upload', folder, '--json']);
    expect(again.exitCode).toBe(0);
    const { resumed, bytes, url } = readJson(again);
    expect(bytes).toBe(bigSize + 2);
    expect(resumed).toBeGreaterThan(bigSize / 20);
    await expectSame(url, folder);
  });

  it('ends with 129 when its terminal is closed, and goes on', async () => {
    const folder = await makeFolder('terminal');
    const args = ['upload', folder, '--limit-rate', '10M', '--progress', 'bar'];
    const { env, folder: cwd } = workspace;
    expect(await closeTerminal(args, { env, cwd, when: /[1-9]\d%/ })).toBe(129);

    const again = await workspace.run(['upload', folder, '--json']);
    expect(again.exitCode).toBe(0);
    const { resumed, url } = readJson(again);
    expect(resumed).toBeGreaterThan(bigSize / 20);
    await expectSame(url, folder);
  });

  it('goes on after both ends were killed, with another key of the account', async () => {
    const folder = await makeFolder('killed');
    const running = await startUpload(folder, await envWithKey('old'));
    await workspace.server.kill();
    running.child.kill('SIGKILL');
    await running.result;
    await workspace.server.start();

    const again = await workspace.run(['upload', folder, '--json'], { env: await envWithKey('new') });
    expect({ exitCode: again.exitCode, stderr: again.stderr }).toMatchObject({ exitCode: 0 });
    const { resumed, url } = readJson(again);
    expect(resumed).toBeGreaterThan(0);
    await expectSame(url, folder);
  });

  it('outlives a restart of the server', async () => {
    const folder = await makeFolder('restart');
    const running = await startUpload(folder);
    await workspace.server.kill();
    await workspace.server.start();
    const { exitCode, stdout } = await running.result;
    expect(exitCode).toBe(0);
    await expectSame(readJson({ stdout }).url, folder);
  });
});
