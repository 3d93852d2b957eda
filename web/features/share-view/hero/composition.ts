import type { ShareFile } from '#sdk/contract/files.js';
import { type FileType, fileTypeOf } from '../../../ui/files/file-type.ts';

export interface Part {
  type: FileType;
  size: number;
  fileCount: number;
}

/** The types of files that a share has, the largest first. */
export function compositionOf(files: readonly ShareFile[]): Part[] {
  const parts = new Map<FileType, Part>();
  for (const { name, size } of files) {
    const type = fileTypeOf(name);
    const part = parts.get(type);
    if (part) {
      part.size += size;
      part.fileCount += 1;
    } else {
      parts.set(type, { type, size, fileCount: 1 });
    }
  }
  return [...parts.values()].sort((a, b) => b.size - a.size);
}

/** Types of files that are counted by a word of their own; all others are files. */
export const countedTypes = ['picture', 'film', 'sound', 'document'] as const;
export type CountedType = (typeof countedTypes)[number] | 'file';

/** What all files of a share are. */
export function commonType(parts: readonly Part[]): CountedType {
  const [only] = parts;
  return (parts.length === 1 && countedTypes.find((type) => type === only?.type)) || 'file';
}
