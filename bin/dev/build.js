import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { root, runTool } from './run-tool.js';

/** Builds everything that is published. Plain JavaScript, because it runs before anything is compiled. */

const dist = path.join(root, 'dist');
const stampFile = path.join(dist, '.tsbuildinfo', 'build.stamp');
const compiled = ['sdk', 'daemon', 'cli'];
const parts = [...compiled, 'web'];
const toolFiles = ['package-lock.json', 'tsconfig.json', 'bin/dev/build.js'];

/** Compiles the sources into `dist`, where nothing of deleted sources stays behind. */
export function build() {
  // Taken first: a source that changes meanwhile makes the next build run again.
  const stamp = sourceStamp();
  rmSync(stampFile, { force: true });
  run('typescript', ['-b', ...compiled], { program: 'tsc' });
  cpSync(path.join(root, 'sdk/i18n/locales'), path.join(dist, 'sdk/i18n/locales'), { recursive: true });
  removeLeftovers();
  // A build that tests ask for inherits their environment, and would hold React's development runtime.
  const env = { NODE_ENV: 'production' };
  run('vite', ['build', '--config', 'web/vite.config.ts', '--logLevel', 'warn'], { env });
  mkdirSync(path.dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
}

/** What was compiled from sources that are gone would be published, too. */
function removeLeftovers() {
  const extensions = ['.ts', '.tsx', '.js'];
  for (const output of compiled.flatMap((folder) => listFiles(path.join('dist', folder)))) {
    const source = path.relative('dist', output);
    const stem = source.replace(/(\.d\.ts|\.js)(\.map)?$/, '');
    const origins = [source, ...extensions.map((extension) => stem + extension)];
    if (!origins.some((file) => existsSync(path.join(root, file)))) rmSync(path.join(root, output));
  }
}

/** True when `dist` was built from exactly the sources that are there now. */
export function isBuilt() {
  try {
    return readFileSync(stampFile, 'utf8') === sourceStamp();
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

/** A digest of all sources: modification times say nothing after a checkout, a copy or a restored cache. */
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

/** The files below a folder, from the root of the repository. */
function listFiles(folder) {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

function run(packageName, args, options) {
  if (!runTool(packageName, args, options))
    throw new Error(`The build failed at: ${packageName} ${args.join(' ')}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) build();
