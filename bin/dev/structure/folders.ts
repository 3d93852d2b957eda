import path from 'node:path';
import type { Finding, Rule, Tree } from './rule.ts';

/** The rules for the number of files in a folder. Tests do not count. */

const mostFiles = 25;
const mostOfOnePrefix = 3;

/** Prefixes that need not become a folder: React requires that the names of hooks begin with `use`. */
const allowed = ['use'];

function groupBy(files: readonly string[], keyOf: (file: string) => string): [string, string[]][] {
  const groups = new Map<string, string[]>();
  for (const file of files) groups.set(keyOf(file), [...(groups.get(keyOf(file)) ?? []), file]);
  return [...groups];
}

const groupByFolder = (sources: Tree['sources']) => groupBy(Object.keys(sources), path.posix.dirname);

/** Returns `upload` for `upload-queue.ts`, `share` for `ShareTable.tsx`. */
function prefixOf(file: string): string {
  const name = nameOf(file);
  return (/^[A-Z][a-z0-9]*/.exec(name)?.[0] ?? name.split('-')[0] ?? name).toLowerCase();
}

const nameOf = (file: string) => path.posix.basename(file).replace(/\.\w+$/, '');

/** A component is named after what it shows, so `shares/ShareTable.tsx` may repeat the name of its folder. */
function repeatsFolder(file: string): boolean {
  const folder = path.posix.basename(path.posix.dirname(file));
  const start = folder.replace(/s$/, '').replaceAll('-', '');
  return /^[A-Z]/.test(nameOf(file)) && nameOf(file).toLowerCase().startsWith(start);
}

function listPrefixes(folder: string, files: readonly string[]): Finding[] {
  const counted = files.filter((file) => !allowed.includes(prefixOf(file)) && !repeatsFolder(file));
  return groupBy(counted, prefixOf)
    .filter(([, { length }]) => length > mostOfOnePrefix)
    .map(([prefix, { length }]) => ({
      at: `${folder}/${prefix}-`,
      text: `${length} files share this prefix: make it a folder`,
    }));
}

const plant = (...files: string[]) => ({ sources: Object.fromEntries(files.map((file) => [file, ''])) });

export const prefixes: Rule = {
  name: 'a-shared-prefix-is-a-folder',
  find: ({ sources }) => groupByFolder(sources).flatMap(([folder, files]) => listPrefixes(folder, files)),
  plants: [
    { tree: plant('a/up-a.ts', 'a/up-b.ts', 'a/up-c.ts', 'a/up-d.ts'), finds: ['a/up-'] },
    { tree: plant('a/up.ts', 'a/up-b.ts', 'a/UpList.tsx', 'a/up-d.js'), finds: ['a/up-'] },
    { tree: plant('a/UpA.tsx', 'a/UpB.tsx', 'a/UpC.tsx', 'a/UpD.tsx'), finds: ['a/up-'] },
    { tree: plant('ups/up-a.ts', 'ups/up-b.ts', 'ups/up-c.ts', 'ups/up-d.ts'), finds: ['ups/up-'] },
    { tree: plant('a/up-a.ts', 'a/up-b.ts', 'a/up-c.ts', 'a/b/up-d.ts', 'a/update.ts'), finds: [] },
    { tree: plant('a/use-a.ts', 'a/use-b.ts', 'a/use-c.ts', 'a/use-d.ts'), finds: [] },
    { tree: plant('ups/UpA.tsx', 'ups/UpB.tsx', 'ups/UpC.tsx', 'ups/UpD.tsx'), finds: [] },
    { tree: plant('up-it/UpItA.tsx', 'up-it/UpItB.tsx', 'up-it/UpItC.tsx', 'up-it/UpItD.tsx'), finds: [] },
  ],
};

/** Migrations are found by their number, however many there are: `0025-malware-rescan.ts`. */
const isNumbered = (file: string) => /^\d{4}-/.test(nameOf(file));

const many = Array.from({ length: mostFiles }, (_, index) => `a/b/${index}.ts`);

export const folders: Rule = {
  name: 'a-large-folder-has-walls',
  find: ({ sources }) =>
    groupByFolder(sources)
      .map(([at, files]) => [at, files.filter((file) => !isNumbered(file))] as const)
      .filter(([, { length }]) => length > mostFiles)
      .map(([at, { length }]) => ({ at, text: `${length} files: give it subfolders` })),
  plants: [
    { tree: plant(...many, 'a/b/one-more.ts'), finds: ['a/b'] },
    { tree: plant(...many, 'a/b/0026-one-more.ts'), finds: [] },
    { tree: plant(...many, 'a/one-more.ts', 'a/b/c/one-more.ts'), finds: [] },
  ],
};
