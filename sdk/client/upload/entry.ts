import { createTransfer, type Transfer } from './transfer.ts';
import type { FileProgress, FileSource, FileUploadState } from './types.ts';

/** One file of an upload, with where it stands. */
export interface UploadEntry extends Transfer {
  readonly source: FileSource;
  state: FileUploadState;
  /** Bytes on the server or on their way. */
  sent: number;
  error: Error | undefined;
  /** Stops what runs for this file now. */
  stop: AbortController | null;
  /** What to become as soon as the server can be told: when the upload has an address, or a bundle has failed. */
  interruptAs: 'paused' | 'cancelled' | null;
  /** Not in a bundle (again): it is begun already, or a bundle with it failed. */
  isAlone: boolean;
}

export function createEntry(source: FileSource): UploadEntry {
  return {
    ...createTransfer(),
    source,
    state: 'waiting',
    sent: 0,
    error: undefined,
    stop: null,
    interruptAs: null,
    isAlone: false,
  };
}

export function toFileProgress({ source, state, sent, error }: UploadEntry): FileProgress {
  return { path: source.path, size: source.size, sent, state, ...(error && { error }) };
}
