import Box from '@mui/material/Box';
import type { DayFigures } from '#sdk/contract/statistics.js';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { DayBars } from './DayBars.tsx';
import { DayLine } from './DayLine.tsx';
import { PlotFrame } from './PlotFrame.tsx';
import { sumOf } from './periods.ts';
import { plotGrid } from './plot-style.ts';

interface Props {
  figures: readonly DayFigures[];
  /** Days that one of the figures stands for. */
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

/** From where to where it went. */
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
