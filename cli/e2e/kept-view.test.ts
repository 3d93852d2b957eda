import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Proxy, startProxy } from './proxy.ts';
import { readJson, runCli, startCli } from './run-cli.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

const size = 30_000_001;

let workspace: Workspace;
let proxy: Proxy;
let bytes: Buffer;
beforeAll(async () => {
  workspace = await createWorkspace();
  proxy = await startProxy(workspace.server.url);
  bytes = randomBytes(size);
  await writeFile(path.join(workspace.folder, 'big.bin'), bytes);
});
afterAll(async () => {
  await proxy?.close();
  await workspace?.remove();
});

describe('a download that was killed', () => {
  it('goes on without password or another view, and leaves no token in its folder', async () => {
    const upload = ['upload', 'big.bin', '--max-views', '1', '--password-stdin', '--json'];
    const { url } = readJson(await workspace.run(upload, { stdin: 'sesame\n' }));
    const link = url.replace(workspace.server.url, proxy.url);
    const folder = path.join(workspace.folder, 'inbox');
    const env = { ...workspace.strangerEnv(), FILESHARE_URL: proxy.url };
    const args = ['download', link, '-o', folder, '--json'];

    proxy.limit = { bytes: 10_000_000, per: 'all', effect: 'stall' };
    const running = startCli([...args, '--password-stdin'], { env, stdin: 'sesame\n' });
    const part = path.join(folder, 'big.bin.part');
    await expect
      .poll(
        () =>
          stat(part).then(
            (found) => found.size,
            () => 0,
          ),
        { timeout: 30_000 },
      )
      .toBeGreaterThan(1_000_000);
    running.child.kill('SIGKILL');
    await running.result;
    proxy.limit = null;
    const token = (await readdir(folder)).find((name) => name.endsWith('.share-token'));
    expect((await stat(path.join(folder, token ?? ''))).mode & 0o777).toBe(0o600);

    const again = await runCli(args, { env });
    expect({ exitCode: again.exitCode, stderr: again.stderr }).toMatchObject({ exitCode: 0 });
    expect(readJson(again).resumed).toBeGreaterThan(1_000_000);
    expect(await readdir(folder)).toEqual(['big.bin']);
    expect(bytes.equals(await readFile(path.join(folder, 'big.bin')))).toBe(true);

    const elsewhere = await runCli(['download', link, '-o', `${folder}-2`, '--json'], { env });
    expect({ exitCode: elsewhere.exitCode, stderr: elsewhere.stderr }).toMatchObject({ exitCode: 0 });
    expect(await readdir(`${folder}-2`)).toEqual(['big.bin']);

    const other = { ...env, FILESHARE_STATE_DIR: path.join(workspace.folder, 'other-state') };
    const used = await runCli(['download', link, '-o', `${folder}-3`, '--password-stdin', '--json'], {
      env: other,
      stdin: 'sesame\n',
    });
    expect(used.exitCode).toBe(6);
    expect(readJson(used).error.code).toBe('share_view_limit');
    expect(await readdir(workspace.folder)).not.toContain('inbox-3');
  });
});
