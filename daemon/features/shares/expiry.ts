import { AppError } from '#sdk/contract/errors.js';
import { resolveExpiration } from '#sdk/contract/expiration.js';

const hour = 3_600_000;

interface ExpiryRules {
  now: number;
  /** `share.maxExpiration`: hours, 0 is unlimited. */
  maxHours: number;
}

/**
 * When a share ends, in milliseconds since 1970, or null for never.
 *
 * @throws AppError `share_expiration_past`, `share_expiration_too_late`
 */
export function decideExpiry(expression: string, { now, maxHours }: ExpiryRules): number | null {
  const moment = resolveExpiration(expression, new Date(now))?.getTime() ?? null;
  if (moment !== null && moment <= now) throw new AppError('share_expiration_past');
  const latest = now + maxHours * hour;
  // A minute of grace: what was chosen as the longest on the page is still the longest when it arrives.
  if (maxHours > 0 && (moment === null || moment > latest + 60_000)) {
    throw new AppError('share_expiration_too_late', { max: new Date(latest).toISOString() });
  }
  return moment;
}

/** The default expression, shortened to what the instance allows. */
export function defaultExpiration(expression: string, rules: ExpiryRules): string {
  try {
    decideExpiry(expression, rules);
    return expression;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return new Date(rules.now + rules.maxHours * hour).toISOString();
  }
}
