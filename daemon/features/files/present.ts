import type { ShareFile } from '#sdk/contract/files.js';
import { isoTime } from '#sdk/contract/iso-time.js';
import { nameOfPath } from '#sdk/contract/paths.js';
import type { FileRecord } from './types.ts';

export function presentFile(file: FileRecord, mediaType: string): ShareFile {
  const { id, path, size, sha256, createdAt } = file;
  const created = isoTime(createdAt);
  return {
    id,
    name: nameOfPath(path),
    path,
    size,
    type: mediaType,
    preview: null,
    sha256,
    createdAt: created,
  };
}
