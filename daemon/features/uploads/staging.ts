import { stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { UploadId } from '#sdk/contract/formats/primitives.js';
import type { BlobStore } from '../../storage/blob-store.ts';
import type { UploadRecord } from './types.ts';

/** Returns the path of the bytes of an unfinished upload. */
export function stagedPath(blobs: BlobStore, id: UploadId): string {
  return join(blobs.stagingDirectory, id);
}

/**
 * Returns how many bytes of an upload are on the disk, or null when there is no file. Uploads resume from this size.
 */
export async function stagedSize(blobs: BlobStore, id: UploadId): Promise<number | null> {
  try {
    return (await stat(stagedPath(blobs, id))).size;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Truncates the file to the announced length: no request has sent the bytes beyond it. */
export async function trimStaged(blobs: BlobStore, { id, length }: UploadRecord): Promise<void> {
  const size = await stagedSize(blobs, id);
  if (size !== null && size > length) await truncate(stagedPath(blobs, id), length);
}
