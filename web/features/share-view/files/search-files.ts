import type { ShareFile } from '#sdk/contract/files.js';
import type { FileEntry } from './file-tree.ts';

/** Files of all folders whose path has every word, whatever its accents and capitals. */
export function searchFiles(files: readonly ShareFile[], search: string): FileEntry[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  return files
    .filter(({ path }) => {
      const folded = fold(path);
      return words.every((word) => folded.includes(word));
    })
    .map((file) => ({ kind: 'file', name: file.name, path: file.path, size: file.size, file }));
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
}
