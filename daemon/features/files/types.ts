import type { Thumbnail, ThumbnailSize } from '#sdk/contract/files.js';
import type { FileId, ShareId, ShareKey } from '#sdk/contract/formats/primitives.js';
import type { ShareState } from '#sdk/contract/shares.js';

/** A finished file. Moments are milliseconds since 1970, sizes are bytes. */
export interface FileRecord {
  id: FileId;
  shareKey: ShareKey;
  /** Folders and name, joined by `/`. */
  path: string;
  size: number;
  /** Lower-case hexadecimal */
  sha256: string;
  crc32: number;
  /** The time on the sender's disk. */
  lastModified: number | null;
  createdAt: number;
  /** The position of its bytes if they are stored with those of other files; null: it has a blob of its own, with the same id. */
  pack: { id: string; offset: number } | null;
  /** When its bytes were found to be missing or wrong. */
  damagedAt: number | null;
  /** null: it was stored while the malware scan was turned off, and was not scanned since. */
  scan: FileScan | null;
}

/** What lists of files show. */
export type ListedFile = Pick<FileRecord, 'id' | 'path' | 'size' | 'sha256' | 'createdAt' | 'scan'>;

/**
 * How far the malware scan of a file is.
 *
 * - `pending`: to be scanned; it cannot be downloaded until then
 * - `waiting`: to be scanned; it can be downloaded, because it was shared before, or the administrator allows it
 * - `clean`: nothing was found
 * - `skipped`: it is too large
 * - `infected`: malware was found; nobody can download it
 * - `released`: an administrator decided that it is no malware
 */
export interface FileScan {
  state: 'pending' | 'waiting' | 'clean' | 'skipped' | 'infected' | 'released';
  /** The name of the malware, or why it was skipped. */
  note: string | null;
}

/** A thumbnail and where it is stored: one blob with the bytes of the small size, then those of the large one. */
export interface StoredThumbnail extends Thumbnail {
  blobId: string;
  /** Bytes of each size. */
  sizes: Readonly<Record<ThumbnailSize, number>>;
}

/** The properties of a share that this feature needs. */
export interface FileShare {
  key: ShareKey;
  /** The link. */
  id: ShareId;
  name: string | null;
  fileCount: number;
  state: ShareState;
  /** Since when files are being added to the published share. */
  addingAt: number | null;
  /** Since when visitors cannot open it, because malware was found in one of its files. */
  quarantinedAt: number | null;
}

/** A share, and the role in which the actor may use it. */
export interface AuthorizedShare {
  share: FileShare & {
    /** Counts changes of the password. */
    passwordVersion: number;
    /** null: it has none. */
    passwordHash: string | null;
    maxViews: number | null;
  };
  /** The role of the actor. Only downloads of visitors are counted. */
  role: 'owner' | 'admin' | 'uploader' | 'visitor' | 'stranger';
}

/**
 * - `waiting`: to be built or retried at `dueAt`
 * - `building`: last progress at `progressAt`
 * - `ready`: `blob` is the archive
 * - `failed`: not retried until the files change
 */
export type ArchiveState = 'waiting' | 'building' | 'ready' | 'failed';

/** The compressed archive of a share, or the state of its build. */
export interface ArchiveRecord {
  shareKey: ShareKey;
  state: ArchiveState;
  /** The version of the files it is made of. */
  filesVersion: number;
  /** 1 to 9 */
  level: number;
  blob: { id: string; size: number } | null;
  attempts: number;
  dueAt: number;
  progressAt: number;
  createdAt: number;
  /** The id of the running build, under which it stages its bytes. */
  build: string | null;
}
