import type { CreateShare } from '../../contract/shares/inputs.ts';
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
   * Stays the same as long as the content does: in Node made of device, inode, size and mtime, in browsers of path, size
   * and lastModified. A journal resumes an unfinished upload only when the fingerprint is the same.
   */
  fingerprint: string;
  /**
   * Reads the bytes from `start` up to, not including, `end`: a Blob in browsers, chunks in Node. It is called again for
   * every attempt, and must fail when the file has become shorter.
   */
  open(start: number, end: number): Blob | AsyncIterable<Uint8Array>;
  /** The whole file, where it is a Blob: many small ones are read at once, which takes a fraction of the time. */
  blob?: Blob;
  /** Fails when the file can no longer be read. Called after a broken connection, which may look the same. */
  check?(): Promise<void>;
}

/**
 * What an upload is doing.
 *
 * - `preparing`: the share is created, or the state of an earlier run is read
 * - `uploading`: bytes are sent
 * - `publishing`: everything is on the server, and the share is completed
 * - `done`: the share is published, or the files are added to it
 */
export type UploadPhase = 'preparing' | 'uploading' | 'publishing' | 'done';

/** The progress of a whole upload. */
export interface UploadProgress {
  /** What the upload is doing. */
  phase: UploadPhase;
  /**
   * Why a request about the whole upload failed, such as a NetworkError, while it is repeated automatically; null
   * otherwise. Errors of one file are reported with that file.
   */
  retriesAfter: Error | null;
  /** Numbers of files. `retrying` ones wait for another attempt after an error. */
  files: { total: number; finished: number; failed: number; retrying: number };
  /** `sent` bytes are on the server or on their way; `resumed` bytes were on the server before this run. */
  bytes: { total: number; sent: number; resumed: number };
  /** Average of the last five seconds; 0 outside the phase `uploading`. */
  bytesPerSecond: number;
  /** Estimate at the current speed; null while it is unknown. */
  secondsLeft: number | null;
}

/**
 * The state of one file.
 *
 * - `waiting`: has not started, or is queued again
 * - `retrying`: waits for another attempt after an error
 * - `finished`, `failed`, `cancelled`: has ended; a failed file can be retried
 */
export type FileUploadState =
  | 'waiting'
  | 'uploading'
  | 'paused'
  | 'retrying'
  | 'finished'
  | 'failed'
  | 'cancelled';

/** The progress of one file. */
export interface FileProgress {
  /** Path inside the share. */
  path: string;
  /** Bytes */
  size: number;
  /** Bytes that are on the server or on their way. */
  sent: number;
  /** What happens to the file. */
  state: FileUploadState;
  /** Why it failed, or the error that it is retried after. */
  error?: Error;
}

/** Options of `startUpload` and `uploadFiles`. All of them can be left out. */
export interface UploadOptions {
  /** Settings of the share to create: name, expiry, password and so on. */
  share?: CreateShare;
  /**
   * Link or id of one of your shares that the files are added to, instead of creating a new one: a published share, whose
   * link keeps working during the upload, or a draft, which is published at the end. Only the id of a link is used.
   */
  into?: string;
  /**
   * With `into`: files replace those of the same path. Otherwise the upload is refused with `file_exists` for each of
   * them, before anything is sent.
   */
  replace?: boolean;
  /**
   * Sends the files to the owner of a reverse share, through its link or token. No account is needed. Of `share`, only
   * `name` and `description` can be combined with it.
   */
  reverseShare?: { link: string; password?: string | undefined };
  /** Maximum number of uploads at the same time, including parts of files; 4 by default. */
  parallel?: number;
  /**
   * Maximum number of connections for one file, 1 to 8, within those of `parallel`. A file that has more than one is sent
   * in parts (tus concatenation), and the server joins them. `auto`, the default: one, and more for files from 64 MiB if
   * the path to the server is long (a round trip of 50 ms or more), other large files leave connections unused, and the
   * environment opens several: browsers do with HTTP/1.1 only. With a number, only the server has to support it, and a
   * part has at least 4 MiB.
   */
  connectionsPerFile?: 'auto' | number;
  /**
   * Maximum bytes per second of all files together, at least 4000; no limit by default. In browsers, it is kept on
   * average: each request is sent as fast as possible, and the next one waits.
   */
  limitRate?: number;
  /**
   * Sends many small files in one upload; true by default. The files of such a bundle finish together, and one of them
   * is paused or cancelled only when the bundle does not arrive. Bundles need SHA-256, which browsers provide only on
   * `https:` pages and on localhost.
   */
  bundles?: boolean;
  /**
   * What happens when files have failed and nothing else is left to do. `reject`, the default: `finished` rejects, and
   * the draft is kept so that the same call can resume it. `wait`: the task stays open until the failed files are
   * retried or cancelled, for pages with such buttons.
   */
  onFailure?: 'reject' | 'wait';
  /** Stops everything. What the server has received is kept, so that the same call can resume it with a journal. */
  signal?: AbortSignal;
  /** Called at most ten times a second, and at every change of phase. */
  onProgress?: (progress: UploadProgress) => void;
  /** Called at every change of a file's state, and at most ten times a second while its bytes are sent. */
  onFile?: (file: FileProgress) => void;
  /** Called once, as soon as the draft exists: its link can already be shared. */
  onShare?: (share: OwnerShare) => void;
  /**
   * Remembers the share and its uploads, so that the same call after a crash resumes where it stopped. A call with other
   * settings, or with none of the files that were begun, creates another share. It leaves the draft on the server, which
   * deletes it after a day.
   */
  journal?: UploadJournal;
  /** Continues the draft in the journal with the settings and files it has; fails with `share_removed` if it is gone. */
  continueDraft?: boolean;
}

