import type { ReverseShareId, UserId } from '#sdk/contract/formats/primitives.js';
import type { ReverseShare } from '#sdk/contract/reverse-shares.js';

/** Moments are milliseconds since 1970, sizes bytes. */
export interface ReverseShareRecord {
  id: ReverseShareId;
  ownerId: UserId;
  /** Used to find it by its link. */
  tokenHash: string;
  /** Sealed: its owner can read the link again. */
  token: string;
  name: string | null;
  description: string | null;
  passwordHash: string | null;
  /** When the link ends; null: never. */
  expiresAt: number | null;
  /** Expiry of received shares, as an expression; null: the default of the instance. */
  shareExpiration: string | null;
  /** null: the limit of the instance */
  maxShareSize: number | null;
  /** null: any number */
  maxUses: number | null;
  /** Shares that were received or are being sent. */
  uses: number;
  sendsNotification: boolean;
  requiresSignIn: boolean;
  hasSimpleForm: boolean;
  /** null: accepts files */
  closedAt: number | null;
  createdAt: number;
}

/** A reverse share whose owner can sign in, as an actor with its link sees it. */
export interface Invitation {
  reverseShare: ReverseShareRecord;
  /** User name of the owner. */
  owner: string;
  /** The owner is an administrator. */
  isOfAdmin: boolean;
}

/** A reverse share as its owner sees it. */
export interface OwnReverseShare {
  reverseShare: ReverseShareRecord;
  /** The secret part of the link. */
  token: string;
  /** The received shares that still exist. */
  received: { shares: number; size: number };
  /** Files of the newest complete one; null: there is none. */
  cover: ReverseShare['cover'];
}
