import type { ShareFile } from '../../contract/files.ts';
import type { Share } from '../../contract/shares.ts';

export interface DownloadProgress {
  /** `verifying`: everything is there, and what is left is being compared. */
  phase: 'preparing' | 'downloading' | 'verifying' | 'done';
  files: { total: number; finished: number; failed: number };
  /** `resumed` was on the disk before this run. */
  bytes: { total: number; received: number; resumed: number };
  bytesPerSecond: number;
  secondsLeft: number | null;
  /** The file that changed last. */
  file?: { path: string; size: number; received: number };
}

export type OverwriteMode = 'always' | 'never' | 'rename';

/** Options of `downloadShare`, which writes the files of a share into a folder (Node only). */
export interface DownloadOptions {
  /** Folder to write to; the current one unless told. */
  directory?: string;
  password?: string;
  /** Takes only the files for which it answers true. */
  filter?: (file: ShareFile) => boolean;
  /** The files to take, when they were listed before; saves listing them again. */
  files?: readonly ShareFile[];
  /** What `openShare` of the same client answered, when it was called before: the share is not opened again. */
  share?: Share;
  /** A file that exists; `rename` unless told, which writes `name (2).ext`. */
  overwrite?: OverwriteMode;
  /** Compares the SHA-256 at the end; true unless told. */
  verify?: boolean;
  /** Connections at the same time; 4 unless told. Those that no file needs fetch parts of a large one. */
  parallel?: number;
  signal?: AbortSignal;
  onProgress?: (progress: DownloadProgress) => void;
}

export interface DownloadedFile {
  path: string;
  /** Where it was written, absolute. */
  target: string;
  size: number;
  /** `skipped`: it was there already (overwrite `never`, or equal by size and digest). */
  status: 'written' | 'skipped';
}

export interface DownloadResult {
  share: Share;
  files: DownloadedFile[];
  bytes: number;
  /** Bytes an earlier, broken run had written already. */
  resumed: number;
  failed: { path: string; error: Error }[];
}
