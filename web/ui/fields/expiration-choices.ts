import {
  type ExpirationUnit,
  expirationUnits,
  isExpiration,
  resolveExpiration,
} from '#sdk/contract/formats/expiration.js';

export interface Duration {
  amount: number;
  unit: ExpirationUnit;
}

const presets = ['1-hour', '1-day', '7-days', '1-month', '1-year', 'never'] as const;

/**
 * The expirations offered: the usual ones and the instance's default, shortest first, up to the instance's maximum
 * (hours, 0 = none).
 */
export function expirationChoices(defaultExpiration: string, maxHours: number, now: Date): string[] {
  const limit = maxHours === 0 ? Number.POSITIVE_INFINITY : now.getTime() + maxHours * 3_600_000;
  const timeOf = (choice: string) => resolveExpiration(choice, now)?.getTime() ?? Number.POSITIVE_INFINITY;
  const longest = maxHours % 24 === 0 ? `${maxHours / 24}-days` : `${maxHours}-hours`;
  const wanted = [...presets, defaultExpiration, longest].filter(isExpiration);
  const byTime = new Map<number, string>();
  for (const choice of wanted) {
    const time = timeOf(choice);
    if (isExpirationAllowed(time, limit) && !byTime.has(time)) byTime.set(time, choice);
  }
  return [...byTime].toSorted(([a], [b]) => a - b).map(([, choice]) => choice);
}

/** Without a maximum, everything is allowed, including `never`. */
function isExpirationAllowed(time: number, limit: number): boolean {
  return limit === Number.POSITIVE_INFINITY || time <= limit;
}

/** The initial choice: the instance's default, or the longest allowed when that is too long. */
export function initialExpiration(choices: readonly string[], defaultExpiration: string, now: Date): string {
  const wanted = resolveExpiration(defaultExpiration, now)?.getTime();
  const match = choices.find((choice) => resolveExpiration(choice, now)?.getTime() === wanted);
  return match ?? choices.at(-1) ?? defaultExpiration;
}

/** Reads `7-days`; null for `never` and dates. */
export function parseDuration(choice: string): Duration | null {
  const [amount = '', word = ''] = choice.split('-');
  const unit = expirationUnits.find((candidate) => word === candidate || word === `${candidate}s`);
  return unit && /^\d+$/.test(amount) ? { amount: Number(amount), unit } : null;
}

/** A duration in words of the language: `7 days`. */
export function formatAmount({ amount, unit }: Duration, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(amount);
}
