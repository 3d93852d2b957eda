import type { ShareFile } from '#sdk/contract/files.js';
import { nameOfPath } from '#sdk/contract/paths.js';
import { mediaTypeOf } from './media-types.ts';
import type { FileRecord } from './types.ts';

export function presentFile({ id, path, size, sha256, createdAt }: FileRecord): ShareFile {
  const name = nameOfPath(path);
  return {
    id,
    name,
    path,
    size,
    type: mediaTypeOf(name),
    sha256,
    createdAt: new Date(createdAt).toISOString(),
  };
}
