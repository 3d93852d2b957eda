import type { ShareRules } from '#sdk/contract/config/policies.js';
import { AppError, type FieldIssue } from '#sdk/contract/errors.js';
import { isExpiration, resolveExpiration } from '#sdk/contract/formats/expiration.js';
import type { ReverseShareId, UserId } from '#sdk/contract/formats/primitives.js';
import type { CreateShare } from '#sdk/contract/shares/inputs.js';
import type { Actor } from '../../http/actor.ts';
import { decideExpiry, defaultExpiration } from './decide-expiry.ts';

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

/** Creating a share through a reverse share needs no permission of one's own. */
export async function acceptTerms(
  links: Pick<ReverseShareLinks, 'accept'>,
  input: CreateShare,
  by: Actor,
): Promise<ReverseShareTerms | null> {
  if (!input.reverseShare) return null;
  refuseFields(input, receiversFields);
  const terms = await links.accept(input.reverseShare, by);
  // The policy of the instance may require a password of its owner, who knows whom it is for.
  if (terms.ownerId !== by.user?.id) refuseFields(input, ownersFields);
  if (terms.hasSimpleForm) refuseFields(input, formFields);
  return terms;
}

/**
 * Returns the expression and the moment it resolves to. If the expiry that a reverse share sets is no longer
 * possible, the default applies.
 */
export function decideEnd(
  input: CreateShare,
  terms: ReverseShareTerms | null,
  rules: ShareRules & { now: number },
): { expression: string; end: number | null } {
  const usual = rules.defaultExpiration;
  const wanted = terms?.expiration && isAhead(terms.expiration, rules.now) ? terms.expiration : usual;
  const expression = input.expiration ?? defaultExpiration(wanted, rules);
  return { expression, end: decideExpiry(expression, rules) };
}

/** Fields that a reverse share decides. */
const receiversFields = ['id', 'expiration', 'maxViews', 'recipients'] as const;

/** Fields for the owner of the reverse share only. */
const ownersFields = ['password'] as const;

/** Fields that the simple form does not ask for. */
const formFields = ['name', 'description'] as const;

/** @throws AppError `validation_failed` */
function refuseFields(input: CreateShare, refused: readonly (keyof CreateShare)[]): void {
  const issues = refused
    .filter((field) => input[field] !== undefined)
    .map((field): FieldIssue => ({ field, code: 'unknown_key' }));
  const [first] = issues;
  if (first) throw new AppError('validation_failed', { field: first.field, problem: first.code }, { issues });
}

/** Older versions stored dates that do not exist. */
function isAhead(expression: string, now: number): boolean {
  if (!isExpiration(expression)) return false;
  const end = resolveExpiration(expression, new Date(now));
  return end === null || end.getTime() > now;
}
