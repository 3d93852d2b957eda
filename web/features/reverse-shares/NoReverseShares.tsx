import { mdiInboxArrowDownOutline } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslator } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/Icon.tsx';

export function NoReverseShares({ onCreate }: { onCreate(): void }) {
  const { t } = useTranslator();
  return (
    <Box
      sx={{
        display: 'grid',
        justifyItems: 'center',
        gap: 1,
        px: 3,
        py: { xs: 6, sm: 10 },
        textAlign: 'center',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1.8,
        bgcolor: 'background.paper',
      }}
    >
      <Icon path={mdiInboxArrowDownOutline} size={40} sx={{ color: 'text.secondary', mb: 1 }} />
      <Typography variant="h3" component="h2">
        {t('web.reverseShares.emptyTitle')}
      </Typography>
      <Box sx={{ color: 'text.secondary', maxWidth: 440, mb: 2 }}>{t('web.reverseShares.emptyText')}</Box>
      <Button variant="contained" color="primary" onClick={onCreate}>
        {t('web.reverseShares.create')}
      </Button>
    </Box>
  );
}
