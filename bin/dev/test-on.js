import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root, toolCommand } from './run-tool.js';

/**
 * `npm run test:on 22 [PATH…]` runs the quick tests, or those of some paths, on another version of Node. They need no
 * build and no browser. Each release runs this on both versions; continuous integration does not.
 */
const [version = '', ...paths] = process.argv.slice(2);
const program = path.join(root, `bin/dev/node-versions/node_modules/node${version}/bin/node`);
if (!/^\d+$/.test(version) || !existsSync(program)) {
  process.stderr.write('Say the version, 22 or 24, and install it: npm ci --prefix bin/dev/node-versions\n');
  process.exit(2);
}

const quick = [
  'sdk',
  'cli',
  'daemon/crypto',
  'daemon/db',
  'daemon/http',
  'daemon/transfer',
  'daemon/features/uploads',
];
const args = ['run', '--project=node', ...(paths.length > 0 ? paths : quick)];
const { status } = spawnSync(program, toolCommand('vitest', args), {
  cwd: root,
  stdio: 'inherit',
  // Programs that tests start by name run on the same version.
  env: { ...process.env, PATH: `${path.dirname(program)}${path.delimiter}${process.env.PATH ?? ''}` },
});
process.exit(status ?? 1);
