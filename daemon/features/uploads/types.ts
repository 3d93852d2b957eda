import type { ShareKey, UploadId } from '#sdk/contract/formats/primitives.js';

/** Moments are milliseconds since 1970, sizes bytes. */
export interface UploadRecord {
  id: UploadId;
  shareKey: ShareKey;
  /** `bundle`: many files in one, see the contract. */
  kind: 'file' | 'bundle';
  /** Of a bundle the name that its client chose, with a `/` in front, so that it is no path of a file. */
  path: string;
  /** Announced. */
  length: number;
  /** What of it counts in the share, reserved until the upload ends: all, or the files of a bundle. */
  contentSize: number;
  fileCount: number;
  /** Received, as of the end of the last request; what counts for resuming is the staged file. */
  received: number;
  /** `committed`: it has become the file of the same id. */
  state: 'receiving' | 'committed';
  expectedSha256: string | null;
  lastModified: number | null;
  /** Takes the place of a file of the same path. */
  replaces: boolean;
  createdAt: number;
  activeAt: number;
}

/** How the counters of its share change when an unfinished upload ends. */
export function releaseOf({ contentSize, fileCount }: UploadRecord) {
  return { reservedSize: -contentSize, reserved: -fileCount };
}

/** Milliseconds an unfinished upload lives after its last byte. */
export const uploadLifetime = 86_400_000;
