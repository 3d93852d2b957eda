import type { ShareFile } from '#sdk/contract/files.js';
import { type FileType, fileTypeOf } from '../../../ui/files/file-type.ts';

export interface Part {
  type: FileType;
  size: number;
  fileCount: number;
}

/** The types of files that a share has, the largest first. */
export function compositionOf(files: readonly ShareFile[]): Part[] {
  const parts = Array.from(filesByType(files), ([type, ofType]) => ({
    type,
    size: ofType.reduce((sum, { size }) => sum + size, 0),
    fileCount: ofType.length,
  }));
  return parts.sort((a, b) => b.size - a.size);
}

/** The files of each type. Of a list it is found out once: a slow phone needs a while for ten thousand. */
export function filesByType(files: readonly ShareFile[]): ReadonlyMap<FileType, readonly ShareFile[]> {
  const known = groupsOfLists.get(files);
  if (known) return known;
  const groups = new Map<FileType, ShareFile[]>();
  for (const file of files) {
    const type = fileTypeOf(file.name);
    const group = groups.get(type);
    if (group) group.push(file);
    else groups.set(type, [file]);
  }
  groupsOfLists.set(files, groups);
  return groups;
}

const groupsOfLists = new WeakMap<readonly ShareFile[], ReadonlyMap<FileType, readonly ShareFile[]>>();

/** Types of files that are counted by a word of their own; all others are files. */
export const countedTypes = ['picture', 'film', 'sound', 'document'] as const;
export type CountedType = (typeof countedTypes)[number] | 'file';

/** What all files of a share are. */
export function commonType(parts: readonly Part[]): CountedType {
  const [only] = parts;
  return (parts.length === 1 && countedTypes.find((type) => type === only?.type)) || 'file';
}
