import type { FileProgress, FileSource, FileUploadState } from './upload-types.ts';

/** One file of an upload, with where it stands. */
export interface UploadEntry {
  readonly source: FileSource;
  state: FileUploadState;
  /** Bytes on the server or on their way. */
  sent: number;
  /** Address of the tus upload, once it is known. */
  url: string | undefined;
  /** Bytes the server said it has. */
  acknowledged: number;
  /** The address is from an earlier run, and the server has not said yet how much of it is there. */
  isResumed: boolean;
  error: Error | undefined;
  /** Stops what runs for this file now. */
  stop: AbortController | null;
  /** What to become as soon as the upload has an address: without it the server could not be told. */
  interruptAs: 'paused' | 'cancelled' | null;
  /** Attempts since the last progress. */
  attempts: number;
  /** Milliseconds spent since the last progress. */
  idle: number;
}

export function createEntry(source: FileSource): UploadEntry {
  return {
    source,
    state: 'waiting',
    sent: 0,
    url: undefined,
    acknowledged: 0,
    isResumed: false,
    error: undefined,
    stop: null,
    interruptAs: null,
    attempts: 0,
    idle: 0,
  };
}

export function toFileProgress({ source, state, sent, error }: UploadEntry): FileProgress {
  return { path: source.path, size: source.size, sent, state, ...(error && { error }) };
}
