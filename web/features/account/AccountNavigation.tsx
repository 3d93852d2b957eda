import Box from '@mui/material/Box';
import { NavLink } from 'react-router';
import { layout } from '../../app/theme.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { accountTabs } from './account-tabs.ts';

/** The tabs: a column beside the content, and lines of words on a phone. */
export function AccountNavigation() {
  const { t } = useTranslator();
  return (
    <Box
      component="nav"
      aria-label={t('web.account.tabs')}
      sx={{
        display: 'flex',
        flexDirection: { xs: 'row', md: 'column' },
        flexWrap: { xs: 'wrap', md: 'nowrap' },
        gap: 0.5,
        mx: { xs: -1.25, md: 0 },
      }}
    >
      {accountTabs.map(({ path, label }) => (
        <Box key={path} component={NavLink} to={path} end sx={linkStyle}>
          {t(label)}
        </Box>
      ))}
    </Box>
  );
}

const linkStyle = {
  display: 'flex',
  alignItems: 'center',
  flex: 'none',
  minHeight: layout.touchTarget,
  px: { xs: 1.25, md: 1.75 },
  borderRadius: 1,
  color: 'text.secondary',
  fontWeight: 520,
  fontSize: '0.9375rem',
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  '&:hover': { color: 'text.primary', bgcolor: 'action.hover' },
  '&.active': { color: 'text.primary', bgcolor: 'action.selected' },
} as const;
