import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readJson, startCli } from './run-cli.ts';
import { startServer, type TestServer } from './server.ts';
import { createWorkspace, digestsOf, type Workspace, writeFiles } from './workspace.ts';

/** Files of all sizes: alone, together in a blob, and in several steps. */
const counts = { small: Number(process.env['BACKUP_TEST_FILES'] ?? 150), large: 20 };

describe('backup', () => {
  let workspace: Workspace;
  let dataDir: string;
  let share: string;
  let before: Record<string, string>;
  const servers: TestServer[] = [];

  beforeAll(async () => {
    workspace = await createWorkspace();
    dataDir = path.join(workspace.folder, 'data');
    const files: Record<string, string> = {};
    for (let index = 0; index < counts.small; index += 1) {
      files[`files/small/${index}.txt`] = randomBytes(50 + index).toString('hex');
    }
    for (let index = 0; index < counts.large; index += 1) {
      files[`files/large/${index}.bin`] = randomBytes(600_000).toString('hex');
    }
    files['later/arriving.bin'] = randomBytes(4_000_000).toString('hex');
    await writeFiles(workspace.folder, files);
    before = await digestsOf(path.join(workspace.folder, 'files'));
    const uploaded = await workspace.run(['upload', 'files', '--json']);
    expect(uploaded.exitCode, uploaded.stderr).toBe(0);
    share = new URL(readJson(uploaded).share.url).pathname;
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
    await workspace?.remove();
  });

  const env = () => ({ PATH: process.env['PATH'], HOME: workspace.folder, FILESHARE_FSYNC: 'off' });
  const start = (...args: string[]) =>
    startCli(['backup', ...args, '--data-dir', dataDir, '--json'], { env: env(), cwd: workspace.folder });

  async function create(target: string, ...more: string[]) {
    const result = await start('create', target, ...more).result;
    expect(result.exitCode, result.stderr).toBe(0);
    return JSON.parse(result.stdout) as { id: string; blobs: number; copied: { blobs: number } };
  }

  async function countIn(target: string): Promise<number> {
    const blobs = path.join(workspace.folder, target, 'blobs');
    const entries = await readdir(blobs, { recursive: true, withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.part')).length;
  }

  /** The IDs of the snapshots of a target, the oldest first. */
  async function snapshotsIn(target: string): Promise<string[]> {
    const names = await readdir(path.join(workspace.folder, target, 'snapshots')).catch(() => []);
    return names
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -'.json'.length))
      .toSorted();
  }

  /** Restores the latest snapshot, examines the instance, and downloads the share from it. */
  async function restoreAndDownload(target: string, name: string): Promise<Record<string, string>> {
    const place = path.join(workspace.folder, name);
    const args = ['--data-dir', place, '--json'];
    const key = ['--key-from', path.join(dataDir, 'secret.key')];
    const restored = await workspace.run(['backup', 'restore', target, ...key, ...args], { env: env() });
    expect(restored.exitCode, restored.stderr).toBe(0);
    const doctor = await workspace.run(['doctor', '--deep', ...args], { env: env() });
    expect(doctor.exitCode, doctor.stdout).toBe(0);
    const server = await startServer(place);
    servers.push(server);
    const downloaded = await workspace.run(['download', server.url + share, '--output', `${name}-files`]);
    expect(downloaded.exitCode, downloaded.stderr).toBe(0);
    await server.stop();
    return digestsOf(path.join(workspace.folder, `${name}-files`, 'files'));
  }

  it('survives kills of the server and of itself, while uploads arrive', { timeout: 180_000 }, async () => {
    const upload = startCli(['upload', 'later', '--json'], { env: workspace.env, cwd: workspace.folder });
    const killed = start('create', 'target');
    await vi.waitFor(async () => expect(await countIn('target')).toBeGreaterThan(2), {
      timeout: 60_000,
      interval: 5,
    });
    killed.child.kill('SIGKILL');
    await killed.result;
    const copied = await countIn('target');
    const none = await start('list', 'target').result;
    expect(JSON.parse(none.stdout)).toMatchObject({ snapshots: [] });

    // What a killed run holds ends by itself.
    await vi.waitFor(() => create('target'), { timeout: 60_000, interval: 3000 });
    const all = await countIn('target');
    expect(all).toBeGreaterThanOrEqual(copied);

    const running = start('create', 'target');
    await workspace.server.kill();
    const last = await running.result;
    expect(last.exitCode, last.stderr).toBe(0);
    expect(await restoreAndDownload('target', 'restored')).toEqual(before);
    await workspace.server.start();
    expect((await upload.result).exitCode).toBe(0);
    expect(await create('target')).toMatchObject({ copied: { blobs: expect.any(Number) as number } });
  });

  it('does what the guide says', { timeout: 120_000 }, async () => {
    const guide = await readFile('docs/guide/backup.md', 'utf8');
    const commands = [...guide.matchAll(/^fileshare (.*)$/gm)].map(([, words = '']) => words);
    expect(commands.length).toBeGreaterThan(10);
    const places: Record<string, string> = {
      '/backup/fileshare': path.join(workspace.folder, 'guide'),
      '/root/fileshare.key': path.join(workspace.folder, 'kept.key'),
      '/srv/fileshare': dataDir,
      '/srv/restored': path.join(workspace.folder, 'guide-restored'),
    };
    for (const command of commands) {
      const [oldest = ''] = await snapshotsIn('guide');
      places['20260131T023000Z'] = oldest;
      const words = command.split(' ').map((word) => {
        const [name = '', value] = word.split('=');
        return value === undefined ? (places[word] ?? word) : `${name}=${places[value] ?? value}`;
      });
      const result = await workspace.run(words, { env: { ...env(), FILESHARE_MIN_FREE_BYTES: '0' } });
      expect(result.exitCode, `${command}\n${result.stdout}${result.stderr}`).toBe(0);
    }
    expect(await stat(places['/root/fileshare.key'] ?? '')).toMatchObject({ mode: 0o100600 });
  });

  it('goes on with a damaged snapshot, and is whole again without it', { timeout: 120_000 }, async () => {
    await create('worn');
    const { id } = await create('worn');
    await writeFiles(workspace.folder, { [`worn/snapshots/${id}.json`]: '' });
    const run = (command: string, ...more: string[]) => {
      const args = ['backup', command, 'worn', ...more, '--data-dir', dataDir];
      return workspace.run(args, { env: env() });
    };
    const listed = await run('list');
    expect([listed.exitCode, listed.stdout]).toEqual([0, expect.stringContaining('damaged')]);
    expect((await run('verify')).exitCode).toBe(9);
    expect(await create('worn')).toMatchObject({ copied: { blobs: 0 } });
    const blocked = await run('prune', '--keep-last', '1', '--yes');
    expect(blocked.exitCode).toBe(9);
    const [, options] = /fileshare backup prune \S+worn (.*)/.exec(blocked.stdout) ?? [];
    expect(options).toBe(`--remove ${id}`);
    const removed = await run('prune', '--remove', id, '--yes');
    expect(removed.exitCode, removed.stderr).toBe(0);
    expect((await run('verify', '--deep')).exitCode).toBe(0);
  });

  it('says what is wrong with a target, and what to do', async () => {
    const { run, folder } = workspace;
    await mkdir(path.join(folder, 'empty'));
    const refused = async (...args: string[]) => {
      const result = await run(['backup', ...args, '--json'], { env: env() });
      return [result.exitCode, readJson(result).error.code];
    };
    expect(await refused('verify', 'empty')).toEqual([6, 'backup_empty']);
    const mistyped = [['list'], ['verify'], ['prune', '--keep-last', '1', '--yes'], ['restore']] as const;
    for (const [command, ...more] of mistyped) {
      const place = ['--data-dir', command === 'restore' ? path.join(folder, 'other') : dataDir];
      expect(await refused(command, 'mistyped', ...more, ...place), command).toEqual([
        6,
        'backup_target_not_found',
      ]);
    }
    expect(await readdir(folder)).not.toContain('mistyped');
    expect(await refused('create', 'data/backup', '--data-dir', dataDir)).toEqual([
      2,
      'backup_target_inside',
    ]);
    expect(await refused('list', 'ftp://host/path')).toEqual([2, 'backup_target_invalid']);
    expect(await refused('restore', 'guide', '--data-dir', path.join(folder, 'other'))).toEqual([
      2,
      'backup_key_missing',
    ]);
    await rm(path.join(folder, 'empty'), { recursive: true });
  });
});
