import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { UploadId } from '#sdk/contract/primitives.js';
import type { BlobStore } from '../../storage/blob-store.ts';

/** Where the bytes of an unfinished upload are. */
export function stagedPath(blobs: BlobStore, id: UploadId): string {
  return join(blobs.stagingDirectory, id);
}

/** How many bytes of an upload are on the disk, or null when there is no file. This is what resuming goes by. */
export async function stagedSize(blobs: BlobStore, id: UploadId): Promise<number | null> {
  try {
    return (await stat(stagedPath(blobs, id))).size;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
