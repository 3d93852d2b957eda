import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { toolVariables } from '#sdk/contract/environment.js';
import { isInstalled, type Service, startService } from '../processes.ts';

/** A folder with copyparty-sfx.py, or with the package `copyparty`: a checkout, or the target of `pip install`. */
const variable = toolVariables.copyparty;

/** Returns why copyparty cannot be started. */
export function copypartyMissing(): string | undefined {
  const folder = process.env[variable];
  if (folder === undefined) return `${variable} names no folder with it`;
  if (!findProgram(folder)) return `neither copyparty-sfx.py nor copyparty in ${variable}`;
  return isInstalled('python3') ? undefined : 'python3 is not installed';
}

/** Serves a folder that everyone may read and write, with the defaults of copyparty, which include no index. */
export function startCopyparty(folder: string): Promise<Service> {
  const home = resolve(process.env[variable] ?? '');
  const program = findProgram(home) ?? [];
  // What it keeps for itself is not part of the folder that it serves.
  const own = `${folder}.copyparty`;
  return startService(
    'python3',
    (port) =>
      program.concat('-q', '-i', '127.0.0.1', '-p', String(port), '--hist', own, '-v', `${folder}::rw`),
    { env: { ...process.env, PYTHONPATH: home, XDG_CONFIG_HOME: own } },
  );
}

/** Returns the arguments of Python. */
function findProgram(folder: string): string[] | undefined {
  const single = join(folder, 'copyparty-sfx.py');
  if (existsSync(single)) return [single];
  return existsSync(join(folder, 'copyparty', '__main__.py')) ? ['-m', 'copyparty'] : undefined;
}
