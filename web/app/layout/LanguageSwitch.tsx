import Box from '@mui/material/Box';
import { shownLocales, useLanguage, useTranslator } from '../../lib/i18n.tsx';
import { languageChoiceOf } from '../../lib/preferences.ts';
import { LanguageOptions } from '../LanguageOptions.tsx';
import { layout } from '../theme.ts';

/** The browser's own list: the best one on a phone, and nothing to load. Hidden while there is nothing to choose. */
export function LanguageSwitch({ locales = shownLocales }) {
  const { t } = useTranslator();
  const { choice, choose } = useLanguage();
  if (locales.length < 2) return null;
  return (
    <Box
      component="select"
      aria-label={t('web.nav.language')}
      value={choice}
      onChange={(event) => choose(languageChoiceOf(event.currentTarget.value))}
      sx={{
        minHeight: layout.touchTarget,
        px: 1.25,
        border: 0,
        borderRadius: 1,
        bgcolor: 'transparent',
        color: 'text.secondary',
        font: 'inherit',
        fontSize: '0.875rem',
        '&:hover': { color: 'text.primary', bgcolor: 'action.hover' },
      }}
    >
      <LanguageOptions locales={locales} />
    </Box>
  );
}
