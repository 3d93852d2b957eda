import type { Clock } from '../crypto/clock.ts';
import type { Database } from '../db/connection.ts';
import type { BlobStore } from '../storage/blob-store.ts';

/** What is examined: rows and bytes. A server may be at work on them at the same time. */
export interface Patient {
  database: Database;
  blobs: BlobStore;
  clock: Clock;
}

/** Something that is not as it should be: the code of a text, and its values. */
export interface Finding {
  code: FindingCode;
  params: Readonly<Record<string, string | number>>;
}

export const findingCodes = [
  'bytes_missing',
  'bytes_wrong',
  'bytes_unknown',
  'reservation_wrong',
  'announcement_left',
  'counter_wrong',
  'dead_bytes_wrong',
  'stuck_completing',
  'stuck_deleting',
  'stuck_preparing',
  'offset_beyond',
  'folder_missing',
  'not_writable',
  'schema_old',
  'schema_new',
  'database_unusable',
  'database_damaged',
  'space_low',
  'database_space_low',
  'address_local',
  'address_plain',
  'clock_jumped',
  'files_damaged',
  'content_wrong',
  'check_failed',
] as const;

export type FindingCode = (typeof findingCodes)[number];

/** A {@link Finding} about one thing, named by its key. */
export interface Violation extends Finding {
  key: string;
}

/**
 * Something that always holds. `examine` is cheap for a page of keys and can be repeated, so that what a running server
 * was just changing is looked at once more before it is called wrong.
 */
export interface Invariant {
  id: InvariantId;
  /** The keys of everything that it speaks of. */
  pages(patient: Patient): AsyncIterable<string[]>;
  /** Which of them are wrong. */
  examine(patient: Patient, keys: readonly string[]): Promise<Violation[]>;
  /** Puts right what can be. Loses nothing: what nobody knows is set aside, what is lost is marked. */
  repair?(patient: Patient, keys: readonly string[]): Promise<void>;
}

export const invariantIds = ['I1', 'I2', 'I3', 'I4', 'I5', 'I6'] as const;

export type InvariantId = (typeof invariantIds)[number];
