import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { ensureBuild } from './ensure-build.js';
import { root } from './run-tool.js';

// One process for both, and `exec` in the script of package.json: signals sent to `npm start` reach the server.
ensureBuild();
ensureDriver();
process.argv.splice(2, 0, 'serve');
await import(new URL('../fileshare.js', import.meta.url).href);

/** `npm ci` may have downloaded a SQLite driver that needs a newer libc than this system has. */
function ensureDriver() {
  if (process.env.FILESHARE_DATABASE_URL) return;
  try {
    createRequire(import.meta.url)('sqlite3');
  } catch (error) {
    // The server itself says what to do when there is none.
    if (error.code !== 'ERR_DLOPEN_FAILED') return;
    process.stderr.write(
      'Compiling the SQLite driver, because the downloaded one does not work on this system.\n',
    );
    const env = { ...process.env, npm_config_build_from_source: 'sqlite3' };
    spawnSync('npm', ['rebuild', 'sqlite3'], { cwd: root, stdio: 'inherit', env });
  }
}
