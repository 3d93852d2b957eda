import Box from '@mui/material/Box';
import { useColorScheme } from '@mui/material/styles';
import { useId } from 'react';
import { colorSchemes } from '../../app/color-schemes.ts';
import { LanguageOptions } from '../../app/LanguageOptions.tsx';
import { layout } from '../../app/theme.ts';
import { useLanguage, useTranslator } from '../../lib/i18n.tsx';
import { languageChoiceOf } from '../../lib/preferences.ts';
import { NativeSelect } from '../../ui/fields/NativeSelect.tsx';
import { FieldHelp, FieldLabel } from '../../ui/fields/TextInput.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { TabContent } from './TabContent.tsx';

export function PreferencesTab() {
  const { t } = useTranslator();
  return (
    <TabContent title={t('web.account.preferences.title')} text={t('web.account.preferences.text')}>
      <Panel>
        <LanguageField />
        <ColorSchemeField />
      </Panel>
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

/** The choice of the footer with its names written out. */
function ColorSchemeField() {
  const { t } = useTranslator();
  const { mode, setMode } = useColorScheme();
  const name = useId();
  return (
    <Box component="fieldset" sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ p: 0, mb: 0.75, fontSize: '0.9375rem', fontWeight: 550 }}>
        {t('web.scheme.label')}
      </Box>
      <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, gap: 1 }}>
        {colorSchemes.map((choice) => (
          <Box key={choice.mode} component="label" sx={choiceStyle}>
            <Box
              component="input"
              type="radio"
              name={name}
              value={choice.mode}
              checked={mode === choice.mode}
              onChange={() => setMode(choice.mode)}
              sx={{ position: 'absolute', inset: 0, m: 0, opacity: 0, cursor: 'pointer' }}
            />
            <Icon icon={choice.icon} size={20} />
            {t(choice.label)}
          </Box>
        ))}
      </Box>
    </Box>
  );
}

const choiceStyle = {
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  flex: '1 1 auto',
  gap: 1.25,
  minHeight: layout.touchTarget,
  px: 1.5,
  border: 1,
  borderColor: 'paper.lineStrong',
  borderRadius: 1,
  bgcolor: 'paper.raised',
  fontSize: '0.9375rem',
  cursor: 'pointer',
  '&:hover': { borderColor: 'text.primary' },
  '&:has(input:checked)': { borderColor: 'primary.main', bgcolor: 'action.selected', fontWeight: 550 },
  '&:has(input:focus-visible)': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
} as const;
