import type { FileId, ShareId, ShareKey } from '#sdk/contract/formats/primitives.js';
import type { ShareState } from '#sdk/contract/shares.js';

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
  state: ShareState;
  /** Since when files are being added to it after it was published. */
  addingAt: number | null;
}

/** A share, and the role in which the caller may use it. */
export interface AuthorizedShare {
  share: FileShare & {
    /** Counts changes of the password. */
    passwordVersion: number;
  };
  /** As what. Only what visitors take is counted. */
  role: 'owner' | 'admin' | 'uploader' | 'visitor' | 'stranger';
}

/**
 * - `waiting`: to be built, or to be tried again, at `dueAt`
 * - `building`: since `progressAt` nothing was heard of it
 * - `ready`: `blob` is the archive
 * - `failed`: it will not be tried again until the files change
 */
export type ArchiveState = 'waiting' | 'building' | 'ready' | 'failed';

/** The compressed archive of a share, or how far it is. */
export interface ArchiveRecord {
  shareKey: ShareKey;
  state: ArchiveState;
  /** The state of the files it is made of. */
  filesVersion: number;
  /** 1 to 9 */
  level: number;
  blob: { id: string; size: number } | null;
  attempts: number;
  dueAt: number;
  progressAt: number;
  createdAt: number;
}
