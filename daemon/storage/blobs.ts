import type { ByteSource } from '../transfer/byte-source.ts';

/**
 * Stores finished bytes. A blob is written once and never changed; its id is 32 hexadecimal digits, never a name that a
 * user chose, and every method refuses another id. Blobs that do not fit into memory come from the staging.
 */
export interface Blobs {
  /**
   * Opens a blob for reading; the caller closes it. Throws `MissingSourceError` when there is none. A store of several
   * servers may also open one that was removed a while ago.
   */
  open(id: string): Promise<ByteSource>;
  /**
   * Stores a small blob under a new id, durably as far as the fsync policy requires.
   *
   * @throws AppError `storage_failed` when the bytes cannot be made durable
   */
  put(id: string, bytes: Uint8Array): Promise<void>;
  /** Returns the size of a blob in bytes, or `null` when there is none. */
  stat(id: string): Promise<{ size: number } | null>;
  /** Removes a blob; no error when there is none. Readers that have it open can read it to its end. */
  remove(id: string): Promise<void>;
  removeMany(ids: readonly string[]): Promise<void>;
  /** Moves a blob to the quarantine without deleting it yet; no error when there is none. */
  setAside(id: string): Promise<void>;
  /** Takes blobs back from the quarantine, as far as they are there; returns the ids of those. */
  takeBack(ids: readonly string[]): Promise<string[]>;
  /**
   * Deletes what was quarantined before a moment (milliseconds since 1970), also by the staging of the same store, and
   * returns the ids.
   */
  deleteSetAside(before: number): Promise<string[]>;
  /** Yields every blob, in no particular order. */
  list(): AsyncIterable<StoredBytes>;
  /**
   * Throws when nothing can be written.
   *
   * @throws AppError `not_ready` like `requireUsable`
   */
  probe(): Promise<void>;
  /** @throws AppError `not_ready` when the store has failed since the start, so that it must get no new bytes */
  requireUsable(): void;
  /**
   * Returns the path of a blob, for other programs that read it. Only stores whose blobs are files of this machine have
   * this; without it, callers read through `open`.
   */
  localPath?(id: string): string;
  /**
   * Makes a blob of a file of this machine without copying it: a hard link, so that the file must never be changed. False
   * when that is not possible. Only stores whose blobs are files of this machine have this.
   *
   * @throws AppError `storage_failed`
   */
  link?(id: string, path: string): Promise<boolean>;
  /**
   * Returns a link to a blob that everybody can use for a minute, answered with these headers; null when it is not
   * exactly one object. If it is several, they are joined in the background. Only stores with a server of their own have
   * this.
   */
  presign?(id: string, answer: { type: string; disposition: string }): Promise<string | null>;
}

/** An entry of a list. */
export interface StoredBytes {
  id: string;
  /** Bytes. */
  size: number;
  /** When bytes were last written to it. */
  modified: Date;
}
