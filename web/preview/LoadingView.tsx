import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import { useTranslator } from '../lib/i18n.tsx';

export function LoadingView() {
  const { t } = useTranslator();
  return (
    <Box aria-busy="true" sx={{ display: 'grid', placeItems: 'center', height: '100%', minHeight: 160 }}>
      <CircularProgress aria-label={t('web.preview.loading')} size={32} />
    </Box>
  );
}