/** The result of an upload. */
export interface UploadResult {
  /** The published share. */
  share: OwnerShare;
  /** Authorizes changes to an anonymous share while it is a draft. */
  uploadToken: string;
  /** Number of files that were uploaded, including those of earlier runs. */
  files: number;
  /** Bytes of these files. */
  bytes: number;
  /** Bytes that an earlier run had already sent. */
  resumed: number;
}

/** A file that failed, and why. */
export interface UploadFailure {
  /** Path inside the share. */
  path: string;
  /** Why it failed: mostly an AppError or a NetworkError. */
  error: Error;
}

/**
 * Some files could not be uploaded, or the list of files is not acceptable. What was uploaded is kept on the server as
 * long as the draft is: with a journal, the same call uploads the rest.
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

/** A running upload. Each file is one resumable upload of the tus protocol 1.0.0, small files share one. */
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
  /** Pauses the file of a path, or all files. */
  pause(path?: string): void;
  /** Continues a paused file, or all paused files. */
  resume(path?: string): void;
  /**
   * Cancels the file of a path, or everything. Cancelling everything deletes the draft on the server; files that were
   * already added to an existing share stay. Finished files cannot be cancelled; one that finishes on the server at this
   * moment is removed or, if that is refused or it has replaced another file, reported as `finished` after all. A file
   * that the server could not be told of is never published: the upload tells it again at the end, or fails.
   *
   * @throws AppError or NetworkError when the server could not be told: the journal keeps what there is to delete, and
   *   the server deletes it after a day
   */
  cancel(path?: string): Promise<void>;
  /** Uploads a failed file, or all failed files, again. */
  retry(path?: string): void;
}

/** The data of a file in a journal. */
export interface JournalFile {
  /** That of the source whose bytes were sent. */
  fingerprint: string;
  /** Address of the unfinished tus upload. */
  url?: string;
  /** The unfinished parts, if the file is sent in parts. */
  parts?: readonly JournalPart[];
  /** All bytes are on the server. */
  finished: boolean;
}

/** A part of a file: the bytes from `start` up to, not including, `end`. */
export interface JournalPart {
  /** First byte. */
  start: number;
  /** Byte after the last one. */
  end: number;
  /** Address of its tus upload, once there is one. */
  url?: string | undefined;
}

/**
 * An event of a file: its upload now has an address, one of its parts has, or the file is on the server. `parts` are all
 * parts of the file, in their order.
 */
export type JournalEvent =
  | { type: 'upload'; path: string; fingerprint: string; url: string }
  | { type: 'parts'; path: string; fingerprint: string; parts: readonly JournalPart[] }
  | { type: 'finished'; path: string; fingerprint: string };

/**
 * What a journal keeps: the key of a share that is being created, or the share that files go to, which comes first, then
 * the events of its files.
 */
export type JournalEntry =
  | { type: 'prepare'; key: string }
  | ({ type: 'begin' } & JournalDraft)
  | JournalEvent;

/** The share that an upload goes to. */
export interface JournalDraft {
  /** The draft, or the share that files are added to. */
  share: OwnerShare;
  /** Authorizes uploading to the share. Secret. */
  uploadToken: string;
  /** The share existed before the upload, which only adds files to it. */
  isAppended?: boolean | undefined;
}

/** What a journal knows about an upload. */
export interface JournalState extends JournalDraft {
  /** By path. */
  files: ReadonlyMap<string, JournalFile>;
}

/**
 * Remembers one upload across runs: `fileUploadJournal` in Node, `localStorageUploadJournal` in browsers,
 * `memoryUploadJournal` in both, or your own with `readJournal`. Implementations append, so that a kill at any moment loses
 * at most the last entry. The SDK waits for each call before it makes the next. An error costs a warning and the chance to
 * resume, not the upload. Nobody else may be able to read the upload token in it.
 */
export interface UploadJournal {
  /** Reads what an earlier run left, or null. */
  load(): Promise<JournalState | null>;
  /**
   * Called before a share is created, with a new random key. Replaces everything with it, and returns it; returns instead
   * the key of an earlier run that was killed before `begin`, so that the share it created is found again. Without this
   * method, such a share stays on the server for a day.
   */
  prepare?(key: string): Promise<string>;
  /** Replaces everything with a new share. */
  begin(draft: JournalDraft): Promise<void>;
  /** Appends what happened to files, in this order. */
  record(events: readonly JournalEvent[]): Promise<void>;
  /** Deletes everything: the share is published or discarded. */
  clear(): Promise<void>;
}
