import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLongPath } from './long-path.ts';
import type { Relay } from './relay.ts';
import { readJson, readJsonLines, runCli, startCli } from './run-cli.ts';
import { admin } from './server.ts';
import { createWorkspace, digestsOf, type Workspace } from './workspace.ts';

const size = 70_000_000;

let workspace: Workspace;
let longPath: Relay;
/** The environment of someone who reaches the server on the long path. */
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  workspace = await createWorkspace();
  longPath = await startLongPath(workspace.server.url, { roundTrip: 100, bytesPerSecond: 4_000_000 });
  env = { ...workspace.env, FILESHARE_URL: longPath.url };
  const login = ['login', longPath.url, '--identifier', admin.username, '--password-stdin'];
  expect(await runCli(login, { env, stdin: `${admin.password}\n` })).toMatchObject({ exitCode: 0 });
});
afterAll(async () => {
  await longPath?.close();
  await workspace?.remove();
});

/** Number of connections that have carried some of the file. */
const busyConnections = () => longPath.sent.filter((bytes) => bytes > 1_000_000).length;

describe('a large file on a long path', () => {
  it('is sent over four connections, and after a kill what is missing of each part', async () => {
    const source = path.join(workspace.folder, 'source');
    await mkdir(source);
    const file = path.join(source, 'large.bin');
    await writeFile(file, randomBytes(size));
    const args = ['upload', file, '--json', '--progress=none', '--quiet'];
    const before = longPath.requestBytes;
    const { child, result } = startCli(args, { env });
    await Promise.race([longPath.passed(before + size / 2), result]);
    child.kill('SIGKILL');
    expect(await result).toMatchObject({ exitCode: null, stderr: '' });
    expect(busyConnections()).toBe(4);
    const journals = path.join(workspace.folder, 'ann', 'state', 'uploads');
    const journal = (await readdir(journals)).find((name) => name.endsWith('.jsonl')) ?? '';
    const entries = readJsonLines({ stdout: await readFile(path.join(journals, journal), 'utf8') });
    expect(entries.at(-1)).toMatchObject({ type: 'parts', parts: { length: 4 } });

    const connectionsBefore = longPath.sent.length;
    const { exitCode, stdout, stderr } = await runCli(args, { env });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const { url, resumed, bytes } = readJson({ stdout });
    expect(bytes).toBe(size);
    expect(resumed).toBeGreaterThan(size / 4);
    // One part may have been almost complete.
    expect(busyConnections()).toBeGreaterThan(5);
    const sentAgain = longPath.sent.slice(connectionsBefore).reduce((total, bytes) => total + bytes, 0);
    // A part is refused and sent again as long as bytes of the killed client still arrive.
    expect(sentAgain).toBeLessThan(size);
    expect(await readdir(journals)).toEqual([]);

    const back = path.join(workspace.folder, 'back');
    expect(await workspace.run(['download', url, '-o', back, '--quiet'])).toMatchObject({ exitCode: 0 });
    expect(await digestsOf(back)).toEqual(await digestsOf(source));
  });

  it('is sent over one with --parallel 1', async () => {
    const file = path.join(workspace.folder, 'other.bin');
    await writeFile(file, randomBytes(65 * 1024 * 1024));
    const { child, result } = startCli(['upload', file, '--parallel', '1', '--progress=none'], { env });
    const before = longPath.sent.length;
    await Promise.race([longPath.passed(longPath.requestBytes + 20_000_000), result]);
    child.kill('SIGKILL');
    await result;
    expect(longPath.sent.slice(before).filter((bytes) => bytes > 1_000_000)).toHaveLength(1);
  });
});
