import type { AppError } from '#sdk/contract/errors.js';
import type { ReverseShareId, UserId } from '#sdk/contract/formats/primitives.js';
import type { CreateShare } from '#sdk/contract/share-inputs.js';
import type { Actor } from '../../http/actor.ts';

export type ReceivedInput = NonNullable<CreateShare['reverseShare']>;

/** What a reverse share decides about a share that comes in by it, in place of who sends it. */
export interface ReceptionTerms {
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
export interface ShareReception {
  /**
   * Lets somebody in who holds the link and, where one is set, knows the password. Takes no use yet.
   *
   * @throws AppError `reverse_share_not_found`, `reverse_share_closed`, `reverse_share_used_up`, `sign_in_required`,
   *   `share_password_required`, `share_password_wrong`, `too_many_requests`
   */
  enter(input: ReceivedInput, actor: Actor): Promise<ReceptionTerms>;
  /** Why there was no use to take: it may have been closed, or have gone, since somebody was let in. */
  explain(id: ReverseShareId): Promise<AppError>;
}

/** How often a reverse share is used: part of the transactions that create shares and give them up. */
export interface ReverseShareUses {
  /** Takes a use if it is open and has one left: of many at the same moment, exactly as many as there are get true. */
  takeUse(id: ReverseShareId, now: number): Promise<boolean>;
  giveUseBack(id: ReverseShareId): Promise<void>;
}
