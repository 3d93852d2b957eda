/** The state of an upload or a download, in the form that all progress displays use. */

/** Every phase has a name on the screen: `cli.phases.<phase>`. */
export type TransferPhase =
  | 'scanning'
  | 'preparing'
  | 'uploading'
  | 'publishing'
  | 'downloading'
  | 'verifying'
  | 'extracting'
  | 'done';

export interface TransferFile {
  path: string;
  size: number;
  /** Bytes that have arrived. */
  done: number;
  state: 'active' | 'retrying' | 'finished' | 'failed';
  error?: Error;
}

export interface TransferState {
  phase: TransferPhase;
  files: { total: number; finished: number; failed: number };
  /** `total` is null as long as it is not known. */
  bytes: { total: number | null; done: number; resumed: number };
  bytesPerSecond: number;
  secondsLeft: number | null;
  /** Why a request about the whole transfer is repeated; null if none is. */
  retriesAfter: Error | null;
  /** The files that move right now, in the order they began. */
  active: readonly TransferFile[];
  /** The link of the share, once it is known. */
  link: string | null;
}

/** Shows a transfer. All calls get the whole state; a display uses the parts that it shows. */
export interface ProgressView {
  /** At most ten times a second. */
  update(state: TransferState): void;
  /** A file began, is tried again, ended or failed. */
  file(file: TransferFile, state: TransferState): void;
  /** The last call: afterwards the terminal belongs to the command again. */
  close(): Promise<void>;
}

export const emptyState: TransferState = {
  phase: 'scanning',
  files: { total: 0, finished: 0, failed: 0 },
  bytes: { total: 0, done: 0, resumed: 0 },
  bytesPerSecond: 0,
  secondsLeft: null,
  retriesAfter: null,
  active: [],
  link: null,
};

/** Shows nothing. */
export const silentView: ProgressView = {
  update() {},
  file() {},
  async close() {},
};
