import type { ShareFile } from '#sdk/contract/files.js';
import { isoTime } from '#sdk/contract/iso-time.js';
import { nameOfPath } from '#sdk/contract/paths.js';
import type { FileRecord } from './types.ts';

export function presentFile(
  { id, path, size, sha256, createdAt }: FileRecord,
  { type, preview }: Pick<ShareFile, 'type' | 'preview'>,
): ShareFile {
  return {
    id,
    name: nameOfPath(path),
    path,
    size,
    type,
    preview,
    sha256,
    createdAt: isoTime(createdAt),
  };
}
