import { logoLimits } from '#sdk/contract/config/api.js';
import { type ConfigRow, isPicture } from '#sdk/contract/config.js';
import { formatBytes } from '#sdk/i18n/format.js';
import { locales } from '#sdk/i18n/locales.js';
import type { Translator } from '#sdk/i18n/translate.js';

/** What kind of value a variable takes, with how it can be typed. */
export function describeType({ t }: Translator, row: ConfigRow): string {
  if (row.type === 'boolean') return t('cli.config.types.boolean');
  if (row.type === 'number') return t(`cli.config.types.${row.unit ?? 'number'}`);
  if (row.secret) return t('cli.config.types.secret');
  if (row.markdown) return t('cli.config.types.markdown');
  return t(`cli.config.types.${row.format ?? row.type}`);
}

/** Numbers without separators, as they can be typed. */
export function describeBounds({ t, locale }: Translator, row: ConfigRow): string {
  if (row.type === 'boolean') return '';
  if (row.type === 'number') return describeRange({ t }, row.min, row.max);
  if (isPicture(row)) {
    return t('cli.config.bounds.picture', {
      size: formatBytes(locale, logoLimits.bytes),
      pixels: `${logoLimits.pixels}`,
    });
  }
  if (row.format === 'locale') return locales.map(({ code }) => code).join(' ');
  if (row.format !== undefined) return '';
  return t('cli.config.bounds.text', { min: `${row.minLength}`, max: `${row.maxLength}` });
}

function describeRange({ t }: Pick<Translator, 't'>, min: number, max: number): string {
  return max === Number.MAX_SAFE_INTEGER
    ? t('cli.config.bounds.from', { min: `${min}` })
    : t('cli.config.bounds.range', { min: `${min}`, max: `${max}` });
}
