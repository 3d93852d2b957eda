import type { ShareKey, UploadId } from '#sdk/contract/primitives.js';

/** Moments are milliseconds since 1970, sizes bytes. */
export interface UploadRecord {
  id: UploadId;
  shareKey: ShareKey;
  path: string;
  /** Announced; reserved in the share until the upload ends. */
  length: number;
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
