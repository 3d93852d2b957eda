import { execFile, spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readJson, readJsonLines, runCli, startCli } from './run-cli.ts';
import { executable } from './server.ts';
import { runOnTerminal } from './terminal.ts';
import { createWorkspace, type Workspace, writeFiles } from './workspace.ts';

const nobody = { uid: 65_534, gid: 65_534 };

/** Only root can start a program as somebody else, who may not be able to read it. */
function canRunAsNobody(): boolean {
  return (
    process.getuid?.() === 0 && spawnSync(process.execPath, [executable, '--version'], nobody).status === 0
  );
}

describe('an open instance with limits', () => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await createWorkspace({
      FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true',
      FILESHARE_CONFIG_SHARE_MAX_SIZE: '1000',
      FILESHARE_CONFIG_SHARE_MAX_EXPIRATION: '24',
    });
    await writeFiles(workspace.folder, { 'small.txt': 'small', 'large.txt': 'x'.repeat(1001) });
  });
  afterAll(() => workspace?.remove());

  const upload = (...args: string[]) =>
    workspace.run(['upload', ...args, '--json'], { env: workspace.strangerEnv() });

  it('takes files without an account', async () => {
    const result = await upload('small.txt', '--expires', '1h');
    expect(result.exitCode).toBe(0);
    expect(readJson(result)).toMatchObject({ files: 1, share: { state: 'active' } });
  });

  it.each([
    [['large.txt'], 'share_too_large'],
    [['small.txt', '--expires', '2d'], 'share_expiration_too_late'],
  ])('says its limits before the first byte: %j', async (args, code) => {
    const result = await upload(...args);
    expect(result.exitCode).toBe(8);
    expect(readJson(result)).toMatchObject({ error: { code } });
    expect(result.stderr).not.toContain('Uploading');
  });

  it('lists every file of two that have the same name', async () => {
    await writeFiles(workspace.folder, { 'one/same.txt': '1', 'two/same.txt': '2' });
    const result = await upload('one/same.txt', 'two/same.txt');
    expect(result.exitCode).toBe(12);
    expect(result.stderr).not.toContain('To resume');
  });
});

describe('serve', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'fileshare-e2e-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const env = () => ({ PATH: process.env['PATH'], HOME: folder, LANG: 'C', FILESHARE_MIN_FREE_BYTES: '0' });

  it('prints the setup link of a fresh instance and ends at a signal', async () => {
    const data = path.join(folder, 'fresh');
    const running = startCli(['serve', '--host', '127.0.0.1', '--port', '0', '--data-dir', data], {
      env: env(),
    });
    await running.said('/setup#');
    running.child.kill('SIGTERM');
    const result = await running.result;
    expect(result.exitCode).toBe(0);
    expect(readJsonLines(result).length).toBeGreaterThan(0);
  });

  it('prints the setup link on a terminal after what the first start logs', async () => {
    const args = ['serve', '--host', '127.0.0.1', '--port', '0', '--data-dir', path.join(folder, 'seen')];
    const ctrlC = { key: '\u0003' };
    const { screen } = await runOnTerminal(args, { env: env(), cwd: folder, answers: [['/setup#', ctrlC]] });
    expect(screen).toContain('listening');
    expect(screen.indexOf('keeping space')).toBeLessThan(screen.indexOf('/setup#'));
  });

  it('refuses wrong settings with the whole list', async () => {
    const wrong = { ...env(), FILESHARE_PORT: 'no', FILESHARE_FSYNC: 'maybe' };
    const { exitCode, stderr } = await runCli(['serve', '--data-dir', folder], { env: wrong });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('FILESHARE_PORT');
    expect(stderr).toContain('FILESHARE_FSYNC');
  });

  it.each(['sqlite3', 'bindings'])(
    'says how to install the database driver where there is no %s',
    async (missing) => {
      const preload = path.join(folder, `without-${missing}.cjs`);
      await writeFile(
        preload,
        `const modules = require('node:module');
      const load = modules._load;
      modules._load = (name, ...others) => {
        if (name === '${missing}') throw new Error('Could not find it');
        return load(name, ...others);
      };`,
      );
      const { exitCode, stderr } = await runCli(['serve', '--data-dir', path.join(folder, `no-${missing}`)], {
        env: { ...env(), NODE_OPTIONS: `--require ${preload}` },
      });
      expect(exitCode).toBe(1);
      expect(stderr).toContain('The SQLite driver is missing');
      expect(stderr).toContain('npm install -g --allow-scripts=sqlite3');
      expect(stderr).toContain('FILESHARE_DATABASE_URL');
      expect(stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(3);
    },
  );

  it.runIf(canRunAsNobody())('says whose the data folder has to be', async () => {
    const data = path.join(tmpdir(), `fileshare-of-root-${process.pid}`);
    await mkdir(data, { mode: 0o755 });
    onTestFinished(() => rm(data, { recursive: true }));
    const { status, stderr } = spawnSync(process.execPath, [executable, 'serve', '--data-dir', data], {
      ...nobody,
      env: { PATH: process.env['PATH'], HOME: '/nonexistent' },
      encoding: 'utf8',
    });
    expect({ status, lines: stderr.trimEnd().split('\n') }).toEqual({
      status: 5,
      lines: [
        `fileshare: The user of this process (ID ${nobody.uid}) cannot read and write the data folder ${data}.`,
        expect.stringMatching(/chown -R 65534 /),
      ],
    });
  });

  it('says in two lines what is missing where only the SDK was installed', async () => {
    const installed = path.join(folder, 'sdk-only');
    for (const part of ['package.json', 'bin/fileshare.js', 'dist/program']) {
      await cp(part, path.join(installed, part), { recursive: true });
    }
    const run = promisify(execFile)(process.execPath, [path.join(installed, 'bin/fileshare.js'), 'serve']);
    await expect(run).rejects.toMatchObject({ code: 1, stdout: '' });
    await expect(run).rejects.toThrow(
      /\nfileshare: the package \S+ is missing: .*\nInstall fileshare again, .*\n$/,
    );
  });

  it('creates the administrator once', async () => {
    const args = ['init', '--email', 'ann@example.org', '--username', 'ann', '--password-stdin'];
    const data = ['--data-dir', path.join(folder, 'init')];
    const options = { env: env(), stdin: 'correct horse battery\n' };
    expect((await runCli([...args, ...data], options)).exitCode).toBe(0);
    expect((await runCli([...args, ...data], options)).exitCode).toBe(12);
  });

  it('says where no server has been started yet, and how to start one', async () => {
    for (const name of ['init', 'nothing']) {
      const data = path.join(folder, name);
      const { exitCode, stdout } = await runCli(['doctor', '--data-dir', data], { env: env() });
      expect(exitCode).toBe(9);
      expect(stdout).toContain(`no server has been started with the data folder ${data} yet\n`);
      expect(stdout).toContain(`  → Start it: fileshare serve --data-dir ${data}.`);
      expect(stdout).not.toContain('→ Give');
    }
  });
});
