import type { PickedFiles } from '../picked-files.ts';
import { isFolderKey, keysOf, nameOfItem } from './upload-items.ts';

/** The keys of the items that are directly in each folder; those of no folder are under the empty key. */
export type FileTree = ReadonlyMap<string, readonly string[]>;

const top = '';

export function treeOf(files: PickedFiles): FileTree {
  const tree = new Map<string, string[]>([[top, []]]);
  for (const path of files.keys()) {
    let parent = top;
    for (const key of keysOf(path)) {
      if (!tree.has(key)) tree.get(parent)?.push(key);
      if (isFolderKey(key) && !tree.has(key)) tree.set(key, []);
      parent = key;
    }
  }
  return tree;
}

/** How much of a folder is shown. */
export type Opening = 'closed' | 'some' | 'all';
/** The folders that somebody has opened or closed. */
export type Openings = ReadonlyMap<string, Opening>;

export type TreeRow =
  | { kind: 'item'; key: string; depth: number; opening: Opening }
  /** Stands for the rest of a folder. */
  | { kind: 'more'; key: string; depth: number; count: number };

/** Of a folder that has just been opened, and of what is in no folder. */
const shownAtFirst = { inside: 5, top: 12 } as const;
/** A row that stands for so few would save nothing. */
const tooFewToHide = 2;

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** The rows of a list. A single folder is open from the start. */
export function rowsOf(tree: FileTree, openings: Openings): TreeRow[] {
  const items = tree.get(top) ?? [];
  const openingOf = (key: string): Opening => {
    if (!isFolderKey(key)) return 'closed';
    return openings.get(key) ?? (items.length === 1 && key === items[0] ? 'some' : 'closed');
  };
  const rowsIn = (parent: string, depth: number, opening: Opening): TreeRow[] => {
    const keys = tree.get(parent) ?? [];
    const isTop = parent === top;
    const most = isTop ? shownAtFirst.top : shownAtFirst.inside;
    const isWhole = opening === 'all' || keys.length <= most + tooFewToHide;
    const sorted = isTop ? keys : sortItems(keys);
    const rows = sorted.slice(0, isWhole ? keys.length : most).flatMap((key): TreeRow[] => {
      const row = { kind: 'item', key, depth, opening: openingOf(key) } as const;
      return row.opening === 'closed' ? [row] : [row, ...rowsIn(key, depth + 1, row.opening)];
    });
    return isWhole ? rows : [...rows, { kind: 'more', key: parent, depth, count: keys.length - most }];
  };
  return rowsIn(top, 0, openings.get(top) ?? 'some');
}

/** Folders first, each kind by name: the system hands the content of a folder over in any order. */
function sortItems(keys: readonly string[]): string[] {
  return keys.toSorted(
    (a, b) => Number(isFolderKey(b)) - Number(isFolderKey(a)) || byName.compare(nameOfItem(a), nameOfItem(b)),
  );
}

/** Opens every folder around the files, and shows all of it. */
export function openAround(paths: Iterable<string>): Openings {
  const folders = [...paths].flatMap((path) => [top, ...keysOf(path).filter(isFolderKey)]);
  return new Map(folders.map((key) => [key, 'all']));
}
