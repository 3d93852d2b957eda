import type { Finding } from '#sdk/contract/host.js';
import type { Clock } from '../crypto/clock.ts';
import type { Database } from '../db/connection.ts';
import type { BlobStore } from '../storage/blob-store.ts';

/** What is examined: rows and bytes. A server may be at work on them at the same time. */
export interface DoctorContext {
  database: Database;
  blobs: BlobStore;
  clock: Clock;
}

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
  pages(context: DoctorContext): AsyncIterable<string[]>;
  /** Which of them are wrong. */
  examine(context: DoctorContext, keys: readonly string[]): Promise<Violation[]>;
  /** Puts right what can be. Loses nothing: what nobody knows is set aside, what is lost is marked. */
  repair?(context: DoctorContext, keys: readonly string[]): Promise<void>;
}

export const invariantIds = ['I1', 'I2', 'I3', 'I4', 'I5', 'I6'] as const;

export type InvariantId = (typeof invariantIds)[number];
