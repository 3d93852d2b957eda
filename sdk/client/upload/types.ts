import type { CreateShare } from '../../contract/share-inputs.ts';
import type { OwnerShare } from '../../contract/shares.ts';

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
  /**
   * The bytes from `start` up to, not including, `end`: a Blob in browsers, chunks in Node. Called again for every
   * attempt; must fail when the file has become shorter.
   */
  open(start: number, end: number): Blob | AsyncIterable<Uint8Array>;
  /** Fails when the file cannot be read any more: asked after a broken connection, which may look the same. */
  check?(): Promise<void>;
}

export type UploadPhase = 'preparing' | 'uploading' | 'publishing' | 'done';

export interface UploadProgress {
  phase: UploadPhase;
  /**
   * Why a request about the whole upload did not get through (a NetworkError without a connection) and is made again by
   * itself; null while there is nothing to wait for. What a file is tried again after is told with the file.
   */
  retriesAfter: Error | null;
  /** `retrying` files wait to be tried again after an error. */
  files: { total: number; finished: number; failed: number; retrying: number };
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
  /**
   * Link or id of a share of one's own that the files are added to, in place of a new one: a published share, whose link
   * keeps working meanwhile, or a draft, which is published at the end. Of a link only the id counts.
   */
  into?: string;
  /**
   * With `into`: files take the place of those of the same path. Unless it is set, the upload is refused with
   * `file_exists` for each of them, before anything is sent.
   */
  replace?: boolean;
  /**
   * Sends the files to the owner of a reverse share, by its link or token. No account is needed. Of `share`, only `name`
   * and `description` can be given beside it.
   */
  reverseShare?: { link: string; password?: string | undefined };
  /** Files at the same time; 4 unless told. */
  parallel?: number;
  /**
   * Sends many small files in one request; true unless told. The files of such a bundle finish together, and one of
   * them is paused or cancelled only when the bundle does not arrive. Needs SHA-256, which browsers have on `https:`
   * pages and on localhost only.
   */
  bundles?: boolean;
  /**
   * What happens when files failed for good and nothing else is left to do. `reject`, the default: `finished` rejects
   * and the draft stays, for the same call to go on later. `wait`: the task stays open until the failed files are
   * retried or cancelled, as a page with such buttons needs it.
   */
  onFailure?: 'reject' | 'wait';
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
  /** Files that were uploaded, those of earlier runs included. */
  files: number;
  /** Bytes of these files. */
  bytes: number;
  /** Bytes that an earlier run had sent already. */
  resumed: number;
}

export interface UploadFailure {
  path: string;
  error: Error;
}

/**
 * Some files could not be uploaded, or none of them may be. What was uploaded is kept on the server while the draft
 * lives: with a journal the same call goes on with the rest.
 *
 * @example
 * for (const { path, error } of uploadError.failures) console.error(path, error.message);
 */
export class UploadFailedError extends Error {
  override readonly name = 'UploadFailedError';
  /** Every file that failed, with the reason. */
  readonly failures: readonly UploadFailure[];
  /** The draft, or null when it was not created yet. */
  readonly share: OwnerShare | null;

  constructor(failures: readonly UploadFailure[], share: OwnerShare | null) {
    super(`${failures.length} files failed`, { cause: failures[0]?.error });
    this.failures = failures;
    this.share = share;
  }
}

/** A running upload. */
export interface UploadTask {
  /**
   * Resolves when the share is published, or the files are added to it.
   *
   * @throws UploadFailedError when files failed
   * @throws AppError when the share could not be created or published
   * @throws NetworkError when the server was not reached
   * @throws DOMException `AbortError` after `cancel()`
   */
  readonly finished: Promise<UploadResult>;
  /** Pauses one file, or everything. */
  pause(path?: string): void;
  resume(path?: string): void;
  /**
   * Gives one file up, or everything: then the draft is discarded on the server, or what was added to a share so far
   * stays. Finished files cannot be cancelled.
   *
   * @throws AppError or NetworkError when the server could not be told: the journal keeps what there is to discard, and
   *   the server does it by itself after a day
   */
  cancel(path?: string): Promise<void>;
  /** Tries a failed file, or all failed files, again. */
  retry(path?: string): void;
}

/** What a journal remembers of a file. */
export interface JournalFile {
  fingerprint: string;
  /** Address of the tus upload, once it is known. */
  url?: string;
  finished: boolean;
}

/** Something happened to a file: its upload has an address now, or it is on the server. */
export type JournalEvent =
  | { type: 'upload'; path: string; fingerprint: string; url: string }
  | { type: 'finished'; path: string; fingerprint: string };

/** What a journal remembers of an upload to one share. */
export interface JournalState {
  share: OwnerShare;
  uploadToken: string;
  /** The share was there before the upload, which only adds files to it. */
  isAppended?: boolean | undefined;
  /** By path. */
  files: ReadonlyMap<string, JournalFile>;
}

/**
 * Remembers one upload across runs. Implementations append, so that a kill at any moment loses at most the last
 * entry. Calls come one after the other.
 */
export interface UploadJournal {
  /** What an earlier run left, or null. */
  load(): Promise<JournalState | null>;
  /** Starts anew with a share. */
  begin(draft: Omit<JournalState, 'files'>): Promise<void>;
  /** Notes what happened to files, in this order. */
  record(events: readonly JournalEvent[]): Promise<void>;
  /** Forgets everything: the share is published or discarded. */
  clear(): Promise<void>;
}
