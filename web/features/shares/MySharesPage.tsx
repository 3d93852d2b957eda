import Box from '@mui/material/Box';
import { useTranslator } from '../../lib/i18n.tsx';
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { ShareList } from './ShareList.tsx';

export function MySharesPage() {
  const { t } = useTranslator();
  useDocumentTitle(t('web.shares.title'));
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
      <PageHeader title={t('web.shares.title')} />
      <ShareList scope="mine" />
    </Box>
  );
}
