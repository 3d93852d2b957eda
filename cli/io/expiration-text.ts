import { expirationUnits } from '#sdk/contract/formats/expiration.js';
import { formatDateTime } from '#sdk/i18n/format.js';
import type { Translator } from '#sdk/i18n/translate.js';

/** An expiry expression of the API in words: `7-days` → `7 days`. */
export function expirationText({ t, locale }: Translator, expression: string): string {
  if (expression === 'never') return t('cli.never');
  const [amount = '', word = ''] = expression.split('-');
  const unit = expirationUnits.find((candidate) => word === candidate || word === `${candidate}s`);
  if (!unit) return formatDateTime(locale, expression);
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(Number(amount));
}
