import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { compileCommand } from '../compile.js';
import { root, toolCommand } from '../run-tool.js';

/** `npm run check`: all checks of the sources that do not run them. `npm run check lint` runs one. */
const steps = {
  format: toolCommand('@biomejs/biome', ['ci', '--log-level=warn'], 'biome'),
  types: compileCommand(),
  lint: toolCommand('oxlint', ['--type-aware']),
  graph: ['bin/dev/check/graph.js'],
  structure: ['dist/bin/dev/structure/check.js'],
  unused: toolCommand('knip', []),
  i18n: ['dist/bin/dev/check/i18n.js'],
  package: ['bin/dev/check/package.js'],
  docs: ['dist/bin/dev/generate-docs.js', '--check'],
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(steps, name));
if (unknown.length > 0) {
  throw new Error(`Unknown: ${unknown.join(', ')}. There are: ${Object.keys(steps).join(', ')}.`);
}

const failed = [];
const waiting = Object.keys(steps).filter((name) => wanted.length === 0 || wanted.includes(name));
// The others run or read what it compiles.
if (waiting.includes('types')) {
  waiting.splice(waiting.indexOf('types'), 1);
  await check('types');
}
await Promise.all(Array.from({ length: availableParallelism() }, checkWaiting));

if (failed.length > 0) {
  process.stdout.write(`Failed: ${failed.join(', ')}\n`);
  process.exitCode = 1;
}

async function checkWaiting() {
  for (let name = waiting.shift(); name; name = waiting.shift()) await check(name);
}

/** Runs one check, and prints what it says in one piece. */
async function check(name) {
  const child = spawn(process.execPath, steps[name], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => output.push(bytes));
  const code = await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
  process.stdout.write(`── ${name}\n${Buffer.concat(output).toString()}`);
  if (code !== 0) failed.push(name);
}
