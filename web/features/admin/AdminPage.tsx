import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { CircleArrowUp as circleArrowUpIcon } from 'lucide';
import { Link, useSearchParams } from 'react-router';
import type { LargeShare, Overview } from '#sdk/contract/statistics.js';
import type { Release } from '#sdk/contract/system.js';
import { anyShareDetailsPath } from '../../app/paths.ts';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { type Column, cell, DataTable } from '../../ui/lists/DataTable.tsx';
import { QueryStatus } from '../../ui/lists/QueryStatus.tsx';
import { FiguresSection } from './FiguresSection.tsx';
import { longestDays, periodOf } from './periods.ts';
import { StateTiles } from './StateTiles.tsx';
import { StoragePanel } from './StoragePanel.tsx';

/** The overview for administrators: the state of the instance, and what needs attention. */
export function AdminPage() {
  const { t } = useTranslator();
  useDocumentTitle(t('web.admin.title'));
  const [params, setParams] = useSearchParams();
  const period = periodOf(params.get('period'));
  const overview = useOverview();
  const handlePeriod = (name: string) => setParams({ period: name }, { replace: true });

  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: { xs: 3, sm: 4 } }}>
      <PageHeader title={t('web.admin.title')} />
      <QueryStatus query={overview} />
      {overview.data && (
        <>
          <CurrentState overview={overview.data} />
          <FiguresSection days={overview.data.days} period={period} onPeriod={handlePeriod} />
          <LargestShares shares={overview.data.largestShares} />
        </>
      )}
      <VersionPanel />
    </Box>
  );
}

function CurrentState({ overview }: { overview: Overview }) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <StateTiles overview={overview} />
      <StoragePanel overview={overview} />
    </Box>
  );
}

/** The version that runs, whether there is a newer one, and where programs can read the statistics. */
function VersionPanel() {
  const { t } = useTranslator();
  const { data: release } = useRelease();
  return (
    <Panel>
      <Box sx={{ display: 'grid', gap: 1 }}>
        <Typography variant="h3" component="h2">
          {release
            ? t('web.admin.overview.version', { version: release.version })
            : t('web.admin.overview.program')}
        </Typography>
        {release && <UpdateNotice latest={release.latest} />}
        <Box sx={{ typography: 'body2', color: 'text.secondary', maxWidth: '80ch' }}>
          {t('web.admin.overview.metrics')}
        </Box>
      </Box>
    </Panel>
  );
}

function UpdateNotice({ latest }: Pick<Release, 'latest'>) {
  const { t } = useTranslator();
  if (latest?.isNewer) {
    return (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Icon icon={circleArrowUpIcon} sx={{ color: 'primary.main' }} />
        <Box sx={{ fontWeight: 550 }}>{t('web.admin.overview.newer', { version: latest.version })}</Box>
        {latest.url !== null && (
          <MuiLink href={latest.url} target="_blank" rel="noreferrer">
            {t('web.admin.overview.whatIsNew')}
          </MuiLink>
        )}
      </Box>
    );
  }
  return (
    <Box sx={{ typography: 'body2', color: 'text.secondary', maxWidth: '80ch' }}>
      {t(latest ? 'web.admin.overview.isNewest' : 'web.admin.overview.newestUnknown')}
    </Box>
  );
}

const refreshMilliseconds = 60_000;

/** The statistics of the instance for the longest period, so that the others can be shown at once. */
function useOverview() {
  return useQuery({
    queryKey: ['overview'],
    queryFn: () => client.statistics.overview({ query: { days: String(longestDays) } }),
    refetchInterval: refreshMilliseconds,
    staleTime: 0,
  });
}

/** The version that runs and the newest one. */
function useRelease() {
  return useQuery({ queryKey: ['release'], queryFn: () => client.system.release() });
}

const columns: readonly Column[] = [
  { label: 'web.admin.overview.columnShare' },
  { label: 'web.admin.overview.columnOwner' },
  { label: 'web.admin.overview.columnFiles', isNumeric: true },
  { label: 'web.admin.overview.columnSize', isNumeric: true },
];

/** The shares that use the most storage. */
function LargestShares({ shares }: { shares: readonly LargeShare[] }) {
  const { t } = useTranslator();
  if (shares.length === 0) return null;
  return (
    <Box component="section" sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <Typography variant="h3" component="h2">
        {t('web.admin.overview.largest')}
      </Typography>
      <DataTable label="web.admin.overview.largest" columns={columns}>
        {shares.map((share) => (
          <Row key={share.id} share={share} />
        ))}
      </DataTable>
    </Box>
  );
}

function Row({ share }: { share: LargeShare }) {
  const { t } = useTranslator();
  const format = useFormat();
  return (
    <tr role="row">
      <td role="cell" data-full>
        <MuiLink component={Link} to={anyShareDetailsPath(share.id)} sx={{ fontWeight: 600 }}>
          {share.name ?? share.id}
        </MuiLink>
      </td>
      <td {...cell(t('web.admin.overview.columnOwner'))}>{share.owner ?? t('web.admin.overview.noOwner')}</td>
      <td {...cell(t('web.admin.overview.columnFiles'))} data-numeric>
        {format.number(share.files)}
      </td>
      <td {...cell(t('web.admin.overview.columnSize'))} data-numeric>
        {format.bytes(share.size)}
      </td>
    </tr>
  );
}
