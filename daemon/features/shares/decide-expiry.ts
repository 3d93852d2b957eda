import { AppError } from '#sdk/contract/errors.js';
import { isExpiration, resolveExpiration } from '#sdk/contract/formats/expiration.js';

const hour = 3_600_000;

/** The latest date that a form offers must still be allowed when the request arrives. A span counts from that moment. */
const grace = 60_000;

interface ExpiryRules {
  now: number;
  /** Hours; 0 is unlimited. */
  maxHours: number;
}

/**
 * Resolves when a share expires, in milliseconds since 1970, or null for never.
 *
 * @throws AppError `share_expiration_past`, `share_expiration_too_late`
 */
export function decideExpiry(expression: string, { now, maxHours }: ExpiryRules): number | null {
  const moment = resolveExpiration(expression, new Date(now))?.getTime() ?? null;
  if (moment !== null && moment <= now) throw new AppError('share_expiration_past');
  const latest = now + maxHours * hour;
  const tolerance = isSpanText(expression) ? 0 : grace;
  if (maxHours > 0 && (moment === null || moment > latest + tolerance)) {
    throw new AppError('share_expiration_too_late', { max: new Date(latest).toISOString() });
  }
  return moment;
}

interface DraftExpiry {
  /** The expression that the creator gave. */
  expiration: string;
  expiresAt: number | null;
}

/** "7 days" counts from the moment the link works, however long the upload took; a date stays what it is. */
const isSpan = ({ expiration, expiresAt }: DraftExpiry) => expiresAt !== null && isSpanText(expiration);

const isSpanText = (expression: string) => /^\d+-[a-z]/.test(expression);

/** Whether the date on which a draft is going to expire has passed. */
export function isDatePast(draft: DraftExpiry, now: number): boolean {
  return draft.expiresAt !== null && draft.expiresAt <= now && !isSpan(draft);
}

/**
 * Resolves when a draft expires that is published now. The limit may be lower than when the draft was created.
 *
 * @throws AppError `share_expiration_past`
 */
export function expiryAtPublication(draft: DraftExpiry, { now, maxHours }: ExpiryRules): number | null {
  if (isDatePast(draft, now)) throw new AppError('share_expiration_past');
  const { expiration, expiresAt } = draft;
  const moment = isSpan(draft) ? (resolveExpiration(expiration, new Date(now))?.getTime() ?? now) : expiresAt;
  if (maxHours === 0) return moment;
  // Months differ in length: an expiry that was within the limit stays within it.
  return Math.min(moment ?? Infinity, now + maxHours * hour + grace);
}

/** Returns the default expression, shortened to what the instance allows. */
export function defaultExpiration(expression: string, rules: ExpiryRules): string {
  try {
    decideExpiry(expression, rules);
    return expression;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return longestExpiration(rules);
  }
}

/** A time span, because nobody chose a date. Limits that no expression in hours can have are longer than any upload. */
function longestExpiration({ now, maxHours }: ExpiryRules): string {
  const span = `${maxHours}-hours`;
  return isExpiration(span) ? span : new Date(now + maxHours * hour).toISOString();
}
