import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Plus as plusIcon } from 'lucide';
import { Link } from 'react-router';
import { paths } from '../../app/paths.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { Dock, dockedButtonStyle } from '../../ui/layout/Dock.tsx';
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
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: { xs: 1.5, md: 2.25 } }}>
      <PageHeader title={title}>{scope === 'mine' && <NewShare />}</PageHeader>
      <ShareList scope={scope} />
    </Box>
  );
}

/** Beside the title; on a phone at the lower edge, in reach of the thumb. */
function NewShare() {
  const { t } = useTranslator();
  return (
    <Dock>
      <Button
        component={Link}
        to={paths.upload}
        variant="contained"
        color="primary"
        startIcon={<Icon icon={plusIcon} size={16} />}
        sx={dockedButtonStyle}
      >
        {t('web.nav.upload')}
      </Button>
    </Dock>
  );
}
