import Box from '@mui/material/Box';
import { useTranslator } from '../lib/i18n.tsx';
import { Spinner } from '../ui/feedback/Spinner.tsx';

export function LoadingView() {
  const { t } = useTranslator();
  return (
    <Box aria-busy="true" sx={{ display: 'grid', placeItems: 'center', height: '100%', minHeight: 160 }}>
      <Box role="progressbar" aria-label={t('web.preview.loading')} sx={{ color: 'primary.main' }}>
        <Spinner size={32} />
      </Box>
    </Box>
  );
}
