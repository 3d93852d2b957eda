import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { ChartColumn as chartColumnIcon } from 'lucide';
import { useState } from 'react';
import { Link } from 'react-router';
import type { DayFigures } from '#sdk/contract/statistics.js';
import { paths } from '../../app/paths.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { lazyPart } from '../../lib/loading/lazy-part.tsx';
import { PartBoundary } from '../../ui/feedback/PartBoundary.tsx';
import { SkeletonBar } from '../../ui/feedback/SkeletonBar.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { FiguresTable } from './FiguresTable.tsx';
import { OverviewCard } from './OverviewCard.tsx';
import { areBlank, type Period, sinceFirst, sumBySteps } from './periods.ts';
import { type PlotName, plotHeight, plotNames } from './plot-style.ts';

// The drawing library is larger than the rest of the page.
const Plot = lazyPart(async () => (await import('./Plot.tsx')).Plot);

interface Props {
  /** The days of the longest period */
  days: readonly DayFigures[];
  period: Period;
}

/** The usage of the instance, day by day, as a plot of one figure or as a table of all. */
export function ActivityCard({ days, period }: Props) {
  const { t } = useTranslator();
  const [isTable, setTable] = useState(false);
  const [plot, setPlot] = useState<PlotName>('shares');
  const { step } = period;
  const per = step === 1 ? 'day' : 'week';
  const figures = sumBySteps(sinceFirst(days.slice(-period.days)), step);
  if (areBlank(days)) return <NoFigures />;
  return (
    <OverviewCard
      isWide={isTable}
      isFlush={isTable}
      title={isTable ? t('web.admin.overview.figures') : t(`web.admin.overview.plots.${plot}.${per}`)}
      aside={
        <Button variant="text" onClick={() => setTable(!isTable)} sx={{ mx: -1.5 }}>
          {t(isTable ? 'web.admin.overview.asPlots' : 'web.admin.overview.asTable')}
        </Button>
      }
    >
      {isTable ? (
        <FiguresTable figures={figures} step={step} />
      ) : (
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
          <PartBoundary fallback={<SkeletonBar width="100%" height={plotHeight} />}>
            <Plot name={plot} figures={figures} step={step} />
          </PartBoundary>
          <SegmentedControl<PlotName>
            label={t('web.admin.overview.figure')}
            value={plot}
            choices={plotNames.map((name) => ({
              value: name,
              label: t(`web.admin.overview.plots.${name}.name`),
            }))}
            onChange={setPlot}
          />
        </Box>
      )}
    </OverviewCard>
  );
}

/** Shown in place of the plot while there is no data. */
function NoFigures() {
  const { t } = useTranslator();
  return (
    <OverviewCard title={t('web.admin.overview.figures')}>
      <Box sx={emptyStyle}>
        <Icon icon={chartColumnIcon} size={32} sx={{ color: 'text.caption' }} />
        <Box sx={{ maxWidth: '44ch', color: 'text.secondary' }}>{t('web.admin.overview.noFigures')}</Box>
        <Button component={Link} to={paths.upload} variant="outlined">
          {t('web.admin.overview.shareFirst')}
        </Button>
      </Box>
    </OverviewCard>
  );
}

const emptyStyle = {
  display: 'grid',
  justifyItems: 'center',
  alignContent: 'center',
  gap: 2,
  height: '100%',
  py: 2,
  textAlign: 'center',
} as const;
