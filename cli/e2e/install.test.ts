import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reachesRegistry } from '../../bin/dev/reaches-registry.ts';

/**
 * The package is installed as the guides say, from the registry of npm. Scripts, which compile the SQLite driver for
 * minutes, are left to `npm run release`.
 */

const run = promisify(execFile);
async function readCommand(page: string): Promise<string> {
  const text = await readFile(`docs/guide/${page}.md`, 'utf8');
  return /^npm install .*\.tgz$/m.exec(text)?.[0] ?? `${page}.md has no such command`;
}

describe.skipIf(!reachesRegistry())('the package', { timeout: 300_000 }, () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'fileshare-install-'));
    await mkdir(path.join(folder, 'tools'));
    await run('npm', ['pack', '--ignore-scripts', '--pack-destination', path.join(folder, 'tools')]);
    await run('cp', ['-r', 'tools/.', '.'], { cwd: folder });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const inShell = (command: string) =>
    run('sh', ['-c', command], {
      cwd: folder,
      env: {
        ...process.env,
        npm_config_prefix: path.join(folder, 'prefix'),
        npm_config_ignore_scripts: 'true',
        // What was downloaded for this checkout need not be asked for again.
        npm_config_prefer_offline: 'true',
        npm_config_audit: 'false',
      },
    });

  it('brings the program', async () => {
    await inShell(await readCommand('ci'));
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    expect((await inShell('prefix/bin/fileshare --version')).stdout).toBe(`${version}\n`);
    const { stdout } = await inShell('prefix/bin/fileshare serve --help');
    expect(stdout).toContain('Usage: fileshare serve');
  });

  it('brings the SDK alone', async () => {
    await inShell(await readCommand('sdk'));
    const script = 'import("fileshare").then(({ createClient }) => console.log(typeof createClient))';
    expect((await inShell(`node --eval '${script}'`)).stdout).toBe('function\n');
    const packages = await readdir(path.join(folder, 'node_modules'));
    expect(packages).toContain('tus-js-client');
    expect(packages).not.toContain('sqlite3');
    await expect(inShell('node_modules/.bin/fileshare upload a.txt')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('only the SDK works without it') as string,
    });
  });
});
