import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { isEarly } from './own-early.ts';

/** The page that most visitors open first, and what it shows of its files. */
const firstParts = ['ShareViewPage.tsx', 'one-file/OneFile.tsx', 'files/FileBrowser.tsx'].map((name) =>
  join(import.meta.dirname, '../features/share-view', name),
);

const zod = '/node_modules/zod/';

/** What the first page imports from a module of many exports, but does not use. The bundler's own rules place it. */
const unused = [
  /\/node_modules\/@mui\/.*\/(InputBase|TextareaAutosize|FormControl|FormLabel|FormHelperText|OutlinedInput|debounce|mergeSlotProps)/,
  /\/node_modules\/@mui\/.*\/(useMediaQuery|useThemeProps|toggleButtonClasses|createChainedFunction|isHostComponent|isEventHandler)/,
  /\/node_modules\/@tanstack\/.*(infiniteQueryObserver|useInfiniteQuery|mutationObserver|useMutation)/,
  /\/sdk\/client\/(upload\/types|browser\/(file-sources|upload-journal))\.ts$/,
  /\/sdk\/contract\/(formats\/(addresses|expiration|iso-time|one-line|paths|return-path))\.ts$/,
];

const outlineParts = /\/web\/ui\/feedback\/(PageOutline|Loading|(Figures|Form|Rows)Skeleton)\.tsx$/;

/**
 * Few files instead of one for each set of users: a request costs more than the little code that a page does not need.
 */
export const codeGroups: Rolldown.CodeSplittingGroup[] = [
  // Every page loads all of it.
  {
    name: (id, context) => (isUsed(id, context) ? 'start' : null),
    tags: ['$initial'],
    priority: 1,
    includeDependenciesRecursively: false,
  },
  // What other pages share with the first one.
  {
    name: (id, context) => (isUsed(id, context) && isLoadedFirst(id, context) ? 'share' : null),
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  // What is shown in place of other pages must not take a request for each of its parts.
  { name: 'outline', test: outlineParts, includeDependenciesRecursively: false },
];

/** The schemas of the contract are for forms. */
function isUsed(id: string, context: Rolldown.ChunkingContext): boolean {
  const isSchema = [id, ...(context.getModuleInfo(id)?.importedIds ?? [])].some((one) => one.includes(zod));
  return !isEarly(id) && !isSchema && !unused.some((pattern) => pattern.test(id));
}

let firstModules: ReadonlySet<string> | undefined;

function isLoadedFirst(id: string, context: Rolldown.ChunkingContext): boolean {
  if (!firstModules) {
    const found = new Set<string>();
    for (const part of firstParts) importsOf(part, context, found);
    firstModules = found;
  }
  return firstModules.has(id);
}

/** Adds the module and everything that it imports, without what it loads later. */
function importsOf(id: string, context: Rolldown.ChunkingContext, found: Set<string>): void {
  if (found.has(id)) return;
  found.add(id);
  for (const imported of context.getModuleInfo(id)?.importedIds ?? []) importsOf(imported, context, found);
}
