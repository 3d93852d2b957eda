import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { layout } from '../../app/theme.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { accountTabs } from './account-tabs.ts';

/** The tabs: a column beside the content, and a line to wipe along on a phone. */
export function AccountNavigation() {
  const { t } = useTranslator();
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the current tab may stand beyond the edge.
    const current = nav.current?.querySelector(`[href="${CSS.escape(pathname)}"]`);
    current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  return (
    <Box
      component="nav"
      ref={nav}
      aria-label={t('web.account.tabs')}
      sx={{
        display: 'flex',
        flexDirection: { xs: 'row', md: 'column' },
        gap: 0.5,
        mx: { xs: -2, sm: -3, md: 0 },
        px: { xs: 2, sm: 3, md: 0 },
        overflowX: { xs: 'auto', md: 'visible' },
        scrollbarWidth: 'none',
        borderBottom: { xs: 1, md: 0 },
        borderColor: { xs: 'divider', md: 'transparent' },
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
  borderRadius: { xs: 0, md: 1 },
  borderBottom: { xs: '2px solid transparent', md: 0 },
  color: 'text.secondary',
  fontWeight: 520,
  fontSize: '0.9375rem',
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  '&:hover': { color: 'text.primary', bgcolor: { md: 'action.hover' } },
  '&.active': {
    color: 'text.primary',
    bgcolor: { md: 'action.selected' },
    borderColor: { xs: 'primary.main', md: 'transparent' },
  },
} as const;
