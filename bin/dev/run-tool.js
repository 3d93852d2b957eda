import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Returns the arguments with which Node runs a program of an installed package: without a shell, so that it works the
 * same on every system.
 */
export function toolCommand(packageName, args, program = packageName) {
  const manifest = path.join(root, 'node_modules', packageName, 'package.json');
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  return [path.join(path.dirname(manifest), typeof bin === 'string' ? bin : bin[program]), ...args];
}

/** Runs a script with this Node, in the root of the repository. Returns true on success. */
export function run(command, env = {}) {
  const { status, error } = spawnSync(process.execPath, command, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (error) throw error;
  return status === 0;
}
