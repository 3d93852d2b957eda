import { mdiChartBoxOutline } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { paths } from '../../app/paths.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/Icon.tsx';

/** In the place of plots while there is nothing to draw. */
export function NoFigures() {
  const { t } = useTranslator();
  return (
    <Box sx={frameStyle}>
      <Icon path={mdiChartBoxOutline} size={32} sx={{ color: 'text.secondary' }} />
      <Box sx={{ maxWidth: '48ch', color: 'text.secondary' }}>{t('web.admin.overview.noFigures')}</Box>
      <Button component={Link} to={paths.upload} variant="outlined">
        {t('web.admin.overview.shareFirst')}
      </Button>
    </Box>
  );
}

const frameStyle = {
  display: 'grid',
  justifyItems: 'center',
  gap: 2,
  px: 3,
  py: { xs: 5, sm: 7 },
  textAlign: 'center',
  border: '1px dashed',
  borderColor: 'paper.lineStrong',
  borderRadius: 1.8,
} as const;
