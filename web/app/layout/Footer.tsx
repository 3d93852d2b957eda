import Box from '@mui/material/Box';
import { layout } from '../theme.ts';
import { ColorSchemeSwitch } from './ColorSchemeSwitch.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { LegalLinks } from './LegalLinks.tsx';

export function Footer() {
  return (
    <Box component="footer" sx={{ mt: 'auto', px: { xs: 2, sm: 3 }, pb: 2.5, pt: 4 }}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 1,
          alignItems: 'center',
          justifyContent: 'flex-end',
          maxWidth: layout.contentWidth,
          mx: 'auto',
        }}
      >
        <LegalLinks />
        <LanguageSwitch />
        <ColorSchemeSwitch />
      </Box>
    </Box>
  );
}
