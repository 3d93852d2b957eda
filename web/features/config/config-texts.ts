import { type ConfigKey, configRow, isConfigKey } from '#sdk/contract/config.js';
import type { FieldIssue, ParamValue } from '#sdk/contract/errors.js';
import type { ExpirationUnit } from '#sdk/contract/formats/expiration.js';
import { describeIssue } from '#sdk/i18n/describe-error.js';
import { formatBytes, formatNumber } from '#sdk/i18n/format.js';
import { localeOf, locales } from '#sdk/i18n/locales.js';
import type { Translator } from '#sdk/i18n/translate.js';
import { formatAmount, parseDuration } from '../../ui/fields/expiration-choices.ts';
import { amountUnits, toAmount, type UnitName } from './amounts.ts';

export const labelOf = ({ t }: Translator, key: ConfigKey) => t(`config.${key}.label`);

export function categoryTitle({ t, has }: Translator, category: string): string {
  const key = `web.admin.config.categories.${category}`;
  return has(key) ? t(key) : category;
}

/** What zero means for variables where it is not an amount. */
export const zeroMeanings: {
  readonly [K in ConfigKey]?: 'noLimit' | 'forEver' | 'atOnce' | 'asForEveryone';
} = {
  'general.auditRetention': 'forEver',
  'policies.guestMaxExpiration': 'asForEveryone',
  'policies.guestMaxFiles': 'asForEveryone',
  'policies.guestMaxSize': 'asForEveryone',
  'policies.instanceQuota': 'noLimit',
  'share.maxExpiration': 'noLimit',
  'share.maxSize': 'noLimit',
  'share.retention': 'atOnce',
  'share.userQuota': 'noLimit',
};

/** A value as people write it: `50 MB`, `90 days`, `On`. */
export function describeValue(translator: Translator, key: ConfigKey, text: string): string {
  const row = configRow(key);
  const { t, formatLocale } = translator;
  if (row.type === 'boolean') return t(text === 'true' ? 'web.admin.config.on' : 'web.admin.config.off');
  const zero = text === '0' ? zeroMeanings[key] : undefined;
  if (zero) return t(`web.admin.config.zero.${zero}`);
  if (row.type === 'number') return describeNumber(translator, row.unit, Number(text));
  if (row.format === 'locale') {
    const known = locales.find(({ code }) => code === text);
    return known ? localeOf(known.code).label : text;
  }
  if (row.format !== 'expiration') return text;
  if (text === '') return t('web.admin.config.zero.asForEveryone');
  const duration = parseDuration(text);
  return duration ? formatAmount(duration, formatLocale) : t('web.upload.expiresNever');
}

type Unit = keyof typeof amountUnits | undefined;

function describeNumber({ formatLocale: locale }: Translator, unit: Unit, value: number): string {
  if (unit === undefined) return formatNumber(locale, value);
  if (unit === 'bytes') return formatBytes(locale, value);
  const { amount, unit: name } = toAmount(value, amountUnits[unit]);
  return formatAmount({ amount: Number(amount), unit: timeUnits[name] ?? 'hour' }, locale);
}

const timeUnits: { readonly [U in UnitName]?: ExpirationUnit } = {
  hours: 'hour',
  days: 'day',
  weeks: 'week',
};

/** The text of an issue. Bounds are in the unit that people write, and other variables are named by their labels. */
export function describeConfigIssue(
  translator: Translator,
  { field, code, params = {} }: FieldIssue,
): string {
  const row = isConfigKey(field) ? configRow(field) : null;
  const write = (name: string, value: ParamValue): ParamValue => {
    if (name === 'key' && typeof value === 'string' && isConfigKey(value)) return labelOf(translator, value);
    const isBound = (name === 'minimum' || name === 'maximum') && row?.type === 'number';
    return isBound ? describeNumber(translator, row.unit, Number(value)) : value;
  };
  const written = Object.entries(params).map(([name, value]) => [name, write(name, value)] as const);
  return describeIssue(translator, { code, params: Object.fromEntries(written) });
}
