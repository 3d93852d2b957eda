import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import { useQuery } from '@tanstack/react-query';
import { CircleArrowUp as circleArrowUpIcon } from 'lucide';
import { useSearchParams } from 'react-router';
import type { Overview } from '#sdk/contract/statistics.js';
import type { Release } from '#sdk/contract/system.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { client } from '../../lib/sdk.ts';
import { FiguresSkeleton } from '../../ui/feedback/FiguresSkeleton.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { QueryStatus } from '../../ui/lists/QueryStatus.tsx';
import { ActivityCard } from './ActivityCard.tsx';
import { LargestShares } from './LargestShares.tsx';
import { longestDays, type Period, periodOf, periods } from './periods.ts';
import { RecentActions } from './RecentActions.tsx';
import { ServersCard } from './ServersCard.tsx';
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
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: { xs: 1.5, sm: 2 } }}>
      <PageHeader title={t('web.admin.nav.overview')}>
        <Box sx={{ width: { xs: '100%', sm: 'auto' } }}>
          <SegmentedControl
            label={t('web.admin.overview.period')}
            value={period.name}
            choices={periods.map(({ name }) => ({
              value: name,
              label: t(`web.admin.overview.periods.${name}`),
            }))}
            onChange={handlePeriod}
          />
        </Box>
      </PageHeader>
      <QueryStatus query={overview} skeleton={<FiguresSkeleton />} />
      {overview.data && <Cards overview={overview.data} period={period} />}
      <VersionNote />
    </Box>
  );
}

function Cards({ overview, period }: { overview: Overview; period: Period }) {
  const { days, largestShares, servers } = overview;
  return (
    <>
      <StateTiles overview={overview} period={period} />
      <Box sx={cardGrid}>
        <StoragePanel overview={overview} period={period} />
        <ActivityCard days={days} period={period} />
        {largestShares.length > 0 && <LargestShares shares={largestShares} />}
        {servers.length > 0 && <ServersCard servers={servers} />}
        <RecentActions />
      </Box>
    </>
  );
}

const cardGrid = {
  display: 'grid',
  gap: { xs: 1.25, sm: 2 },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
  // A wide card leaves no hole beside the one before it.
  gridAutoFlow: 'row dense',
  '& > :last-child:nth-of-type(odd)': { gridColumn: '1 / -1' },
} as const;

/** The version that runs, whether there is a newer one, where programs can read the statistics, and the licenses. */
function VersionNote() {
  const { t } = useTranslator();
  const { data: release } = useRelease();
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 0.5,
        mt: 2,
        typography: 'body2',
        color: 'text.caption',
        '& > *': { maxWidth: '90ch' },
      }}
    >
      <Box component="h2" sx={{ m: 0, font: 'inherit', fontWeight: 560, color: 'text.secondary' }}>
        {release
          ? t('web.admin.overview.version', { version: release.version })
          : t('web.admin.overview.program')}
      </Box>
      {release && <UpdateNotice latest={release.latest} />}
      <div>{t('web.admin.overview.metrics')}</div>
      <MuiLink href="/licenses.txt" target="_blank" sx={{ justifySelf: 'start' }}>
        {t('web.admin.overview.licenses')}
      </MuiLink>
    </Box>
  );
}

function UpdateNotice({ latest }: Pick<Release, 'latest'>) {
  const { t } = useTranslator();
  if (latest?.isNewer) {
    return (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, color: 'text.primary' }}>
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
  return <div>{t(latest ? 'web.admin.overview.isNewest' : 'web.admin.overview.newestUnknown')}</div>;
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
