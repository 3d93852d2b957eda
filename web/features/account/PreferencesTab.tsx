import Box from '@mui/material/Box';
import { useId } from 'react';
import { isLocaleCode } from '#sdk/i18n/locales.js';
import { shownLocales, useLanguage, useTranslator } from '../../lib/i18n.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { FieldHelp, FieldLabel } from '../../ui/TextInput.tsx';
import { ColorSchemeField } from './ColorSchemeField.tsx';
import { TabContent } from './TabContent.tsx';

export function PreferencesTab() {
  const { t } = useTranslator();
  return (
    <TabContent title={t('web.account.preferences.title')} text={t('web.account.preferences.text')}>
      <LanguageField />
      <ColorSchemeField />
    </TabContent>
  );
}

function LanguageField() {
  const { t } = useTranslator();
  const { locale, setLocale } = useLanguage();
  const id = useId();
  return (
    <Box>
      <FieldLabel htmlFor={id} label={t('web.nav.language')} />
      <NativeSelect
        id={id}
        value={locale}
        aria-describedby={`${id}-help`}
        onChange={(event) => {
          const code = event.currentTarget.value;
          if (isLocaleCode(code)) setLocale(code);
        }}
      >
        {shownLocales.map(({ code, label }) => (
          <option key={code} value={code} lang={code}>
            {label}
          </option>
        ))}
      </NativeSelect>
      <FieldHelp id={`${id}-help`} hint={t('web.account.preferences.languageHint')} />
    </Box>
  );
}
