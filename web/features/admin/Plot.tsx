import Box from '@mui/material/Box';
import { BarChart } from '@mui/x-charts/BarChart';
import type { DayFigures } from '#sdk/contract/statistics.js';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { chartStyle, tickLabelStyle } from './chart-style.ts';
import { sumOf } from './periods.ts';
import { type PlotName, plotHeight } from './plot-style.ts';
import { useDayAxis } from './use-day-axis.ts';

interface Props {
  name: PlotName;
  figures: readonly DayFigures[];
  /** Days per figure */
  step: number;
}

const strong = 'var(--fs-palette-primary-main)';
const soft = 'var(--fs-palette-primary-line)';
const quiet = 'var(--fs-palette-paper-edge)';

/** One figure over time, and a sentence that sums it up: the table has every number. Screen readers skip the drawing. */
export function Plot({ name, figures, step }: Props) {
  const { t } = useTranslator();
  const summary = useSummary(name, figures);
  const per = step === 1 ? 'day' : 'week';
  return (
    <Box component="figure" aria-label={t(`web.admin.overview.plots.${name}.${per}`)} sx={figureStyle}>
      <Box component="figcaption" sx={{ typography: 'body2', color: 'text.caption' }}>
        {summary}
      </Box>
      <Box aria-hidden>
        <Drawing name={name} figures={figures} step={step} />
      </Box>
    </Box>
  );
}

const figureStyle = {
  m: 0,
  mt: -1,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 1.5,
} as const;

function Drawing({ name, figures, step }: Props) {
  const { t } = useTranslator();
  const days = figures.map(({ day }) => day);
  const seriesOf = (figure: 'shares' | 'uploads' | 'downloads', color: string) => ({
    label: t(labels[figure]),
    color,
    values: figures.map((day) => day[figure]),
  });
  const series =
    name === 'shares'
      ? [seriesOf('shares', soft)]
      : [seriesOf('uploads', quiet), seriesOf('downloads', strong)];
  return <DayBars days={days} step={step} series={series} />;
}

/** With fewer days, bars keep the width that they would have beside this number of others. */
const daysOfFullWidth = 10;

const labels = {
  shares: 'web.admin.overview.columnShares',
  uploads: 'web.admin.overview.columnUploads',
  downloads: 'web.admin.overview.columnDownloads',
} as const;

function useSummary(name: PlotName, figures: readonly DayFigures[]): string {
  const { t } = useTranslator();
  const format = useFormat();
  const sum = sumOf(figures);
  if (name === 'shares') return t('web.admin.overview.sharesSummary', { count: sum.shares });
  return t('web.admin.overview.transfersSummary', {
    uploads: sum.uploads,
    size: format.bytes(sum.uploadedBytes),
    downloads: sum.downloads,
  });
}

interface DayBarsProps {
  days: readonly string[];
  /** Days per bar */
  step: number;
  series: readonly { label: string; color: string; values: readonly number[] }[];
}

/** Counts of each day; where there is one series, the last bar has the accent. */
function DayBars({ days, step, series }: DayBarsProps) {
  const format = useFormat();
  const axis = useDayAxis(days, step);
  const isSingle = series.length === 1;
  return (
    <BarChart
      height={plotHeight}
      series={series.map(({ label, color, values }) => ({
        label,
        color,
        data: values,
        valueFormatter: (value) => format.number(value ?? 0),
      }))}
      xAxis={[
        {
          ...axis,
          scaleType: 'band',
          // The only day of a young instance is a bar, too, and no wall.
          categoryGapRatio: 1 - 0.7 * Math.min(1, days.length / daysOfFullWidth),
          barGapRatio: 0,
          ...(isSingle && {
            colorMap: {
              type: 'ordinal',
              values: [...days],
              colors: days.map((_, index) =>
                index === days.length - 1 ? strong : (series[0]?.color ?? soft),
              ),
            },
          }),
        },
      ]}
      yAxis={[
        {
          width: 'auto',
          min: 0,
          tickMinStep: 1,
          tickNumber: 3,
          disableLine: true,
          disableTicks: true,
          tickLabelStyle,
          valueFormatter: (value: number) => format.number(value),
        },
      ]}
      grid={{ horizontal: true }}
      borderRadius={3}
      margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
      hideLegend={isSingle}
      skipAnimation
      disableKeyboardNavigation
      sx={chartStyle}
    />
  );
}
