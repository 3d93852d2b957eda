import type { AppError } from '#sdk/contract/errors.js';
import type { ReverseShareId, UserId } from '#sdk/contract/formats/primitives.js';
import type { CreateShare } from '#sdk/contract/shares/inputs.js';
import type { Actor } from '../../http/actor.ts';

export type ReverseShareInput = NonNullable<CreateShare['reverseShare']>;

/** The terms that a reverse share, instead of the sender, sets for a share that is sent through it. */
export interface ReverseShareTerms {
  reverseShareId: ReverseShareId;
  /** The account that receives the share. */
  ownerId: UserId;
  /** The expiry as an expression; null: the default of the instance. */
  expiration: string | null;
  /** Size limit in bytes; null: the limit of the instance. */
  maxSize: number | null;
  /** Accepts neither name nor description. */
  hasSimpleForm: boolean;
}

/** What shares need from the feature of reverse shares. */
export interface ReverseShareLinks {
  /**
   * Authorizes a sender who has the link and, if one is set, the password. Does not reserve a use yet.
   *
   * @throws AppError `reverse_share_not_found`, `reverse_share_closed`, `reverse_share_used_up`, `sign_in_required`,
   *   `share_password_required`, `share_password_wrong`, `too_many_requests`
   */
  accept(input: ReverseShareInput, actor: Actor): Promise<ReverseShareTerms>;
  /** Explains why there was no use left: the reverse share may have been closed or deleted since it was accepted. */
  explainRefusal(id: ReverseShareId): Promise<AppError>;
}

/** Counts the uses of a reverse share, within the transactions that create and discard shares. */
export interface ReverseShareUses {
  /**
   * Reserves a use if the reverse share is open and has one left: of concurrent requests exactly as many succeed as
   * there are uses left.
   */
  reserveUse(id: ReverseShareId, now: number): Promise<boolean>;
  releaseUse(id: ReverseShareId): Promise<void>;
}
