import type { ReverseShareId, ShareId, ShareKey, UserId } from '#sdk/contract/formats/primitives.js';
import type { ShareSort } from '#sdk/contract/shares/inputs.js';
import type { RecipientState, ShareState } from '#sdk/contract/shares.js';

/** Moments are milliseconds since 1970, sizes are bytes. */
export interface ShareRecord {
  /** Identifies the share internally; never reused. */
  key: ShareKey;
  /** The link. */
  id: ShareId;
  /** null: created without an account */
  ownerId: UserId | null;
  /** The reverse share that it was sent through. */
  reverseShareId: ReverseShareId | null;
  name: string | null;
  description: string | null;
  passwordHash: string | null;
  /** Counts changes of the password; grants of an older version are not valid. */
  passwordVersion: number;
  maxViews: number | null;
  views: number;
  state: ShareState;
  createdAt: number;
  completedAt: number | null;
  /** The expression that the creator gave; resolved again when the share is published. */
  expiration: string;
  expiresAt: number | null;
  removedAt: number | null;
  /** When the files were deleted. */
  purgedAt: number | null;
  /** When the last byte arrived or the share was last changed. */
  activeAt: number;
  /** Since when files are being added to the published share; null: it accepts none. */
  addingAt: number | null;
  /** Since when visitors cannot open it, because malware was found in one of its files. */
  quarantinedAt: number | null;
  uploadTokenHash: string | null;
  /** Size limit in bytes, set by its reverse share; null: the limit of the instance. */
  maxSize: number | null;
  /**
   * Announced size, including what has arrived. It reserves storage until the upload ends, and is 0 when no more files
   * are expected.
   */
  declaredSize: number;
  /** Total size and number of the finished files. */
  size: number;
  fileCount: number;
  /** Total size and number of the unfinished uploads. */
  reservedSize: number;
  reservedCount: number;
  /** When a visitor last opened it or downloaded from it. */
  lastAccessAt: number | null;
  archiveDownloads: number;
}

/** What its owner may change about a share. */
export type ShareEdit = Partial<
  Pick<ShareRecord, 'name' | 'description' | 'expiration' | 'expiresAt' | 'passwordHash' | 'maxViews'>
>;

export interface SortOrder {
  sort: ShareSort;
  order: 'asc' | 'desc';
}

export type SortValue = string | number;

/** A position in a sorted list: the key orders shares with the same sort value. */
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

/** A person who gets the link of a share by mail. */
export interface RecipientRecord {
  email: string;
  /** The form of the address used for comparison. */
  emailKey: string;
  state: RecipientState;
  /** The mail that is waiting in the outbox. */
  mailId: string | null;
  /** The last answer of the mail server. */
  problem: string | null;
  changedAt: number;
}

/** Returns the state of a share at a moment: an active one past its expiry counts as expired before any job has run. */
export function stateAt(share: ShareRecord, now: number): ShareState {
  const isOver = share.state === 'active' && share.expiresAt !== null && share.expiresAt <= now;
  return isOver ? 'expired' : share.state;
}
