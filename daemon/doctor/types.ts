import type { Finding } from '#sdk/contract/host/doctor.js';
import type { Clock } from '../crypto/clock.ts';
import type { Database } from '../db/connection.ts';
import type { Blobs } from '../storage/blobs.ts';
import type { Staging } from '../storage/staging.ts';

/** The rows and bytes to examine. A server may be changing them at the same time. */
export interface DoctorContext {
  database: Database;
  blobs: Blobs;
  staging: Staging;
  /** Stores thumbnails. */
  thumbnails: Blobs;
  clock: Clock;
}

/** A {@link Finding} about one item, named by its key. */
export interface Violation extends Finding {
  key: string;
}

/**
 * A condition that always holds. `examine` is cheap for a page of keys and can be repeated, so that items that a
 * running server was just changing are checked again before they are reported.
 */
export interface Invariant {
  id: InvariantId;
  /** Yields the keys of all items that it covers. */
  pages(context: DoctorContext): AsyncIterable<string[]>;
  /** Returns the violations among these items. */
  examine(context: DoctorContext, keys: readonly string[]): Promise<Violation[]>;
  /** Repairs what can be repaired. Loses nothing: unknown bytes are quarantined, missing ones are marked. */
  repair?(context: DoctorContext, keys: readonly string[]): Promise<void>;
}

export const invariantIds = ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7'] as const;

export type InvariantId = (typeof invariantIds)[number];
