import { deriveAccent } from '#sdk/contract/config/accent.js';
import { translatorFor } from '#sdk/i18n/catalogue.js';
import { escapeHtml } from '#sdk/i18n/escape-html.js';
import type { LocaleCode } from '#sdk/i18n/locales.js';
import { matchFormatLocale } from '#sdk/i18n/match.js';

interface Look {
  locale: LocaleCode;
  /** The visitor's language tags, best first */
  wanted: readonly string[];
  accentColor: string;
}

/** Writes texts and colours into the download that the page of a share shows before its code is read. */
export function withEarlyDock(html: string, { locale, wanted, accentColor }: Look): string {
  const { t } = translatorFor([locale]);
  const data = {
    all: t('web.share.downloadAll'),
    one: t('web.share.downloadOne'),
    locale: matchFormatLocale(locale, wanted),
  };
  const { light, dark } = deriveAccent(accentColor);
  const colors = { light: light.main, 'on-light': light.on, dark: dark.main, 'on-dark': dark.on };
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`);
  const style = Object.entries(colors).map(([name, value]) => `--${name}:${value}`);
  return html
    .replace('<template id="early-dock"', (start) => start + attributes.join(''))
    .replace('<div data-early-dock', (start) => `${start} style="${style.join(';')}"`);
}
