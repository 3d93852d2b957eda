import type { ShareFile } from '#sdk/contract/files.js';

export interface Folder {
  kind: 'folder';
  name: string;
  /** Without a slash at the end; '' is the share itself. */
  path: string;
  /** All files below the folder, including those in its subfolders. */
  fileCount: number;
  size: number;
}

export interface FileEntry {
  kind: 'file';
  name: string;
  path: string;
  size: number;
  file: ShareFile;
}

export type Entry = Folder | FileEntry;

/** The direct entries of each folder, by its path. */
export type FileTree = ReadonlyMap<string, readonly Entry[]>;

/** Sorts a flat list of files into folders, in one pass. */
export function buildFileTree(files: readonly ShareFile[]): FileTree {
  const folders = new Map<string, Folder>();
  const contents = new Map<string, Entry[]>([['', []]]);
  for (const file of files) {
    const parent = parentOf(file.path);
    contentsOf(parent).push({ kind: 'file', name: file.name, path: file.path, size: file.size, file });
    addToFolders(parent, file.size);
  }
  return contents;

  function contentsOf(path: string): Entry[] {
    const known = contents.get(path);
    if (known) return known;
    const created: Entry[] = [];
    contents.set(path, created);
    const folder: Folder = { kind: 'folder', name: nameOf(path), path, fileCount: 0, size: 0 };
    folders.set(path, folder);
    contentsOf(parentOf(path)).push(folder);
    return created;
  }

  function addToFolders(path: string, size: number): void {
    for (let at = path; at !== ''; at = parentOf(at)) {
      const folder = folders.get(at);
      if (!folder) return;
      folder.fileCount += 1;
      folder.size += size;
    }
  }
}

export const sortKeys = ['name', 'size'] as const;
export type SortKey = (typeof sortKeys)[number];

export interface Sorting {
  key: SortKey;
  isDescending: boolean;
}

/** Folders first, then by the key; equal sizes by name. Names in the reader's order, numbers in them by value. */
export function sortEntries(entries: readonly Entry[], sorting: Sorting, locale: string): Entry[] {
  const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
  const direction = sorting.isDescending ? -1 : 1;
  return entries.toSorted((a, b) => {
    if (a.kind !== b.kind) return a.kind === 'folder' ? -1 : 1;
    const bySize = sorting.key === 'size' ? a.size - b.size : 0;
    return direction * (bySize || collator.compare(a.name, b.name));
  });
}

/** The folder that the list begins in: where the share holds one folder and nothing beside it, what is in it. */
export function findStart(tree: FileTree): string {
  let start = '';
  for (;;) {
    const [entry, ...others] = tree.get(start) ?? [];
    if (entry?.kind !== 'folder' || others.length > 0) return start;
    start = entry.path;
  }
}

/** The folders on the way to `path`, outermost first. */
export function breadcrumbsOf(path: string): { name: string; path: string }[] {
  if (path === '') return [];
  const names = path.split('/');
  return names.map((name, index) => ({ name, path: names.slice(0, index + 1).join('/') }));
}

export function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
