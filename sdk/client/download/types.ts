import type { AppError } from '../../contract/errors.ts';
import type { ShareFile } from '../../contract/files.ts';
import type { Share } from '../../contract/shares.ts';

/** The progress of a download. */
export interface DownloadProgress {
  /** `verifying`: all bytes have arrived, and the last checksums are compared. */
  phase: 'preparing' | 'downloading' | 'verifying' | 'done';
  /** Numbers of files. */
  files: { total: number; finished: number; failed: number };
  /** `resumed` bytes were on the disk before this run and are part of `received`. */
  bytes: { total: number; received: number; resumed: number };
  /** Average of the last five seconds. */
  bytesPerSecond: number;
  /** Estimate at the current speed; null while it is unknown. */
  secondsLeft: number | null;
  /**
   * The file that changed last; `size` and `received` are bytes. `retriesAfter` is why its content is requested again, and
   * absent as soon as something arrives.
   */
  file?: { path: string; size: number; received: number; retriesAfter?: Error };
}

/**
 * What happens to a file that exists already.
 *
 * - `always`: it is replaced
 * - `never`: it is skipped
 * - `rename`: the new file becomes `name (2).ext`
 *
 * A file of equal size and SHA-256 is never downloaded again.
 */
export type OverwriteMode = 'always' | 'never' | 'rename';

/** Options of `downloadShare`, which writes the files of a share into a folder (Node only). */
export interface DownloadOptions {
  /** Folder to write to; the current folder by default. It is created when it is missing. */
  directory?: string;
  /**
   * Password of the share. It also opens a share without view limit again, if the share token ends during the download.
   */
  password?: string;
  /**
   * Called when the share needs a password that is not known during the download, because its owner has set or changed it,
   * or because opening it again with `password` would use up a view. `problem` is `share_password_required`, or
   * `share_password_wrong` after a wrong answer. The download goes on with the returned password, which counts as another
   * view; with undefined, it fails with `share_password_required`, and the next call resumes it.
   */
  onPassword?: (problem: AppError) => Promise<string | undefined>;
  /** Downloads only the files for which it returns true. */
  filter?: (file: ShareFile) => boolean;
  /** The files of the share, if they were listed before: they are not listed again. */
  files?: readonly ShareFile[];
  /** The share, if `openShare` of the same client was called before: it is not opened again. */
  share?: Share;
  /** How to handle files that already exist; `rename` by default. */
  overwrite?: OverwriteMode;
  /** Compares the SHA-256 of each file with that of the server; true by default. */
  verify?: boolean;
  /** Number of connections; 4 by default. Spare ones fetch ranges of a large file (RFC 9110, section 14). */
  parallel?: number;
  /** Maximum bytes per second of all connections together, at least 4000; no limit by default. */
  limitRate?: number;
  /** Stops the download. What has arrived is kept for the next call. */
  signal?: AbortSignal;
  /** Called at most ten times a second, and at every change of phase. */
  onProgress?: (progress: DownloadProgress) => void;
}

/** A file that is on the disk now. */
export interface DownloadedFile {
  /** Path inside the share. */
  path: string;
  /** Absolute path on the disk. */
  target: string;
  /** Bytes */
  size: number;
  /** `skipped`: the file existed already (overwrite `never`, or equal size and SHA-256). */
  status: 'written' | 'skipped';
}

/** The result of a download. */
export interface DownloadResult {
  /** The share that was opened. */
  share: Share;
  /** In the order of the share. */
  files: DownloadedFile[];
  /** Bytes of the files that were written. */
  bytes: number;
  /** Bytes that an earlier, interrupted run had already written. */
  resumed: number;
  /** Files that failed for a reason of their own; the others were downloaded. */
  failed: { path: string; error: Error }[];
}
