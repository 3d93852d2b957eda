import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cruise } from 'dependency-cruiser';
import { allowedImports, rules } from '../graph/rules.js';
import { root } from '../run-tool.js';

/** `npm run check graph`: first tests every rule on imports planted for it, then checks the sources. */

const folders = ['sdk', 'daemon', 'web', 'cli', 'bin/dev'];

const options = {
  doNotFollow: { path: 'node_modules' },
  exclude: { path: '^dist/' },
  // `import type` counts too, because it is a dependency.
  tsPreCompilationDeps: true,
  combinedDependencies: false,
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['fileshare-source', 'import', 'node', 'default', 'types'],
    mainFields: ['module', 'main', 'types'],
  },
  validate: true,
  ruleSet: { forbidden: rules.map(({ plants, ...rule }) => ({ ...rule, severity: 'error' })) },
};

/** Returns the violations in a tree, each `{ rule, from, to }`, with `to` as written in the import. */
async function findViolations(baseDir, minimum) {
  const present = folders.filter((folder) => folder !== 'bin/dev' || baseDir === root);
  const { output } = await cruise(present, { ...options, baseDir });
  const sources = output.modules.filter(({ source }) => !source.includes('node_modules'));
  // No modules means that the compiler was not found, not that everything is fine.
  if (sources.length < minimum) throw new Error(`Only ${sources.length} modules were seen in ${baseDir}.`);
  return output.summary.violations.map(({ rule, from, unresolvedTo }) => ({
    rule: rule.name,
    from,
    to: unresolvedTo,
  }));
}

function plantTree(folder) {
  const files = new Map();
  const append = (file, line) => files.set(file, `${files.get(file) ?? 'export {};\n'}${line}`);
  const cases = [...rules.flatMap(({ plants }) => plants), ...allowedImports];
  for (const [from, to, kind] of cases) {
    append(from, importLine(from, to, kind));
    if (isLocal(to)) append(to, '');
  }
  append('daemon/cycle-b.ts', importLine('daemon/cycle-b.ts', 'daemon/cycle-a.ts'));
  for (const [file, text] of files) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  cpSync(path.join(root, 'package.json'), path.join(folder, 'package.json'));
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  return files.size;
}

const isLocal = (target) => /^(sdk|daemon|web|cli|bin)\//.test(target);

function importLine(from, to, kind = 'value') {
  const specifier = JSON.stringify(specifierOf(from, to));
  if (kind === 'type') return `import type {} from ${specifier};\n`;
  return kind === 'dynamic' ? `await import(${specifier});\n` : `import ${specifier};\n`;
}

function specifierOf(from, to) {
  if (!isLocal(to)) return to;
  if (to.startsWith('sdk/') && !from.startsWith('sdk/')) return `#${to.replace(/\.ts$/, '.js')}`;
  const relative = path.posix.relative(path.posix.dirname(from), to);
  return relative.startsWith('.') ? relative : `./${relative}`;
}

/** Returns the problems of the rules themselves. */
async function proveRules() {
  mkdirSync(path.join(root, 'dist'), { recursive: true });
  const folder = mkdtempSync(path.join(root, 'dist', '.graph-'));
  try {
    const count = plantTree(folder);
    const violations = await findViolations(folder, count - 5);
    const caught = new Set(violations.map(({ rule, from, to }) => `${rule} ${from} ${to}`));
    const missed = rules.flatMap(({ name, plants }) =>
      plants
        .filter(([from, to]) => !caught.has(`${name} ${from} ${specifierOf(from, to).replace(/^node:/, '')}`))
        .map(([from, to]) => `The rule ${name} does not catch: ${from} → ${to}`),
    );
    const overcaught = violations
      .filter(({ from }) => allowedImports.some(([file]) => file === from))
      .map(({ rule, from, to }) => `The rule ${rule} catches what is allowed: ${from} → ${to}`);
    return [...missed, ...overcaught];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const problems = await proveRules();
if (problems.length === 0) {
  const violations = await findViolations(root, 50);
  problems.push(...violations.map(({ rule, from, to }) => `${rule}: ${from} → ${to}`));
}
for (const problem of problems) process.stdout.write(`${problem}\n`);
if (problems.length > 0) process.exitCode = 1;
