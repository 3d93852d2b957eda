import { AppError } from '#sdk/contract/errors.js';
import { type BundleManifest, decodeBundleHead } from '#sdk/contract/formats/bundles.js';
import { findPathProblem, normalizePath } from '#sdk/contract/formats/paths.js';
import { newFileId } from '../../crypto/ids.ts';
import type { ByteSource } from '../../transfer/byte-source.ts';
import { createDigest } from '../../transfer/digests.ts';
import type { NewFile } from './finisher.ts';
import type { UploadRecord } from './types.ts';

/**
 * Returns the files in a bundle, each with its offset and its digests.
 *
 * @throws AppError `bundle_invalid`, `file_path_invalid`, `file_exists` for a path that occurs twice,
 *   `checksum_mismatch`
 */
export async function decodeBundle(upload: UploadRecord, source: ByteSource): Promise<NewFile[]> {
  const bytes = Buffer.allocUnsafe(Math.min(source.size, upload.length));
  await source.read(bytes, 0);
  const head = decodeBundleHead(bytes);
  if (!head) throw new AppError('bundle_invalid');
  const { manifest, contentStart } = head;
  checkSums(manifest, upload, contentStart);
  checkPaths(manifest);
  let offset = contentStart;
  return manifest.files.map(({ path, size, sha256, lastModified }) => {
    const digest = createDigest();
    digest.update(bytes.subarray(offset, offset + size));
    const found = digest.digest();
    if (found.sha256 !== sha256) throw new AppError('checksum_mismatch', { path });
    const pack = { id: upload.id, offset };
    offset += size;
    return {
      id: newFileId(),
      path: normalizePath(path),
      size,
      ...found,
      lastModified: lastModified ?? null,
      pack,
    };
  });
}

function checkSums({ files }: BundleManifest, upload: UploadRecord, contentStart: number): void {
  const content = files.reduce((sum, file) => sum + file.size, 0);
  const isAsAnnounced =
    files.length === upload.fileCount &&
    content === upload.contentSize &&
    contentStart + content === upload.length;
  if (!isAsAnnounced) throw new AppError('bundle_invalid');
}

function checkPaths({ files }: BundleManifest): void {
  const paths = new Set<string>();
  for (const file of files) {
    const path = normalizePath(file.path);
    const problem = findPathProblem(path);
    if (problem) throw new AppError('file_path_invalid', { path: path.slice(0, 200), problem });
    if (paths.has(path)) throw new AppError('file_exists', { path });
    paths.add(path);
  }
}
