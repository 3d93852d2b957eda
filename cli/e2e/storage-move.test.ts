import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasS3Server } from '../../daemon/testing/engines/s3-programs.ts';
import {
  type OwnS3Server,
  s3StartTimeout,
  startS3Server,
  variablesOf,
} from '../../daemon/testing/engines/s3-server.ts';
import { readJson, startCli } from './run-cli.ts';
import { startServer, type TestServer } from './server.ts';
import { createWorkspace, digestsOf, type Workspace, writeFiles } from './workspace.ts';

describe.skipIf(!hasS3Server)('admin storage move', () => {
  let s3: OwnS3Server;
  let workspace: Workspace;
  let dataDir: string;
  /** The variables of an instance whose new files go to the bucket. */
  let inBucket: Record<string, string>;
  let share: string;
  let before: Record<string, string>;
  const servers: TestServer[] = [];

  beforeAll(async () => {
    s3 = await startS3Server();
    const { FILESHARE_CONFIG_SHARE_CHUNK_SIZE: _, ...variables } = variablesOf(await s3.createBucket());
    inBucket = variables;
    workspace = await createWorkspace();
    dataDir = path.join(workspace.folder, 'data');
    const large = Array.from({ length: 40 }, (_one, index) => [`large/${index}.bin`, 2_000_000] as const);
    const small = Array.from({ length: 200 }, (_one, index) => [`small/${index}.bin`, 100] as const);
    const files: Record<string, string> = {};
    for (const [name, size] of [...large, ...small]) {
      files[`files/${name}`] = randomBytes(size / 2).toString('hex');
    }
    await writeFiles(workspace.folder, files);
    before = await digestsOf(path.join(workspace.folder, 'files'));
    const uploaded = await workspace.run(['upload', 'files', '--json']);
    expect(uploaded.exitCode, uploaded.stderr).toBe(0);
    share = new URL(readJson(uploaded).share.url).pathname;
    await workspace.server.stop();
  }, s3StartTimeout);
  afterAll(async () => {
    for (const server of servers) await server.stop();
    await workspace?.remove();
    await s3?.stop();
  });

  function startMove(to: 's3' | 'local', ...more: string[]) {
    const env = { ...workspace.env, ...inBucket, FILESHARE_STORAGE: to };
    const args = ['admin', 'storage', 'move', '--to', to, '--data-dir', dataDir, '--json', ...more];
    return startCli(args, { env, cwd: workspace.folder });
  }

  async function move(to: 's3' | 'local', ...more: string[]) {
    const result = await startMove(to, ...more).result;
    expect(result.exitCode, result.stderr).toBe(0);
    return JSON.parse(result.stdout) as {
      moved: { blobs: number };
      left: { blobs: number; bytes: number; requests: number };
    };
  }

  async function countLocal(): Promise<number> {
    const entries = await readdir(path.join(dataDir, 'blobs'), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).length;
  }

  /** Downloads everything from a server that stores new files in one of the two places. */
  async function download(settings: NodeJS.ProcessEnv, name: string): Promise<Record<string, string>> {
    const server = await startServer(dataDir, settings);
    servers.push(server);
    const result = await workspace.run(['download', server.url + share, '--output', name]);
    expect(result.exitCode, result.stderr).toBe(0);
    const digests = await digestsOf(path.join(workspace.folder, name, 'files'));
    await rm(path.join(workspace.folder, name), { recursive: true });
    return digests;
  }

  it('moves everything to a bucket, continues after a kill, and moves it back', {
    timeout: 300_000,
  }, async () => {
    const stored = await countLocal();
    const plan = await move('s3', '--dry-run');
    expect(plan.moved.blobs).toBe(0);
    expect(plan.left.blobs).toBeGreaterThanOrEqual(stored);
    expect(plan.left.requests).toBe(plan.left.blobs);
    expect(plan.left.bytes).toBeGreaterThan(80_000_000);

    const killed = startMove('s3');
    await vi.waitFor(async () => expect(await countLocal()).toBeLessThan(stored), {
      timeout: 120_000,
      interval: 10,
    });
    killed.child.kill('SIGKILL');
    expect((await killed.result).exitCode).toBeNull();
    expect(await countLocal()).toBeGreaterThan(0);

    const joined = { ...inBucket, FILESHARE_STORAGE: 's3' };
    expect(await download(joined, 'joined')).toEqual(before);
    // While the server runs.
    const rest = await move('s3');
    expect(rest.moved.blobs).toBeGreaterThan(0);
    expect(rest.left.blobs).toBe(0);
    expect(await countLocal()).toBe(0);
    await servers.pop()?.stop();

    expect(await download(joined, 'bucket')).toEqual(before);
    const refused = await startMove('local').result;
    expect(refused.exitCode).not.toBe(0);
    expect(readJson(refused).error.code).toBe('server_storage_differs');
    await servers.pop()?.stop();

    expect((await move('local')).left.blobs).toBe(0);
    expect(await countLocal()).toBe(stored);
    expect(await download({}, 'folder')).toEqual(before);
    const doctor = await workspace.run(['doctor', '--deep', '--data-dir', dataDir, '--json']);
    expect(doctor.stdout).not.toContain('bytes_');
  });
});
