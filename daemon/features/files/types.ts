import type { FileId, ShareId, ShareKey } from '#sdk/contract/primitives.js';

/** A finished file. Moments are milliseconds since 1970, sizes bytes. */
export interface FileRecord {
  id: FileId;
  shareKey: ShareKey;
  /** Folders and name, joined by `/`. */
  path: string;
  size: number;
  /** Lower-case hexadecimal */
  sha256: string;
  crc32: number;
  /** As the uploader's disk had it. */
  lastModified: number | null;
  createdAt: number;
  /** Where it lies when it came in a bundle; null: it has a blob of its own, of the same id. */
  pack: { id: string; offset: number } | null;
  /** When its bytes were found to be missing or wrong. */
  damagedAt: number | null;
}

/** What this feature needs to know of the share the files are in. */
export interface FileShare {
  key: ShareKey;
  /** The link. */
  id: ShareId;
  name: string | null;
  fileCount: number;
}
