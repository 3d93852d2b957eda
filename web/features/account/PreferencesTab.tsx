import Box from '@mui/material/Box';
import { useId } from 'react';
import { LanguageOptions } from '../../app/LanguageOptions.tsx';
import { useLanguage, useTranslator } from '../../lib/i18n.tsx';
import { languageChoiceOf } from '../../lib/preferences.ts';
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
  const { choice, choose } = useLanguage();
  const id = useId();
  return (
    <Box>
      <FieldLabel htmlFor={id} label={t('web.nav.language')} />
      <NativeSelect
        id={id}
        value={choice}
        aria-describedby={`${id}-help`}
        onChange={(event) => choose(languageChoiceOf(event.currentTarget.value))}
      >
        <LanguageOptions />
      </NativeSelect>
      <FieldHelp id={`${id}-help`} hint={t('web.account.preferences.languageHint')} />
    </Box>
  );
}
