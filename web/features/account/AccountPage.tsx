import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Outlet } from 'react-router';
import { useTranslator } from '../../lib/i18n.tsx';
import { AccountNavigation } from './AccountNavigation.tsx';

/** The frame of all tabs, with the current one inside. */
export function AccountPage() {
  const { t } = useTranslator();
  return (
    <Box sx={{ display: 'grid', gap: { xs: 1.5, md: 3 } }}>
      <Typography variant="h1">{t('web.account.title')}</Typography>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '208px minmax(0, 1fr)' },
          gap: { xs: 2.5, md: 7 },
          alignItems: 'start',
        }}
      >
        <AccountNavigation />
        <Outlet />
      </Box>
    </Box>
  );
}
