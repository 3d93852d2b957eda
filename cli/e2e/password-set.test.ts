import { randomBytes } from 'node:crypto';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient, type NodeClient } from '#sdk/index.js';
import { readJson, runCli } from './run-cli.ts';
import { admin } from './server.ts';
import { runOnTerminal } from './terminal.ts';
import { createWorkspace, digestsOf, type Workspace } from './workspace.ts';

/** Larger than what is requested together with others. */
const size = 400_000;
const names = ['a.bin', 'b.bin', 'c.bin'];

let workspace: Workspace;
let owner: NodeClient;
let source: string;
let url: string;
let target: string;
let count = 0;
beforeAll(async () => {
  workspace = await createWorkspace();
  owner = createClient({ baseUrl: workspace.server.url });
  await owner.session.signIn({ identifier: admin.username, password: admin.password });
  source = path.join(workspace.folder, 'source');
  await mkdir(source);
  for (const name of names) await writeFile(path.join(source, name), randomBytes(size));
});
afterAll(async () => {
  await owner?.close();
  await workspace?.remove();
});
beforeEach(async () => {
  const files = names.map((name) => path.join(source, name));
  ({ url } = readJson(await workspace.run(['upload', ...files, '--json'])));
  target = path.join(workspace.folder, `target-${++count}`);
  await mkdir(target);
});

/** Sets the password of the share when the first file has arrived. */
async function setPasswordLater(): Promise<void> {
  const first = () =>
    stat(path.join(target, 'a.bin')).then(
      () => true,
      () => false,
    );
  await expect.poll(first, { interval: 50 }).toBe(true);
  await owner.shares.update({ params: { id: path.basename(url) }, body: { password: 'sesame' } });
}

const download = () => ['download', url, '-o', target, '--parallel', '1', '--limit-rate', '400K'];

describe('a download whose share gets a password in the middle', () => {
  it('asks for it on a terminal and goes on', async () => {
    const answers = [['Password of the share', 'sesame']] as const;
    const [{ exitCode, screen }] = await Promise.all([
      runOnTerminal(download(), { env: workspace.strangerEnv(), cwd: workspace.folder, answers }),
      setPasswordLater(),
    ]);
    expect({ exitCode, screen }).toMatchObject({ exitCode: 0 });
    expect(screen).toContain('has set or changed the password');
    expect(screen).toContain('Downloaded 3 files');
    expect(await digestsOf(target)).toEqual(await digestsOf(source));
  });

  it('says in a script how to go on, which keeps what has arrived', async () => {
    const env = workspace.strangerEnv();
    const [failed] = await Promise.all([runCli(download(), { env }), setPasswordLater()]);
    expect(failed).toMatchObject({ exitCode: 11 });
    expect(failed.stderr).toContain('run the same command again and provide the password');
    const again = await runCli([...download(), '--password-stdin', '--json'], { env, stdin: 'sesame\n' });
    expect(again).toMatchObject({ exitCode: 0 });
    expect(readJson(again).resumed).toBeGreaterThanOrEqual(size);
    expect(await digestsOf(target)).toEqual(await digestsOf(source));
  });
});
