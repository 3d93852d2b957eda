import type { ShareKey, UploadId } from '#sdk/contract/formats/primitives.js';

/** Moments are milliseconds since 1970, sizes are bytes. */
export interface UploadRecord {
  id: UploadId;
  shareKey: ShareKey;
  /** `bundle`: many files in one upload, see the contract. */
  kind: 'file' | 'bundle';
  /** For a bundle, the name that its client chose with a `/` in front, so that it is no path of a file. */
  path: string;
  /** Announced bytes. */
  length: number;
  /** Bytes that count in the share, reserved until the upload ends: all of them, or those of the files in a bundle. */
  contentSize: number;
  fileCount: number;
  /** Bytes received as of the end of the last request; uploads resume from the size of the staged bytes. */
  received: number;
  /** `committed`: it has become the file with the same id. */
  state: 'receiving' | 'committed';
  expectedSha256: string | null;
  lastModified: number | null;
  /** Replaces a file of the same path. */
  replaces: boolean;
  createdAt: number;
  activeAt: number;
}

/** Returns how the counters of the share change when an unfinished upload ends. */
export function releaseOf({ contentSize, fileCount }: UploadRecord) {
  return { reservedSize: -contentSize, reserved: -fileCount };
}

/** Milliseconds until an unfinished upload expires after its last byte. */
export const uploadLifetime = 86_400_000;
