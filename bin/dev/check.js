import { compile } from './compile.js';
import { runScript, runTool } from './run-tool.js';

/** `npm run check`: all checks of the sources that do not run them. `npm run check lint` runs one. */
const steps = {
  format: () => runTool('@biomejs/biome', ['ci', '--log-level=warn'], { program: 'biome' }),
  types: () => compile(),
  lint: () => runTool('oxlint', ['--type-aware']),
  graph: () => runScript('bin/dev/check-graph.js', []),
  structure: () => runScript('dist/bin/dev/structure/check.js', []),
  unused: () => runTool('knip', []),
  i18n: () => runScript('dist/bin/dev/check-i18n.js', []),
  package: () => runScript('bin/dev/check-package.js', []),
  docs: () => runScript('dist/bin/dev/generate-docs.js', ['--check']),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(steps, name));
if (unknown.length > 0) {
  throw new Error(`Unknown: ${unknown.join(', ')}. There are: ${Object.keys(steps).join(', ')}.`);
}

const failed = [];
for (const [name, run] of Object.entries(steps)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stdout.write(`── ${name}\n`);
  if (!run()) failed.push(name);
}

if (failed.length > 0) {
  process.stdout.write(`Failed: ${failed.join(', ')}\n`);
  process.exitCode = 1;
}
