import { useDeferredValue, useMemo } from 'react';
import type { ShareFile } from '#sdk/contract/files.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { searchFiles } from './file-search.ts';
import { buildFileTree, type Entry, parentOf, type Sorting, sortEntries } from './file-tree.ts';

interface Wanted {
  /** Of the address; what does not exist is the share itself. */
  folder: string | null;
  /** The file that is shown over the list */
  file: string | null;
  search: string;
  sorting: Sorting;
}

/** What the list shows: one folder, or what was found in all of them. */
export function useEntries(files: readonly ShareFile[], { folder, file, search, sorting }: Wanted) {
  const { locale } = useTranslator();
  const tree = useMemo(() => buildFileTree(files), [files]);
  // A link to a file shows it before the folder it is in.
  const wanted = folder ?? parentOf(file ?? '');
  const shown = tree.has(wanted) ? wanted : '';
  const words = useDeferredValue(search.trim());
  const isSearch = words !== '';
  const entries = useMemo<Entry[]>(() => {
    const unsorted = isSearch ? searchFiles(files, words) : (tree.get(shown) ?? []);
    return sortEntries(unsorted, sorting, locale);
  }, [files, words, isSearch, tree, shown, sorting, locale]);
  return { entries, folder: shown, isSearch, hasFolders: tree.size > 1 };
}
