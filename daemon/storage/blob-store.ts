import type { FileHandle } from 'node:fs/promises';
import type { ByteSource } from '../transfer/byte-source.ts';

/**
 * Where the bytes of finished files live. A blob is written once and never changed; its id is the file's id, 32
 * hexadecimal digits, never a name somebody chose.
 */
export interface BlobStore {
  /** Uploads are staged here: on the file system of the blobs, so that a finished one can be moved. */
  readonly stagingDirectory: string;
  /**
   * Moves a complete staged file into place. Durable when it resolves, as far as the fsync policy asks for it.
   * Repeating it after success, also after a crash, does nothing.
   */
  putStaged(id: string, stagedPath: string): Promise<void>;
  /** Stores a small blob, durably as far as the fsync policy asks for it. */
  put(id: string, bytes: Uint8Array): Promise<void>;
  /**
   * Forces a file to the disk, whatever the policy. After a failure the system forgets which bytes it could not write,
   * and a second try would succeed without them: so the store stays unusable (`probe` fails) until the next start.
   *
   * @throws AppError `storage_failed`
   */
  sync(file: Pick<FileHandle, 'datasync'>): Promise<void>;
  /**
   * @throws AppError `not_ready` when a sync has failed since the start: nothing new may be entrusted to this disk
   */
  requireUsable(): void;
  /** Where a blob lies, for who reads the file without us. */
  pathOf(id: string): string;
  /** Opens a blob for reading; the caller closes it. Throws `MissingSourceError` when there is none. */
  open(id: string): Promise<ByteSource>;
  /** Size of a blob, or `null` when there is none. */
  stat(id: string): Promise<{ size: number } | null>;
  /** Removes a blob; no error when there is none. Whoever has it open can read it to its end. */
  remove(id: string): Promise<void>;
  removeMany(ids: readonly string[]): Promise<void>;
  /** Takes a blob out without deleting it yet; no error when there is none. */
  setAside(id: string): Promise<void>;
  /** The same with a file of the staging directory. */
  setAsideStaged(name: string): Promise<void>;
  /** Deletes what was set aside before a moment, and answers what it was. */
  deleteSetAside(before: number): Promise<string[]>;
  /** Every blob, in no particular order. */
  list(): AsyncIterable<StoredBlob>;
  /** Throws when nothing can be written. */
  probe(): Promise<void>;
  /** Bytes that can still be written. */
  freeBytes(): Promise<number>;
}

export interface StoredBlob {
  id: string;
  size: number;
  modified: Date;
}
