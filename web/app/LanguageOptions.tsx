import { locales } from '#sdk/i18n/locales.js';
import { useTranslator } from '../lib/i18n.tsx';

/** The browser's language first, then every language by its own name. Those without texts show English. */
export function LanguageOptions() {
  const { t } = useTranslator();
  return (
    <>
      <option value="system">{t('web.nav.languageSystem')}</option>
      {locales.map(({ code, label }) => (
        <option key={code} value={code} lang={code}>
          {label}
        </option>
      ))}
    </>
  );
}
