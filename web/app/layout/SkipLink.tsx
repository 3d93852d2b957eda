import Box from '@mui/material/Box';
import { useTranslator } from '../../lib/i18n.tsx';

/** The first link for the keyboard: it skips the navigation. */
export function SkipLink() {
  const { t } = useTranslator();
  return (
    <Box
      component="a"
      href="#content"
      sx={{
        position: 'absolute',
        left: 8,
        top: -80,
        zIndex: 'tooltip',
        px: 2,
        py: 1.25,
        borderRadius: 1,
        bgcolor: 'primary.main',
        color: 'primary.contrastText',
        '&:focus': { top: 8 },
      }}
    >
      {t('web.nav.skip')}
    </Box>
  );
}
