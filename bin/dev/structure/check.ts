import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { api } from '#sdk/contract/api.js';
import { configKeys } from '#sdk/contract/config.js';
import { tests } from '../graph/patterns.js';
import { endpoints, variables } from './contract.ts';
import { folders, prefixes } from './folders.ts';
import { pages } from './pages.ts';
import { applyRule, proveRule, type Tree } from './rule.ts';

/**
 * `npm run check structure`, from the root of the repository: first tests every rule on what is planted for it, then
 * checks the sources.
 */

const rules = [endpoints, variables, pages, prefixes, folders];

const tree: Tree = {
  sources: Object.fromEntries(
    ['sdk', 'daemon', 'web', 'cli', 'bin']
      .flatMap(listSources)
      .map((file) => [file, readFileSync(file, 'utf8')]),
  ),
  endpoints: Object.entries(api).flatMap(([group, members]) =>
    Object.keys(members).map((name) => `${group}.${name}`),
  ),
  variables: configKeys,
};

function listSources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file.replaceAll('\\', '/')))
    .filter((file) => /\.(tsx?|js)$/.test(file) && !file.endsWith('.d.ts') && !new RegExp(tests).test(file));
}

const wrong = rules.flatMap(proveRule);
const problems = wrong.length > 0 ? wrong : rules.flatMap((rule) => applyRule(rule, tree));
for (const problem of problems) process.stdout.write(`${problem}\n`);
if (problems.length > 0) process.exitCode = 1;
