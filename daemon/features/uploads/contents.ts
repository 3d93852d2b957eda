import { AppError } from '#sdk/contract/errors.js';
import { createGate } from '../../crypto/bounded-gate.ts';
import { fileIdOf } from '../../crypto/ids.ts';
import type { Staging } from '../../storage/staging.ts';
import { decodeBundle } from './bundle.ts';
import type { NewFile } from './finisher.ts';
import type { UploadRecord } from './types.ts';

/**
 * Reads the files that a complete upload contains.
 *
 * @throws AppError `checksum_mismatch`, `bundle_invalid`, `file_path_invalid`
 */
export type ReadContents = (upload: UploadRecord) => Promise<NewFile[]>;

export function createReadContents({ staging }: { staging: Staging }): ReadContents {
  async function readFile(upload: UploadRecord): Promise<NewFile> {
    const { id, path, length, lastModified, expectedSha256 } = upload;
    const { sha256, crc32 } = await staging.digest(id, length);
    if (expectedSha256 && expectedSha256 !== sha256) throw new AppError('checksum_mismatch', { path });
    return { id: fileIdOf(id), path, size: length, sha256, crc32, lastModified, pack: null };
  }

  // Each bundle is held in memory as a whole.
  const unpacking = createGate({ width: 2, queueLength: Number.POSITIVE_INFINITY, retryAfterSeconds: 0 });

  async function readBundle(upload: UploadRecord): Promise<NewFile[]> {
    const source = await staging.read(upload.id);
    try {
      return await decodeBundle(upload, source);
    } finally {
      await source.close();
    }
  }

  return async (upload) =>
    upload.kind === 'bundle' ? unpacking(() => readBundle(upload)) : [await readFile(upload)];
}
