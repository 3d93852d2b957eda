import Box from '@mui/material/Box';
import { useTranslator } from '../../lib/i18n.tsx';
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { ShareList } from './ShareList.tsx';

/** The shares of everybody, for administrators. */
export function AllSharesPage() {
  const { t } = useTranslator();
  useDocumentTitle(t('web.shares.titleOfAll'));
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
      <PageHeader title={t('web.shares.titleOfAll')} />
      <ShareList scope="all" />
    </Box>
  );
}
