import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Proxy, startProxy } from './proxy.ts';
import { readJson, runCli, startCli } from './run-cli.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

const size = 100_000_001;

let workspace: Workspace;
let proxy: Proxy;
let digest: string;
/** The share as seen through the proxy. */
let link: string;

beforeAll(async () => {
  workspace = await createWorkspace();
  proxy = await startProxy(workspace.server.url);
  const bytes = randomBytes(size);
  digest = digestOf(bytes);
  await writeFile(path.join(workspace.folder, 'big.bin'), bytes);
  const { url } = readJson(await workspace.run(['upload', 'big.bin', '--json']));
  link = url.replace(workspace.server.url, proxy.url);
});
afterAll(async () => {
  await proxy?.close();
  await workspace?.remove();
});
beforeEach(() => {
  proxy.limit = null;
});

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const env = () => ({ ...workspace.strangerEnv(), FILESHARE_URL: proxy.url });
const download = (args: readonly string[]) =>
  runCli(['download', link, ...args], { env: env(), cwd: workspace.folder });

async function missingOf(note: string): Promise<number> {
  const text = await readFile(note, 'utf8').catch(() => '{}');
  const { missing } = JSON.parse(text) as { missing?: { start: number; end: number }[] };
  return missing?.reduce((sum, { start, end }) => sum + end - start, 0) ?? size;
}

describe('a broken download', () => {
  it('goes on after a kill in the middle of its ranges', async () => {
    const folder = path.join(workspace.folder, 'killed');
    proxy.limit = { bytes: 60_000_000, per: 'all', effect: 'stall' };
    const running = startCli(['download', link, '-o', folder], { env: env() });
    await expect
      .poll(() => missingOf(path.join(folder, 'big.bin.part.json')), { timeout: 30_000 })
      .toBeLessThan(size - 25_000_000);
    running.child.kill('SIGKILL');
    await running.result;
    proxy.limit = null;

    const again = await download(['-o', folder, '--json']);
    expect({ exitCode: again.exitCode, stderr: again.stderr }).toMatchObject({ exitCode: 0 });
    expect(readJson(again).resumed).toBeGreaterThan(20_000_000);
    expect(await readdir(folder)).toEqual(['big.bin']);
    expect(digestOf(await readFile(path.join(folder, 'big.bin')))).toBe(digest);
  });

  it('outlives connections that are cut again and again', async () => {
    const folder = path.join(workspace.folder, 'cut');
    proxy.limit = { bytes: 7_000_000, per: 'connection', effect: 'cut' };
    const { exitCode, stderr } = await download(['-o', folder]);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect(stderr).toContain('big.bin: retrying. ');
    expect(digestOf(await readFile(path.join(folder, 'big.bin')))).toBe(digest);
  });

  it('gives every byte to a pipe once', async () => {
    proxy.limit = { bytes: 40_000_000, per: 'connection', effect: 'cut' };
    const { child, result } = startCli(['download', link, '-o', '-', '--progress=none'], { env: env() });
    const hash = createHash('sha256');
    child.stdout?.on('data', (chunk: Buffer) => hash.update(chunk));
    const { exitCode, stderr } = await result;
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(hash.digest('hex')).toBe(digest);
  });

  it('ends without a word when the reader of the pipe has enough', async () => {
    const { child, result } = startCli(['download', link, '-o', '-', '--progress=none'], { env: env() });
    // What the closed pipe means to whoever reads all of it.
    result.catch(() => undefined);
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    child.stdout?.once('data', () => child.stdout?.destroy());
    await once(child, 'close');
    expect({ exitCode: child.exitCode, said }).toEqual({ exitCode: 0, said: '' });
  });

  it('says that the share is gone and keeps what has arrived', async () => {
    const folder = path.join(workspace.folder, 'gone');
    proxy.limit = { bytes: 60_000_000, per: 'all', effect: 'stall' };
    const running = startCli(['download', link, '-o', folder], { env: env() });
    await expect
      .poll(() => missingOf(path.join(folder, 'big.bin.part.json')), { timeout: 30_000 })
      .toBeLessThan(size);
    running.child.kill('SIGKILL');
    await running.result;
    proxy.limit = null;

    const { exitCode } = await workspace.run(['share', 'delete', path.basename(link), '--yes']);
    expect(exitCode).toBe(0);
    const again = await download(['-o', folder, '--json']);
    expect(again.exitCode).toBe(6);
    expect(readJson(again).error.code).toMatch(/^share_(not_found|removed)$/);
    expect((await readdir(folder)).sort()).toEqual(['big.bin.part', 'big.bin.part.json']);
  });
});
