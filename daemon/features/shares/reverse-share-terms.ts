import type { AppError } from '#sdk/contract/errors.js';
import type { ReverseShareId, UserId } from '#sdk/contract/formats/primitives.js';
import type { CreateShare } from '#sdk/contract/share-inputs.js';
import type { Actor } from '../../http/actor.ts';

export type ReverseShareInput = NonNullable<CreateShare['reverseShare']>;

/** What a reverse share, instead of the sender, decides about a share that is sent through it. */
export interface ReverseShareTerms {
  reverseShareId: ReverseShareId;
  /** Who gets it. */
  ownerId: UserId;
  /** How long it lives, as an expression; null: as the instance says. */
  expiration: string | null;
  /** Bytes it may have; null: as the instance says. */
  maxSize: number | null;
  /** Takes neither name nor description. */
  hasSimpleForm: boolean;
}

/** The way in by a reverse share: what shares need of that feature. */
export interface ReverseShareLinks {
  /**
   * Lets somebody in who holds the link and, where one is set, knows the password. Takes no use yet.
   *
   * @throws AppError `reverse_share_not_found`, `reverse_share_closed`, `reverse_share_used_up`, `sign_in_required`,
   *   `share_password_required`, `share_password_wrong`, `too_many_requests`
   */
  accept(input: ReverseShareInput, actor: Actor): Promise<ReverseShareTerms>;
  /** Why there was no use to take: it may have been closed, or have gone, since the link was accepted. */
  explainRefusal(id: ReverseShareId): Promise<AppError>;
}

/** How often a reverse share is used: part of the transactions that create shares and give them up. */
export interface ReverseShareUses {
  /** Takes a use if it is open and has one left: of many at the same moment, exactly as many as there are get true. */
  reserveUse(id: ReverseShareId, now: number): Promise<boolean>;
  releaseUse(id: ReverseShareId): Promise<void>;
}
