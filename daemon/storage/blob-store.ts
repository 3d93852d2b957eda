import type { FileHandle } from 'node:fs/promises';
import type { ByteSource } from '../transfer/byte-source.ts';

/**
 * Stores the bytes of finished files. A blob is written once and never changed; its id is the file's id, 32 hexadecimal
 * digits, never a name that a user chose.
 */
export interface BlobStore {
  /** Folder in which uploads are staged: on the file system of the blobs, so that a finished upload can be moved. */
  readonly stagingDirectory: string;
  /**
   * Moves a complete staged file into place. It is durable when this resolves, as far as the fsync policy requires.
   * Repeating it after success, also after a crash, does nothing.
   */
  putStaged(id: string, stagedPath: string): Promise<void>;
  /** Stores a small blob, durably as far as the fsync policy requires. */
  put(id: string, bytes: Uint8Array): Promise<void>;
  /**
   * Forces a file to the disk, whatever the policy. After a failure the operating system forgets which bytes it could
   * not write, and a second attempt would succeed without them, so the store stays unusable (`probe` fails) until the
   * next start.
   *
   * @throws AppError `storage_failed`
   */
  sync(file: Pick<FileHandle, 'datasync'>): Promise<void>;
  /** @throws AppError `not_ready` when a sync has failed since the start: no new bytes may be written to this disk */
  requireUsable(): void;
  /** Returns the path of a blob, for programs that read the file themselves. */
  pathOf(id: string): string;
  /** Opens a blob for reading; the caller closes it. Throws `MissingSourceError` when there is none. */
  open(id: string): Promise<ByteSource>;
  /** Returns the size of a blob, or `null` when there is none. */
  stat(id: string): Promise<{ size: number } | null>;
  /** Removes a blob; no error when there is none. Readers that have it open can read it to its end. */
  remove(id: string): Promise<void>;
  removeMany(ids: readonly string[]): Promise<void>;
  /** Moves a blob to the quarantine without deleting it yet; no error when there is none. */
  setAside(id: string): Promise<void>;
  /** Does the same with a file of the staging directory. */
  setAsideStaged(name: string): Promise<void>;
  /** Deletes files that were quarantined before a moment, and returns their names. */
  deleteSetAside(before: number): Promise<string[]>;
  /** Yields every blob, in no particular order. */
  list(): AsyncIterable<StoredBlob>;
  /** Throws when nothing can be written. */
  probe(): Promise<void>;
  /** Returns the bytes that can still be written. */
  freeBytes(): Promise<number>;
}

export interface StoredBlob {
  id: string;
  size: number;
  modified: Date;
}
