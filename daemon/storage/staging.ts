import type { Readable } from 'node:stream';
import type { ByteSource } from '../transfer/byte-source.ts';
import type { FileDigests } from '../transfer/digests.ts';
import type { Received } from '../transfer/receive.ts';
import type { StoredBytes } from './blobs.ts';

/**
 * Stores bytes that are still arriving, under the id of the blob they will become. The bytes up to the size of an
 * upload are safe: they survive a kill of the process, and uploads resume from there.
 */
export interface Staging {
  /** Begins an upload, with no bytes yet. Throws when it exists already. */
  begin(id: string): Promise<void>;
  /**
   * Adds the bytes of a stream. Whatever ends the stream, the bytes that have arrived are stored before this resolves,
   * and `offset` is the new size of the upload. An upload whose bytes were lost starts again at 0.
   *
   * An upload has one writer: a later `append` ends a running one first, and nothing of a writer that has been replaced
   * or whose upload was discarded becomes part of the upload. Other callers wait until no writer is left.
   *
   * @throws AppError `upload_offset_conflict` when `offset` is not the size of the upload, or another server has taken
   *   it over; `storage_failed` when bytes
   *   could not be made durable: then nothing of the upload can be relied on, and the caller discards it
   */
  append(id: string, source: Readable, options: AppendOptions): Promise<Received>;
  /**
   * Adds the bytes of other uploads to one, in their order, from `offset` on; an upload that is not staged is begun. The
   * others are no longer staged then. Whatever ends this in the middle, such as `shutOut`, nothing is lost, and the next
   * call continues.
   *
   * @throws AppError `upload_offset_conflict` when `offset` is not where the upload ends, or another server has taken it
   *   over; MissingSourceError or ShortSourceError when a part has not all its bytes
   */
  join(id: string, parts: readonly StagedPart[], options: JoinOptions): Promise<void>;
  /**
   * Ends the writers of an upload, also those of other servers: from then on nothing of them becomes part of it. No
   * error when there are none.
   */
  shutOut(id: string): Promise<void>;
  /** Returns how many bytes of an upload are safe, or `null` when it is not staged: finished, or unknown. */
  size(id: string): Promise<number | null>;
  /** Opens the bytes of an upload, staged or finished; the caller closes them. Throws `MissingSourceError`. */
  read(id: string): Promise<ByteSource>;
  /**
   * Returns the digests of the first `size` bytes of an upload, staged or finished. Throws when there are fewer.
   */
  digest(id: string, size: number): Promise<FileDigests>;
  /**
   * Makes a blob of the first `size` bytes, with the id of the upload unless another is given. It is durable when this
   * resolves, as far as the fsync policy requires, and the upload is no longer staged. Repeating it after success, also
   * after a crash, does nothing.
   *
   * @throws MissingSourceError when there is neither the upload nor the blob; ShortSourceError when there are fewer
   *   bytes; AppError `storage_failed`
   */
  finish(id: string, size: number, blobId?: string): Promise<void>;
  /** Removes an upload; no error when it is not staged. A blob that was made of it stays. */
  discard(id: string): Promise<void>;
  /** Moves an upload to the quarantine of the store; no error when it is not staged. */
  setAside(id: string): Promise<void>;
  /**
   * Yields everything that is staged, in no particular order. It may contain names that are no ids: `size`, `discard`
   * and `setAside` accept all of them.
   */
  list(): AsyncIterable<StoredBytes>;
}

/** An upload that becomes part of another. */
export interface StagedPart {
  id: string;
  size: number;
}

export interface JoinOptions extends Pick<AppendOptions, 'fence' | 'isDigested'> {
  /** Bytes of the upload before those of the first part. */
  offset: number;
}

export interface AppendOptions {
  /** Position in the upload of the first byte. */
  offset: number;
  /** The number that the row of the upload must still have: else another server has taken it over. */
  fence?: number | null;
  /** Position in the upload after the last allowed byte; a chunk that goes beyond it ends the stream. */
  limit: number;
  /** Ends the stream with the bytes that have arrived. */
  signal: AbortSignal;
  /** The digests of the upload will be needed: they are computed along the way. */
  isDigested: boolean;
  /** Called with bytes that have arrived, before they are stored. */
  onReceived?(chunks: readonly Buffer[]): void;
  /** Called with the new size after bytes were stored; an error that it throws ends the stream. */
  onStored?(size: number): Promise<void>;
}
