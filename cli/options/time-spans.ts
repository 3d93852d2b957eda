import * as z from 'zod/mini';
import { resolveAgo } from '#sdk/contract/formats/expiration.js';
import { beginsWithRealDay } from '#sdk/contract/formats/iso-time.js';
import { endOfDay, expandExpiration } from './expires.ts';

const daysOf = { day: 1, week: 7, month: 30, year: 365 } as const;

/**
 * `--expires` of a key, in whole days as the API counts them: `90d`, `2w`, `6mo`, `1y`, `2030-12-31`; null for `never`.
 */
export const KeyExpires = z
  .pipe(
    z.string().check(z.refine((text) => readDays(text, new Date()) !== undefined, 'cli.invalid.days')),
    z.transform((text: string) => readDays(text, new Date()) ?? null),
  )
  .check(z.meta({ value: '90d', text: 'key_expires' }));

/** `--since`: a time span that ends now, or the ISO date or date-time of a moment. Becomes that moment. */
export const Moment = z
  .pipe(
    z.string().check(z.refine((text) => resolveMoment(text, new Date()) !== null, 'cli.invalid.moment')),
    z.transform((text: string) => resolveMoment(text, new Date())?.toISOString()),
  )
  .check(z.meta({ value: '7d|DATE' }));

const datePattern = /^\d{4}-\d{2}-\d{2}$/;
const dateTimePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?$/;

/** A date is its first moment; times without a zone are those of this machine. */
export function resolveMoment(text: string, now: Date): Date | null {
  const ago = resolveAgo(expandExpiration(text), now);
  if (ago) return ago;
  const isDate = datePattern.test(text);
  if (!isDate && !dateTimePattern.test(text)) return null;
  if (!beginsWithRealDay(text)) return null;
  const moment = new Date(isDate ? `${text}T00:00:00` : text);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

const longestKey = 3650;

/** A key that is valid until a date ends on that day, at the time of day at which it was created. */
export function readDays(text: string, now: Date): number | null | undefined {
  if (text === 'never') return null;
  const days = daysUntil(text, now) ?? daysIn(text);
  return days !== undefined && days >= 1 && days <= longestKey ? days : undefined;
}

function daysUntil(text: string, now: Date): number | undefined {
  const end = endOfDay(text);
  return end ? Math.floor((end.getTime() - now.getTime()) / 86_400_000) : undefined;
}

function daysIn(text: string): number | undefined {
  const [, amount, unit] = /^(\d+)-(day|week|month|year)s?$/.exec(expandExpiration(text)) ?? [];
  return amount && isDayUnit(unit) ? Number(amount) * daysOf[unit] : undefined;
}

function isDayUnit(unit: string | undefined): unit is keyof typeof daysOf {
  return unit !== undefined && Object.hasOwn(daysOf, unit);
}
