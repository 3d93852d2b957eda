import * as z from 'zod/mini';
import { type ExpirationUnit, isExpiration } from '#sdk/contract/formats/expiration.js';

const shortUnits = {
  m: 'minute',
  min: 'minute',
  h: 'hour',
  d: 'day',
  w: 'week',
  mo: 'month',
  y: 'year',
} as const satisfies Record<string, ExpirationUnit>;

/** The API's form of an expiry: `30m` → `30-minutes`; text already in that form is unchanged. */
export function expandExpiration(text: string): string {
  const [, amount, unit] = /^([1-9]\d*)(min|mo|m|h|d|w|y)$/.exec(text) ?? [];
  if (!amount || !isShortUnit(unit)) return text;
  return `${amount}-${shortUnits[unit]}${amount === '1' ? '' : 's'}`;
}

/**
 * A date includes its whole day. Returns the last second of that day on this machine; null for
 * what is no date.
 */
export function endOfDay(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  const end = new Date(year, month - 1, day, 23, 59, 59);
  // The last of February is the 29th in some years only: Date takes the day after it for the first of March.
  const isReal = end.getFullYear() === year && end.getMonth() === month - 1 && end.getDate() === day;
  return isReal ? end : null;
}

/** `--expires`: the API's expressions, `30m`, `12h`, `1d`, `2w`, `3mo`, `1y`, and a date, `2030-12-31`. */
export const Expires = z
  .pipe(
    z.pipe(
      z.string(),
      z.transform((text: string) => endOfDay(text)?.toISOString() ?? expandExpiration(text)),
    ),
    z.string().check(z.refine(isExpiration, 'expiration')),
  )
  .check(z.meta({ value: '1d' }));

function isShortUnit(unit: string | undefined): unit is keyof typeof shortUnits {
  return unit !== undefined && Object.hasOwn(shortUnits, unit);
}
