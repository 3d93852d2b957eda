import { mdiChartBoxOutline, mdiTable } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useState } from 'react';
import type { DayFigures } from '#sdk/contract/statistics.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { ChoiceBar } from '../../ui/ChoiceBar.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { FiguresTable } from './FiguresTable.tsx';
import { NoFigures } from './NoFigures.tsx';
import { PlotSkeleton } from './PlotSkeleton.tsx';
import { areBlank, type Period, periods, sumBySteps } from './periods.ts';

// The library that draws is larger than all the rest of the page.
const Plots = lazy(() => import('./Plots.tsx').then((module) => ({ default: module.Plots })));

interface Props {
  /** Of the longest period */
  days: readonly DayFigures[];
  period: Period;
  onPeriod(name: string): void;
}

/** How the instance was used, day by day, drawn or as a table. */
export function FiguresSection({ days, period, onPeriod }: Props) {
  const { t } = useTranslator();
  const [isTable, setTable] = useState(false);
  const { step } = period;
  const figures = sumBySteps(days.slice(-period.days), step);
  const choices = periods.map(({ name }) => ({
    value: name,
    label: t(`web.admin.overview.periods.${name}`),
  }));
  const isBlank = areBlank(days);
  return (
    <Box
      component="section"
      aria-labelledby="figures"
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Typography id="figures" variant="h3" component="h2" sx={{ mr: 'auto' }}>
          {t('web.admin.overview.figures')}
        </Typography>
        <ChoiceBar
          label={t('web.admin.overview.period')}
          value={period.name}
          choices={choices}
          onChange={onPeriod}
        />
        {!isBlank && (
          <Button
            variant="outlined"
            startIcon={<Icon path={isTable ? mdiChartBoxOutline : mdiTable} size={20} />}
            onClick={() => setTable(!isTable)}
          >
            {t(isTable ? 'web.admin.overview.asPlots' : 'web.admin.overview.asTable')}
          </Button>
        )}
      </Box>
      {isBlank && <NoFigures />}
      {!isBlank && isTable && <FiguresTable figures={figures} step={step} />}
      {!isBlank && !isTable && (
        <Suspense fallback={<PlotSkeleton />}>
          <Plots figures={figures} step={step} />
        </Suspense>
      )}
    </Box>
  );
}
