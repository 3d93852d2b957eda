import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root, run, toolCommand } from '../run-tool.js';

/**
 * Packs the package and checks that Node, bundlers and TypeScript find its entries and their types. What the server
 * needs may be missing from `dist`: nobody imports it.
 */
const folder = mkdtempSync(path.join(tmpdir(), 'fileshare-package-'));
try {
  const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
  const options = { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' };
  const tarball = path.join(folder, execFileSync('npm', pack, options).trim());
  const isSound = [
    run(toolCommand('publint', ['run', tarball, '--strict'])),
    run(
      toolCommand(
        '@arethetypeswrong/cli',
        [tarball, '--profile=esm-only', '--no-summary', '--no-emoji'],
        'attw',
      ),
    ),
  ];
  if (isSound.includes(false)) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
