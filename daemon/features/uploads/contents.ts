import { AppError } from '#sdk/contract/errors.js';
import { createGate } from '../../crypto/bounded-gate.ts';
import { fileIdOf } from '../../crypto/ids.ts';
import type { BlobStore } from '../../storage/blob-store.ts';
import type { Digester } from '../../transfer/digester.ts';
import { openFileSource } from '../../transfer/file-source.ts';
import { decodeBundle } from './bundle.ts';
import type { NewFile } from './finisher.ts';
import { stagedPath, stagedSize } from './staging.ts';
import type { UploadRecord } from './types.ts';

interface Deps {
  blobs: BlobStore;
  digester: Digester;
}

/**
 * Reads the files that a complete upload contains.
 *
 * @throws AppError `checksum_mismatch`, `bundle_invalid`, `file_path_invalid`
 */
export type ReadContents = (upload: UploadRecord) => Promise<NewFile[]>;

export function createReadContents({ blobs, digester }: Deps): ReadContents {
  /** The bytes are staged, or were moved already by a run that ended before its transaction. */
  async function locate({ id }: UploadRecord): Promise<string> {
    return (await stagedSize(blobs, id)) === null ? blobs.pathOf(id) : stagedPath(blobs, id);
  }

  async function readFile(upload: UploadRecord): Promise<NewFile> {
    const { id, path, length, lastModified, expectedSha256 } = upload;
    const { sha256, crc32 } = await digester.digest(id, await locate(upload), length);
    if (expectedSha256 && expectedSha256 !== sha256) throw new AppError('checksum_mismatch', { path });
    return { id: fileIdOf(id), path, size: length, sha256, crc32, lastModified, pack: null };
  }

  // Each bundle is held in memory as a whole.
  const unpacking = createGate({ width: 2, queueLength: Number.POSITIVE_INFINITY, retryAfterSeconds: 0 });

  async function readBundle(upload: UploadRecord): Promise<NewFile[]> {
    const source = await openFileSource(await locate(upload));
    try {
      return await decodeBundle(upload, source);
    } finally {
      await source.close();
    }
  }

  return async (upload) =>
    upload.kind === 'bundle' ? unpacking(() => readBundle(upload)) : [await readFile(upload)];
}
