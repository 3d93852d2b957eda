import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root, toolCommand } from './run-tool.js';

/**
 * `npm run test:on 22` runs the quick tests, which need no build and no browser, on another version of Node;
 * `npm run test:on 22 PATH…` runs those of some paths, with the end-to-end tests among them. Continuous integration and
 * releases run all tests on one version and the quick ones on the others.
 */
const [version = '', ...paths] = process.argv.slice(2);
const program = process.versions.node.startsWith(`${version}.`)
  ? process.execPath
  : path.join(root, `bin/dev/node-versions/node_modules/node${version}/bin/node`);
if (!/^\d+$/.test(version) || !existsSync(program)) {
  process.stderr.write('Say the version, 22 or 24, and install it: npm ci --prefix bin/dev/node-versions\n');
  process.exit(2);
}

/** What depends most on the version: the client, the drivers of the database, streams, crypto and HTTP. */
const quick = ['sdk', 'daemon/crypto', 'daemon/db', 'daemon/http', 'daemon/transfer'];
const args = ['run', ...(paths.length > 0 ? paths : ['--project=node', ...quick])];
const { status } = spawnSync(program, toolCommand('vitest', args), {
  cwd: root,
  stdio: 'inherit',
  // Programs that tests start by name run on the same version.
  env: { ...process.env, PATH: `${path.dirname(program)}${path.delimiter}${process.env.PATH ?? ''}` },
});
process.exit(status ?? 1);
