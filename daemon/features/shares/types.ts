import type { ReverseShareId, ShareId, ShareKey, UserId } from '#sdk/contract/formats/primitives.js';
import type { ShareSort } from '#sdk/contract/share-inputs.js';
import type { RecipientState, ShareState } from '#sdk/contract/shares.js';

/** Moments are milliseconds since 1970, sizes bytes. */
export interface ShareRecord {
  /** Names the share inside; never used again. */
  key: ShareKey;
  /** The link. */
  id: ShareId;
  /** null: created without an account */
  ownerId: UserId | null;
  /** The reverse share it came in by. */
  reverseShareId: ReverseShareId | null;
  name: string | null;
  description: string | null;
  passwordHash: string | null;
  /** Counts changes of the password; grants of an older one do not hold. */
  passwordVersion: number;
  maxViews: number | null;
  views: number;
  state: ShareState;
  createdAt: number;
  completedAt: number | null;
  /** The expression the creator gave; resolved again when the share is published. */
  expiration: string;
  expiresAt: number | null;
  removedAt: number | null;
  /** The files are gone. */
  purgedAt: number | null;
  /** Last byte or change. */
  activeAt: number;
  /** Since when files are being added to it after it was published; null: it takes none. */
  addingAt: number | null;
  uploadTokenHash: string | null;
  /** Bytes it may have, of its reverse share; null: as the instance says. */
  maxSize: number | null;
  /** All that is announced, what has arrived included; holds space until then, and is 0 when nothing more comes. */
  declaredSize: number;
  /** Sum and number of the finished files. */
  size: number;
  fileCount: number;
  /** Sum and number of the unfinished uploads. */
  reservedSize: number;
  reservedCount: number;
  /** When a visitor last opened it or took something. */
  lastAccessAt: number | null;
  archiveDownloads: number;
}

export interface SortOrder {
  sort: ShareSort;
  order: 'asc' | 'desc';
}

export type SortValue = string | number;

/** A place in a sorted list: of shares alike in what they are sorted by, the key says which comes first. */
export interface SortPosition {
  value: SortValue;
  key: ShareKey;
}

export interface ShareOwner {
  id: UserId;
  username: string;
}

export interface OwnedShare {
  share: ShareRecord;
  /** null: created without an account */
  owner: ShareOwner | null;
}

/** Somebody who gets the link of a share by mail. */
export interface RecipientRecord {
  email: string;
  /** The form in which addresses are compared. */
  emailKey: string;
  state: RecipientState;
  /** The mail that waits in the outbox. */
  mailId: string | null;
  /** What the mail server said last. */
  problem: string | null;
  changedAt: number;
}

/** What a share is at a moment: an active one whose time is over counts as expired before any job has run. */
export function stateAt(share: ShareRecord, now: number): ShareState {
  const isOver = share.state === 'active' && share.expiresAt !== null && share.expiresAt <= now;
  return isOver ? 'expired' : share.state;
}
