import type { InstanceOptions } from '../host.ts';

export interface MoveDatabaseOptions extends InstanceOptions {
  /** The URL of the database to move to. */
  to: string;
  /** Only examines both databases. */
  dryRun: boolean;
  /** Aborts the copy, which leaves the instance as it was. */
  signal: AbortSignal;
  onStep(step: DatabaseMoveStep): void;
}

/** A step of a move that begins. `starts_over`: the target contains an interrupted move of the same instance. */
export type DatabaseMoveStep =
  | { name: 'starts_over' }
  | { name: 'copies'; rows: number }
  | { name: 'checks' };

/** Addresses do not contain passwords. */
export interface DatabaseMoveReport {
  /**
   * `examined`: nothing was changed. `completed`: an earlier move lacked only its last step, and nothing was copied
   * again.
   */
  outcome: 'examined' | 'moved' | 'completed';
  from: string;
  to: string;
  /** Name and version of the program that stores the target. */
  version: string;
  /** Otherwise it contains an interrupted move of the same instance. */
  isEmpty: boolean;
  tables: readonly { name: string; rows: number }[];
  rows: number;
  /** Size of the old database, with its indexes. */
  bytes: number;
  /** How long the move took, or is likely to take. */
  seconds: number;
  /** The line that selects the target in the environment of a server, with a placeholder for the password. */
  variable: string;
}

/** Where bytes are stored: in the data folder, or in a bucket. */
export const storageKinds = ['local', 's3'] as const;

export type StorageKind = (typeof storageKinds)[number];

export interface MoveStorageOptions extends InstanceOptions {
  to: StorageKind;
  /** Only tells what there is to move. */
  dryRun: boolean;
  /** Ends the move; another call continues it. */
  signal: AbortSignal;
  /** Called after each blob with what has been moved so far. */
  onProgress?(moved: StorageMoveReport['moved']): void;
}

/** What is stored in one place. */
export interface StoredContents {
  blobs: number;
  bytes: number;
  /** Requests to the bucket for these bytes, at least. */
  requests: number;
  /** Uploads that are not finished: they end where they began. */
  unfinished: number;
}

export interface StorageMoveReport {
  moved: { blobs: number; bytes: number };
  /** What is still in the old place. */
  left: StoredContents;
  /** Ids of blobs that could not be read, and stay where they are. */
  unreadable: string[];
}
