import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs a program of an installed package without a shell, so that it works the same on every system. Returns true on
 * success.
 */
export function runTool(packageName, args, { program = packageName, env = {} } = {}) {
  const manifest = path.join(root, 'node_modules', packageName, 'package.json');
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  return runScript(
    path.join(path.dirname(manifest), typeof bin === 'string' ? bin : bin[program]),
    args,
    env,
  );
}

/** Runs a script with this Node. Returns true on success. */
export function runScript(script, args, env = {}) {
  const { status, error } = spawnSync(process.execPath, [path.resolve(root, script), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (error) throw error;
  return status === 0;
}
