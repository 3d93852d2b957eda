import type { OwnerFile, ShareFile } from '#sdk/contract/files.js';
import { isoTime } from '#sdk/contract/formats/iso-time.js';
import { nameOfPath } from '#sdk/contract/formats/paths.js';
import type { DownloadCount } from './download-repo.ts';
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

export function presentOwnerFile(file: ShareFile, count: DownloadCount | undefined): OwnerFile {
  return { ...file, downloads: count?.downloads ?? 0, lastDownloadAt: isoTime(count?.lastAt ?? null) };
}
