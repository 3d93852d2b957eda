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

/** `--expires`: the API's expressions, and `30m`, `12h`, `1d`, `2w`, `3mo`, `1y`. */
export const Expires = z
  .pipe(
    z.pipe(z.string(), z.transform(expandExpiration)),
    z.string().check(z.refine(isExpiration, 'expiration')),
  )
  .check(z.meta({ value: '1d' }));

function isShortUnit(unit: string | undefined): unit is keyof typeof shortUnits {
  return unit !== undefined && Object.hasOwn(shortUnits, unit);
}
