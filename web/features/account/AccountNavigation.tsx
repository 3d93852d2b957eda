import Box from '@mui/material/Box';
import { NavLink } from 'react-router';
import { useTranslator } from '../../lib/i18n.tsx';
import { tabLinkStyle } from '../../ui/tab-link-style.ts';
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
        <Box key={path} component={NavLink} to={path} end sx={tabLinkStyle}>
          {t(label)}
        </Box>
      ))}
    </Box>
  );
}
