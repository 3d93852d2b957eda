import { type ConfigKey, configRow } from '#sdk/contract/config.js';
import type { Translator } from '#sdk/i18n/translate.js';
import { CliError } from '../errors/cli-error.ts';
import { parseBytes } from '../options/amounts.ts';
import { expandExpiration } from '../options/expires.ts';

const amounts = {
  bytes: { read: parseBytes, problem: 'cli.invalid.config_bytes' },
  hours: { read: (text: string) => readSpan(text, 60), problem: 'cli.invalid.config_hours' },
  days: { read: (text: string) => readSpan(text, 1440), problem: 'cli.invalid.config_days' },
} as const;

/**
 * Converts what a person types to the API's text: `5GB` for a number of bytes, `30d` for one of hours, `7d` for an
 * expiration. Everything else is unchanged and checked by the server.
 *
 * @throws CliError `usage` when it is neither a number nor such an amount
 */
export function readTypedValue(translator: Translator, key: ConfigKey, typed: string): string {
  const row = configRow(key);
  if (row.type === 'string' && row.format === 'expiration') return expandExpiration(typed);
  if (row.type !== 'number' || row.unit === undefined || /^(-?\d+)?$/.test(typed)) return typed;
  const { read, problem } = amounts[row.unit];
  const amount = read(typed);
  if (amount !== null) return String(amount);
  throw new CliError({
    exit: 'usage',
    key: 'cli.errors.option_invalid',
    params: { option: key, problem: translator.t(problem) },
  });
}

const minutesOf = { minute: 1, hour: 60, day: 1440, week: 10_080, month: 43_200, year: 525_600 } as const;

/** Converts `30d` to a unit of `unitMinutes` minutes; null if the result is not a whole number. */
function readSpan(text: string, unitMinutes: number): number | null {
  const [, amount, unit] = /^(\d+)-(\w+?)s?$/.exec(expandExpiration(text.trim())) ?? [];
  if (!amount || !isUnit(unit)) return null;
  const span = (Number(amount) * minutesOf[unit]) / unitMinutes;
  return Number.isSafeInteger(span) ? span : null;
}

function isUnit(unit: string | undefined): unit is keyof typeof minutesOf {
  return unit !== undefined && Object.hasOwn(minutesOf, unit);
}
