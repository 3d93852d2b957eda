import type { CreateShare, OwnerShare } from '../contract/shares.ts';

/** A file to upload, wherever it comes from. */
export interface FileSource {
  /** Path inside the share: folders and name, joined by `/`. */
  path: string;
  /** Bytes */
  size: number;
  /** Milliseconds since 1970 */
  lastModified?: number;
  /**
   * Stays the same while the content does (in Node device, inode, size and mtime; in browsers path, size and
   * lastModified). A journal goes on with an unfinished upload only when it is unchanged.
   */
  fingerprint: string;
  /** The content, as tus-js-client takes it: a Blob in browsers, a readable stream from `start` in Node. */
  open(start: number): Blob | AsyncIterable<Uint8Array>;
}

export type UploadPhase = 'preparing' | 'uploading' | 'publishing' | 'done';

export interface UploadProgress {
  phase: UploadPhase;
  files: { total: number; finished: number; failed: number };
  /** `sent` counts what the server acknowledged or is receiving, `resumed` what it had before this run. */
  bytes: { total: number; sent: number; resumed: number };
  /** Over the last seconds. */
  bytesPerSecond: number;
  /** null while unknown */
  secondsLeft: number | null;
}

export type FileUploadState =
  | 'waiting'
  | 'uploading'
  | 'paused'
  | 'retrying'
  | 'finished'
  | 'failed'
  | 'cancelled';

export interface FileProgress {
  path: string;
  size: number;
  sent: number;
  state: FileUploadState;
  /** Why it failed, or what it retries after. */
  error?: Error;
}

export interface UploadOptions {
  /** The share to create. */
  share?: CreateShare;
  /** Files at the same time; 4 unless told. */
  parallel?: number;
  /** Stops everything; what the server has is kept, so that the same call can go on later. */
  signal?: AbortSignal;
  /** At most ten times a second, and at every change of phase. */
  onProgress?: (progress: UploadProgress) => void;
  /** At every change of state of a file, and while its bytes go out. */
  onFile?: (file: FileProgress) => void;
  /** Called once, as soon as the draft exists: its link can be given out already. */
  onShare?: (share: OwnerShare) => void;
  /** Remembers the share and its uploads, so that the same call after a crash goes on where it stopped. */
  journal?: UploadJournal;
}

export interface UploadResult {
  share: OwnerShare;
  /** Authorises changes to an anonymous share while it is a draft. */
  uploadToken: string;
  files: number;
  bytes: number;
  /** Bytes that an earlier run had sent already. */
  resumed: number;
}

/** A running upload. */
export interface UploadTask {
  /** Settles when the share is published, has failed or was cancelled. */
  readonly finished: Promise<UploadResult>;
  /** Pauses one file, or everything. */
  pause(path?: string): void;
  resume(path?: string): void;
  /** Gives one file up, or everything: then the draft is discarded on the server. */
  cancel(path?: string): Promise<void>;
  /** Tries a failed file, or all failed files, again. */
  retry(path?: string): void;
}

/** What a journal remembers of an upload to one share. */
export interface JournalState {
  shareId: string;
  uploadToken: string;
  /** By path. `url` of the tus upload, unless `finished`. */
  files: ReadonlyMap<string, { fingerprint: string; url?: string; finished: boolean }>;
}

/**
 * Remembers one upload across runs. Implementations append, so that a kill at any moment loses at most the last
 * entry.
 */
export interface UploadJournal {
  /** What an earlier run left, or null. */
  load(): Promise<JournalState | null>;
  /** Starts anew with a share. */
  begin(share: { shareId: string; uploadToken: string }): Promise<void>;
  recordUpload(path: string, entry: { fingerprint: string; url: string }): Promise<void>;
  recordFinished(path: string, entry: { fingerprint: string }): Promise<void>;
  /** Forgets everything: the share is published or discarded. */
  clear(): Promise<void>;
}
