import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { BarChart } from '@mui/x-charts/BarChart';
import { type ReactNode, useId } from 'react';
import type { DayFigures } from '#sdk/contract/statistics.js';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { chartStyle, tickLabelStyle } from './chart-style.ts';
import { DayLine } from './DayLine.tsx';
import { sumOf } from './periods.ts';
import { plotGrid, plotHeight } from './plot-style.ts';
import { useDayAxis } from './use-day-axis.ts';

interface Props {
  figures: readonly DayFigures[];
  /** Days per figure */
  step: number;
}

const strong = 'var(--fs-palette-primary-main)';
const quiet = 'var(--fs-palette-paper-lineStrong)';

export function Plots({ figures, step }: Props) {
  const { t } = useTranslator();
  const format = useFormat();
  const days = figures.map(({ day }) => day);
  const sum = sumOf(figures);
  const shares = t('web.admin.nav.shares');
  const per = step === 1 ? 'day' : 'week';
  return (
    <Box sx={plotGrid}>
      <PlotFrame title={t('web.admin.overview.storedPlot')} summary={useStoredSummary(figures)}>
        <DayLine
          days={days}
          step={step}
          label={t('web.admin.overview.columnStored')}
          color={strong}
          values={figures.map(({ storedBytes }) => storedBytes)}
        />
      </PlotFrame>
      <PlotFrame
        title={t(`web.admin.overview.sharesPlot.${per}`)}
        summary={t('web.admin.overview.sharesSummary', { count: sum.shares })}
      >
        <DayBars
          days={days}
          step={step}
          series={[{ label: shares, color: strong, values: figures.map((day) => day.shares) }]}
        />
      </PlotFrame>
      <PlotFrame
        title={t(`web.admin.overview.transfersPlot.${per}`)}
        summary={t('web.admin.overview.transfersSummary', {
          uploads: sum.uploads,
          size: format.bytes(sum.uploadedBytes),
          downloads: sum.downloads,
        })}
      >
        <DayBars
          days={days}
          step={step}
          series={[
            {
              label: t('web.admin.overview.columnUploads'),
              color: strong,
              values: figures.map(({ uploads }) => uploads),
            },
            {
              label: t('web.admin.overview.columnDownloads'),
              color: quiet,
              values: figures.map(({ downloads }) => downloads),
            },
          ]}
        />
      </PlotFrame>
    </Box>
  );
}

/** The first and the last value. */
function useStoredSummary(figures: readonly DayFigures[]): string {
  const { t } = useTranslator();
  const format = useFormat();
  const measured = figures.flatMap(({ storedBytes }) => (storedBytes === null ? [] : [storedBytes]));
  const [first] = measured;
  const last = measured.at(-1);
  if (first === undefined || last === undefined) return t('web.admin.overview.notMeasured');
  if (measured.length === 1) return t('web.admin.overview.storedOnce', { size: format.bytes(last) });
  return t('web.admin.overview.storedSummary', { from: format.bytes(first), to: format.bytes(last) });
}

interface PlotFrameProps {
  title: string;
  /** A sentence that sums up the plot; the table has every number */
  summary: string;
  children: ReactNode;
}

/** A plot with its title and summary. Screen readers skip the drawing. */
function PlotFrame({ title, summary, children }: PlotFrameProps) {
  const id = useId();
  return (
    <Panel>
      <Box
        component="figure"
        aria-labelledby={id}
        sx={{ m: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}
      >
        <Box component="figcaption">
          <Typography id={id} variant="body1" component="h3" sx={{ fontWeight: 600 }}>
            {title}
          </Typography>
          <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{summary}</Box>
        </Box>
        <Box aria-hidden>{children}</Box>
      </Box>
    </Panel>
  );
}

interface DayBarsProps {
  days: readonly string[];
  /** Days per bar */
  step: number;
  series: readonly { label: string; color: string; values: readonly number[] }[];
}

/** Counts of each day. */
function DayBars({ days, step, series }: DayBarsProps) {
  const format = useFormat();
  return (
    <BarChart
      height={plotHeight}
      series={series.map(({ label, color, values }) => ({
        label,
        color,
        data: values,
        valueFormatter: (value) => format.number(value ?? 0),
      }))}
      xAxis={[{ ...useDayAxis(days, step), scaleType: 'band', categoryGapRatio: 0.25, barGapRatio: 0 }]}
      yAxis={[
        {
          width: 'auto',
          min: 0,
          tickMinStep: 1,
          tickNumber: 4,
          disableLine: true,
          disableTicks: true,
          tickLabelStyle,
          valueFormatter: (value: number) => format.number(value),
        },
      ]}
      grid={{ horizontal: true }}
      borderRadius={2}
      margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
      hideLegend={series.length === 1}
      skipAnimation
      disableKeyboardNavigation
      sx={chartStyle}
    />
  );
}
