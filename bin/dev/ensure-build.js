import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, isBuilt } from './build.js';
import { root } from './run-tool.js';

const lockFile = path.join(root, 'dist', '.build.lock');

/** Builds unless `dist` is already up to date; of concurrent callers, one builds and the others wait. */
export function ensureBuild() {
  if (isBuilt()) return;
  while (!takeLock()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  try {
    if (isBuilt()) return;
    process.stderr.write('Building: the sources have changed since the last build.\n');
    build();
  } finally {
    rmSync(lockFile, { force: true });
  }
}

function takeLock() {
  mkdirSync(path.dirname(lockFile), { recursive: true });
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!isLockHeld()) rmSync(lockFile, { force: true });
    return false;
  }
}

/** False when the process that took the lock has ended without releasing it. */
function isLockHeld() {
  try {
    const holder = Number(readFileSync(lockFile, 'utf8'));
    // The file is empty for a moment between creating and writing it.
    return holder === 0 || process.kill(holder, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) ensureBuild();
