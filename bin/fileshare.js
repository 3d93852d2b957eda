#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { homedir } from 'node:os';
import v8 from 'node:v8';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`fileshare needs Node 20.19 or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const argv = process.argv.slice(2);

// The commonest question of scripts is answered before anything else is loaded.
if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
  process.stdout.write(`${version}\n`);
} else {
  await start();
}

async function start() {
  // Files are read and written in the thread pool. Node 20 has started it by now: there only the environment counts.
  process.env.UV_THREADPOOL_SIZE ??= '16';
  // React's development build would measure every frame.
  process.env.NODE_ENV ??= 'production';
  ensureHome();
  module.enableCompileCache?.();
  const entry = new URL('../dist/program/main.js', import.meta.url);
  if (!existsSync(entry)) {
    process.stderr.write('fileshare is not built yet. Run: npm run build\n');
    process.exit(1);
  }
  const { main } = await import(entry.href).catch(explainMissing);
  await main(argv, { version, loadHost });
}

/** A service can run as a user whom no list of users has. Asking for the home folder throws then, unless one is set. */
function ensureHome() {
  try {
    homedir();
  } catch {
    process.env.HOME = '/';
  }
}

async function loadHost() {
  keepYoungHeapSmall();
  const { host } = await import('../dist/program/host.js').catch(explainMissing);
  return host;
}

/**
 * The start allocates so much that V8 would enlarge the heap of young objects to its maximum, which then stays. Once the
 * first jobs have run it may grow, for a server under load.
 */
function keepYoungHeapSmall() {
  v8.setFlagsFromString('--semi-space-growth-factor=1');
  setTimeout(() => v8.setFlagsFromString('--semi-space-growth-factor=2'), 10_000).unref();
}

/** The SDK needs few packages. All others are optional, so that `npm install --omit=optional` leaves them out. */
function explainMissing(error) {
  const [, name] = /^Cannot find package '([^']+)'/.exec(error.message) ?? [];
  if (error.code !== 'ERR_MODULE_NOT_FOUND' || !name) throw error;
  process.stderr.write(`fileshare: the package ${name} is missing: only the SDK works without it.\n`);
  process.stderr.write('Install fileshare again, without --omit=optional.\n');
  process.exit(1);
}
