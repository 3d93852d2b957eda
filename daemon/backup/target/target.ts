import type { Readable } from 'node:stream';

/** A file in a target. */
export interface TargetFile {
  /** The last part of its path. */
  name: string;
  /** Bytes. */
  size: number;
}

/** A file that is to be stored. */
export interface NewFile {
  /** Bytes; their number is `size`. */
  bytes: AsyncIterable<Uint8Array>;
  size: number;
}

/** Where backups are stored. Paths are relative, with `/`; folders exist as soon as a file is in them. */
export interface BackupTarget {
  /** Where it is, as its owner wrote it, without a password. */
  readonly address: string;
  /**
   * Stores a file, or replaces it. It appears as a whole or not at all, and is durable when this resolves; if `bytes`
   * throws, nothing is stored.
   */
  put(path: string, file: NewFile): Promise<void>;
  /** Opens a file for reading. @throws MissingSourceError when there is none */
  get(path: string): Promise<Readable>;
  /**
   * Yields the files of a folder, in no particular order; none if there is no such folder. Those whose names end with
   * `.part` were left by a process that was killed.
   */
  list(folder: string): AsyncIterable<TargetFile>;
  /** Removes a file; no error when there is none. */
  remove(path: string): Promise<void>;
  close(): Promise<void>;
}

export const addressOfServer = (url: URL) => url.href.replace(/\/$/, '');

export const addressOfBucket = ({ bucket, prefix }: { bucket: string; prefix: string }) =>
  `s3://${bucket}/${prefix}`.replace(/\/$/, '');
