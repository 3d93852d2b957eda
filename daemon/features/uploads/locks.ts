import type { Socket } from 'node:net';
import type { Lock } from '@tus/server';

/** The right of this server to change an upload. Every change names it, because it can be lost. */
export interface UploadLease {
  /** The number that the row of the upload has as long as the right lasts; null: no other server can get it. */
  readonly fence: number | null;
}

/** The right to a row that no other server changes. */
export const noLease: UploadLease = { fence: null };

/** A request for an upload, as far as the locks know it. */
export interface UploadRequest {
  /** Asks for the offset and writes nothing. */
  isReader: boolean;
  /** Reads more bytes as long as the client sends some. */
  socket: Pick<Socket, 'bytesRead'> | undefined;
}

/** The lock of one request. */
export interface UploadLock extends Lock {
  /** Valid between `lock` and `unlock`. */
  readonly lease: UploadLease;
}

/**
 * Orders who may change an upload.
 *
 * - It has one writer. A second request asks the first to end with the bytes it has, waits and takes over: a client that
 *   returns after a lost network finds its own old request still open.
 * - A question about the offset does not disturb a writer whose bytes arrive. A silent one has lost its client, which is
 *   back and asks: it ends, so that the offset is complete.
 */
export interface UploadLocks {
  /** Returns the locks of one request; `lock` throws AppError `upload_locked` after five seconds. */
  of(request: UploadRequest): { newLock(id: string): UploadLock };
  /** Whether a request is writing to the upload, or it is being finished. */
  isBusy(id: string): Promise<boolean>;
  /**
   * Runs `work` on an upload while nobody writes to it; a current writer is asked to end first.
   *
   * @throws AppError `upload_locked`
   */
  hold<T>(id: string, work: (lease: UploadLease) => Promise<T>): Promise<T>;
  /**
   * Runs the work that finishes an upload when no other server changes it, however long that takes. Requests of this
   * server may go on beside it.
   */
  finish<T>(id: string, work: (lease: UploadLease) => Promise<T>): Promise<T>;
  /** Asks every writer, including later ones, to end with the bytes it has, because the server stops. */
  releaseAll(): void;
}
