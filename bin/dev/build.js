import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileCommand } from './compile.js';
import { root, run, toolCommand } from './run-tool.js';

/** Builds everything that is published. Plain JavaScript, because it runs before anything is compiled. */

const dist = path.join(root, 'dist');
const stampFile = path.join(dist, '.tsbuildinfo', 'build.stamp');
const compiled = ['sdk', 'daemon', 'cli'];
const parts = [...compiled, 'web'];
const toolFiles = [
  'package-lock.json',
  'tsconfig.json',
  'bin/dev/build.js',
  'bin/dev/compile.js',
  'bin/dev/program.config.js',
];

/** Compiles the sources into `dist`, without leaving files of deleted sources there. */
export function build() {
  // Computed first: a source that changes during the build makes the next build run again.
  const stamp = sourceStamp();
  rmSync(stampFile, { force: true });
  runStep(compileCommand(...compiled));
  cpSync(path.join(root, 'sdk/i18n/locales'), path.join(dist, 'sdk/i18n/locales'), { recursive: true });
  removeLeftovers();
  // A build started by tests inherits their environment, and would include React's development runtime.
  const env = { NODE_ENV: 'production' };
  for (const config of ['bin/dev/program.config.js', 'web/vite.config.ts']) {
    runStep(toolCommand('vite', ['build', '--config', config, '--logLevel', 'warn']), env);
  }
  mkdirSync(path.dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
}

/** Files that were compiled from deleted sources would be published too. */
function removeLeftovers() {
  const extensions = ['.ts', '.tsx', '.js'];
  for (const output of compiled.flatMap((folder) => listFiles(path.join('dist', folder)))) {
    const source = path.relative('dist', output);
    const stem = source.replace(/(\.d\.ts|\.js)(\.map)?$/, '');
    const origins = [source, ...extensions.map((extension) => stem + extension)];
    if (!origins.some((file) => existsSync(path.join(root, file)))) rmSync(path.join(root, output));
  }
}

/** Whether `dist` was built from exactly the current sources. */
export function isBuilt() {
  try {
    return readFileSync(stampFile, 'utf8') === sourceStamp();
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

/** Returns a digest of all sources: modification times are unreliable after a checkout, a copy or a restored cache. */
function sourceStamp() {
  const hash = createHash('sha256');
  for (const file of [...toolFiles, ...parts.flatMap(listSources)]) {
    hash.update(`${file}\0`).update(readFileSync(path.join(root, file)));
  }
  return hash.digest('hex');
}

function listSources(folder) {
  return listFiles(folder)
    .filter((file) => !/\.(test|suite)\.tsx?$|[\\/]e2e[\\/]/.test(file))
    .sort();
}

/** Lists the files below a folder, relative to the root of the repository. */
function listFiles(folder) {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

function runStep(command, env) {
  if (!run(command, env)) throw new Error(`The build failed at: ${command.join(' ')}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) build();
