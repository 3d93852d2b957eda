import Box from '@mui/material/Box';
import { useSearchParams } from 'react-router';
import type { Overview } from '#sdk/contract/statistics.js';
import { describeError } from '#sdk/i18n/describe-error.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { FiguresSection } from './FiguresSection.tsx';
import { LargestShares } from './LargestShares.tsx';
import { periodOf } from './periods.ts';
import { StateTiles } from './StateTiles.tsx';
import { StoragePanel } from './StoragePanel.tsx';
import { useOverview } from './use-overview.ts';
import { VersionPanel } from './VersionPanel.tsx';

/** Where an administrator begins: how the instance is, and what needs somebody. */
export function AdminPage() {
  const translator = useTranslator();
  const { t } = translator;
  useDocumentTitle(t('web.admin.title'));
  const [params, setParams] = useSearchParams();
  const period = periodOf(params.get('period'));
  const overview = useOverview();
  const handlePeriod = (name: string) => setParams({ period: name }, { replace: true });

  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: { xs: 3, sm: 4 } }}>
      <PageHeader title={t('web.admin.title')} />
      {overview.isPending && <TableSkeleton />}
      {overview.isError && <FormError>{describeError(translator, overview.error)}</FormError>}
      {overview.data && (
        <>
          <Now overview={overview.data} />
          <FiguresSection days={overview.data.days} period={period} onPeriod={handlePeriod} />
          <LargestShares shares={overview.data.largestShares} />
        </>
      )}
      <VersionPanel />
    </Box>
  );
}

function Now({ overview }: { overview: Overview }) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <StateTiles overview={overview} />
      <StoragePanel overview={overview} />
    </Box>
  );
}
