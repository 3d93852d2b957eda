import type { ReverseShareId, UserId } from '#sdk/contract/formats/primitives.js';

/** Moments are milliseconds since 1970, sizes bytes. */
export interface ReverseShareRecord {
  id: ReverseShareId;
  ownerId: UserId;
  /** Finds it by its link. */
  tokenHash: string;
  /** Sealed: its owner can read the link again. */
  token: string;
  name: string | null;
  description: string | null;
  passwordHash: string | null;
  /** When the link ends; null: never. */
  expiresAt: number | null;
  /** How long received shares live, as an expression; null: as the instance says. */
  shareExpiration: string | null;
  /** null: as the instance says */
  maxShareSize: number | null;
  /** null: any number */
  maxUses: number | null;
  /** Shares that came in or are on their way. */
  uses: number;
  sendsNotification: boolean;
  requiresSignIn: boolean;
  hasSimpleForm: boolean;
  /** null: takes files */
  closedAt: number | null;
  createdAt: number;
}

/** One whose owner can sign in, as somebody with its link meets it. */
export interface Invitation {
  reverseShare: ReverseShareRecord;
  /** User name of the owner. */
  owner: string;
}

/** What its owner sees. */
export interface OwnReverseShare {
  reverseShare: ReverseShareRecord;
  /** The secret part of the link. */
  token: string;
  /** What came in and is still there. */
  received: { shares: number; size: number };
}
