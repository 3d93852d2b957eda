import { randomBytes } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Proxy, startProxy } from './proxy.ts';
import { readJson, runCli, startCli } from './run-cli.ts';
import { admin } from './server.ts';
import { createWorkspace, digestsOf, type Workspace } from './workspace.ts';

const kills = 5;
/** Number of small files; 10,000 take a few minutes. */
const count = Number(process.env['KILLED_UPLOAD_FILES'] ?? 1000);

let workspace: Workspace;
let proxy: Proxy;
/** The environment of someone who reaches the server through the proxy. */
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  workspace = await createWorkspace({ FILESHARE_CONFIG_SHARE_MAX_FILES: '20000' });
  proxy = await startProxy(workspace.server.url);
  env = { ...workspace.env, FILESHARE_URL: proxy.url };
  const login = ['login', proxy.url, '--identifier', admin.username, '--password-stdin'];
  expect(await runCli(login, { env, stdin: `${admin.password}\n` })).toMatchObject({ exitCode: 0 });
});
afterAll(async () => {
  await proxy?.close();
  await workspace?.remove();
});

async function makeFolder(name: string, { files, size }: { files: number; size: number }): Promise<string> {
  const folder = path.join(workspace.folder, name);
  await mkdir(folder);
  for (let number = 0; number < files; number++) {
    await writeFile(path.join(folder, `${number}.bin`), randomBytes(size));
  }
  return folder;
}

/**
 * Uploads a folder with a command that is killed again and again, each time after it has sent a random part of what one
 * of its runs would send: the last always has something left to do.
 */
async function uploadKilled(folder: string, bytes: number): Promise<{ url: string; sent: number }> {
  const args = ['upload', folder, '--json', '--progress=none', '--quiet'];
  const before = proxy.requestBytes;
  for (let run = 0; run < kills; run++) {
    const { child, result } = startCli(args, { env });
    // After at least so much, what has passed is more than the questions before the first byte.
    const moment = 100_000 + Math.random() * (bytes / (kills + 1) - 100_000);
    await Promise.race([proxy.passed(proxy.requestBytes + moment), result]);
    child.kill('SIGKILL');
    expect(await result).toMatchObject({ exitCode: null, stderr: '' });
  }
  const { exitCode, stdout, stderr } = await runCli(args, { env });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return { url: readJson({ stdout }).url, sent: proxy.requestBytes - before };
}

/** There is one share, with these files and no others, and nothing left to resume. */
async function expectWhole(url: string, folder: string): Promise<void> {
  const target = path.join(workspace.folder, 'back');
  const { exitCode, stderr } = await workspace.run(['download', url, '-o', target, '--quiet']);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(await digestsOf(path.join(target, path.basename(folder)))).toEqual(await digestsOf(folder));
  const { shares } = readJson(await workspace.run(['list', '--json']));
  expect(shares).toMatchObject([{ url }]);
  expect(await readdir(path.join(workspace.folder, 'ann', 'state', 'uploads'))).toEqual([]);
  expect(await workspace.run(['share', 'delete', url, '--yes'])).toMatchObject({ exitCode: 0 });
}

describe('an upload whose client is killed five times', () => {
  it('sends hardly anything of a large file twice', async () => {
    const size = 60_000_000;
    const folder = await makeFolder('large', { files: 1, size });
    const { url, sent } = await uploadKilled(folder, size);
    // What the connection of a killed client still holds, and the heads of requests.
    expect(sent - size).toBeLessThan(kills * 2_000_000);
    await expectWhole(url, folder);
  });

  it('sends of many small files the unfinished bundles twice', async () => {
    const size = 40_000;
    const folder = await makeFolder('small', { files: count, size });
    const { url, sent } = await uploadKilled(folder, size * count);
    // What was on its way on each of four connections, with its manifest, and the heads of requests.
    const bundle = 2_200_000;
    expect(sent - size * count).toBeLessThan((kills * 4 + 1) * bundle);
    await expectWhole(url, folder);
  });
});
