import { toOneLine } from '#sdk/contract/formats/one-line.js';
import type { PickedFiles } from '../../uploading/picked-files.ts';

const longestName = 100;

/** A name to begin with: that of the one folder or file that was chosen. Several have none in common. */
export function defaultNameOf(files: PickedFiles): string {
  const names = new Set<string>();
  let isFolder = false;
  for (const path of files.keys()) {
    const [name = '', below] = path.split('/', 2);
    isFolder = below !== undefined;
    names.add(name);
    if (names.size > 1) return '';
  }
  const [name = ''] = names;
  // Afterwards, because the cut can halve a character.
  return toOneLine((isFolder ? name : withoutExtension(name)).slice(0, longestName));
}

function withoutExtension(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}
