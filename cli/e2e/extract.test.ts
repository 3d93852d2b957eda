import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readJson, startCli } from './run-cli.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

const large = randomBytes(64_000_000);

let workspace: Workspace;
let link: string;

beforeAll(async () => {
  workspace = await createWorkspace();
  const archive = pack();
  archive.entry({ name: 'first.txt' }, 'first');
  for (const name of ['a.bin', 'b.bin', 'c.bin']) archive.entry({ name: `large/${name}` }, large);
  archive.finalize();
  await writeFile(path.join(workspace.folder, 'disk.tar'), await buffer(archive));
  link = readJson(await workspace.run(['upload', 'disk.tar', '--json'])).url;
});
afterAll(() => workspace?.remove());

it('extracts an archive when a run before it was killed in the middle', async () => {
  const folder = path.join(workspace.folder, 'out');
  await mkdir(folder);
  const running = startCli(['download', link, '--extract'], { env: workspace.env, cwd: folder });
  const readBegun = async () => (await readdir(folder, { recursive: true })).join();
  await expect.poll(readBegun, { timeout: 60_000, interval: 5 }).toContain('first.txt');
  running.child.kill('SIGKILL');
  await running.result;
  expect(await readdir(folder)).toEqual([expect.stringMatching(/^\.fileshare-extract-/), 'disk.tar']);

  const again = await workspace.run(['download', link, '--extract', '--json'], { cwd: folder });
  expect({ exitCode: again.exitCode, stderr: again.stderr }).toMatchObject({ exitCode: 0 });
  expect(readJson(again)).toMatchObject({
    bytes: 0,
    extracted: [{ path: 'disk.tar', target: 'disk', status: 'extracted', files: 4 }],
  });
  expect(await readdir(folder)).toEqual(['disk', 'disk.tar']);
  expect((await readFile(path.join(folder, 'disk/large/c.bin'))).equals(large)).toBe(true);
});

it.each([
  ['--archive', ['--archive']],
  ['--output -', ['--output', '-']],
])('refuses --extract together with %s', async (option, args) => {
  const { exitCode, stderr } = await workspace.run(['download', link, '--extract', ...args]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`--extract and ${option} cannot be combined.`);
});
