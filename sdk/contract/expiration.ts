/** Expiry expressions of the API: `never`, `<n>-<unit>` (`7-days`, `1-month`) or an ISO 8601 date-time. */

export const expirationUnits = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const;

export type ExpirationUnit = (typeof expirationUnits)[number];

/** The furthest expiry: beyond it, date sums leave the range of ISO years with four digits. */
const maxAmount = 10_000;

const relativePattern = /^([1-9]\d{0,4})-(minute|hour|day|week|month|year)s?$/;
const isoPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

const unitMilliseconds = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
} as const;

/** True when `text` is an expiry expression. */
export function isExpiration(text: string): boolean {
  if (text === 'never') return true;
  if (relativePattern.test(text)) return Number(text.split('-')[0]) <= maxAmount;
  return isoPattern.test(text) && !Number.isNaN(Date.parse(text));
}

/**
 * The moment an expression means, or `null` for never. Months and years follow the calendar in UTC and end at the
 * last day of a shorter month.
 *
 * @throws RangeError when `text` is no expiry expression
 */
export function resolveExpiration(text: string, now: Date): Date | null {
  if (text === 'never') return null;
  const [, amount, unit] = relativePattern.exec(text) ?? [];
  if (amount && unit) return addToDate(now, Number(amount), unit as ExpirationUnit);
  if (isExpiration(text)) return new Date(text);
  throw new RangeError(`not an expiration: ${text}`);
}

function addToDate(from: Date, amount: number, unit: ExpirationUnit): Date {
  if (unit !== 'month' && unit !== 'year') return new Date(from.getTime() + amount * unitMilliseconds[unit]);
  const result = new Date(from);
  const day = result.getUTCDate();
  result.setUTCDate(1);
  result.setUTCMonth(result.getUTCMonth() + (unit === 'year' ? amount * 12 : amount));
  const lastDay = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0)).getUTCDate();
  result.setUTCDate(Math.min(day, lastDay));
  return result;
}
