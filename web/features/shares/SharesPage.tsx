import Box from '@mui/material/Box';
import { useTranslator } from '../../lib/i18n.tsx';
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { ShareList } from './ShareList.tsx';
import type { ShareScope } from './use-share-list.ts';

export function MySharesPage() {
  return <SharesPage scope="mine" />;
}

/** The shares of all users, for administrators. */
export function AllSharesPage() {
  return <SharesPage scope="all" />;
}

function SharesPage({ scope }: { scope: ShareScope }) {
  const { t } = useTranslator();
  const title = t(scope === 'all' ? 'web.shares.titleOfAll' : 'web.shares.title');
  useDocumentTitle(title);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
      <PageHeader title={title} />
      <ShareList scope={scope} />
    </Box>
  );
}
