import { beginsWithRealDay } from './iso-time.ts';

/** Expiry expressions of the API: `never`, `<n>-<unit>` (`7-days`, `1-month`) or an ISO 8601 date-time. */

export const expirationUnits = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const;

export type ExpirationUnit = (typeof expirationUnits)[number];

const maxAmount = 10_000;
/** The longest time span: longer ones could exceed the four-digit years of ISO 8601. */
const maxYears = 1000;

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
  const [, amount, unit] = relativePattern.exec(text) ?? [];
  if (amount) return Number(amount) <= (unit === 'year' ? maxYears : maxAmount);
  return isoPattern.test(text) && beginsWithRealDay(text) && !Number.isNaN(Date.parse(text));
}

/**
 * Returns the moment of an expression, or `null` for never. Months and years follow the calendar in UTC and end at the
 * last day of a shorter month.
 *
 * @throws RangeError when `text` is no expiry expression
 */
export function resolveExpiration(text: string, now: Date): Date | null {
  if (text === 'never') return null;
  if (!isExpiration(text)) throw new RangeError(`not an expiration: ${text}`);
  const [, amount, unit] = relativePattern.exec(text) ?? [];
  return amount ? addToDate(now, Number(amount), unit as ExpirationUnit) : new Date(text);
}

/** Returns the moment a time span (`7-days`) before `now`; null if `text` is not a time span. */
export function resolveAgo(text: string, now: Date): Date | null {
  const [, amount, unit] = relativePattern.exec(text) ?? [];
  return amount && isExpiration(text) ? addToDate(now, -Number(amount), unit as ExpirationUnit) : null;
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
