import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { ChartColumn as chartColumnIcon, Table as tableIcon } from 'lucide';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { DayFigures } from '#sdk/contract/statistics.js';
import { paths } from '../../app/paths.ts';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { SkeletonBar } from '../../ui/feedback/SkeletonBar.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { type Column, DataTable } from '../../ui/lists/DataTable.tsx';
import { areBlank, type Period, periods, sinceFirst, sumBySteps } from './periods.ts';
import { plotGrid, plotHeight } from './plot-style.ts';

// The drawing library is larger than the rest of the page.
const Plots = lazy(() => import('./Plots.tsx').then((module) => ({ default: module.Plots })));

interface Props {
  /** The days of the longest period */
  days: readonly DayFigures[];
  period: Period;
  onPeriod(name: string): void;
}

/** The usage of the instance, day by day, as plots or as a table. */
export function FiguresSection({ days, period, onPeriod }: Props) {
  const { t } = useTranslator();
  const [isTable, setTable] = useState(false);
  const { step } = period;
  const figures = sumBySteps(sinceFirst(days.slice(-period.days)), step);
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
        <SegmentedControl
          label={t('web.admin.overview.period')}
          value={period.name}
          choices={choices}
          onChange={onPeriod}
        />
        {!isBlank && (
          <Button
            variant="outlined"
            startIcon={<Icon icon={isTable ? chartColumnIcon : tableIcon} size={20} />}
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

/** A placeholder for the plots while their code loads. */
function PlotSkeleton() {
  return (
    <Box aria-busy="true" sx={plotGrid}>
      {['stored', 'shares', 'transfers'].map((name) => (
        <Panel key={name}>
          <SkeletonBar width="40%" height={14} />
          <SkeletonBar width="100%" height={plotHeight} />
        </Panel>
      ))}
    </Box>
  );
}

/** Shown in place of the plots while there is no data. */
function NoFigures() {
  const { t } = useTranslator();
  return (
    <Box sx={frameStyle}>
      <Icon icon={chartColumnIcon} size={32} sx={{ color: 'text.secondary' }} />
      <Box sx={{ maxWidth: '48ch', color: 'text.secondary' }}>{t('web.admin.overview.noFigures')}</Box>
      <Button component={Link} to={paths.upload} variant="outlined">
        {t('web.admin.overview.shareFirst')}
      </Button>
    </Box>
  );
}

const frameStyle = {
  display: 'grid',
  justifyItems: 'center',
  gap: 2,
  px: 3,
  py: { xs: 5, sm: 7 },
  textAlign: 'center',
  border: '1px dashed',
  borderColor: 'paper.lineStrong',
  borderRadius: 1.8,
} as const;

const columns = [
  { label: 'web.admin.overview.columnStored', isNumeric: true },
  { label: 'web.admin.overview.columnShares', isNumeric: true },
  { label: 'web.admin.overview.columnUploads', isNumeric: true },
  { label: 'web.admin.overview.columnUploadedBytes', isNumeric: true },
  { label: 'web.admin.overview.columnDownloads', isNumeric: true },
] as const satisfies readonly Column[];

interface FiguresTableProps {
  figures: readonly DayFigures[];
  /** Days per row */
  step: number;
}

/** The numbers of the plots, newest first. */
function FiguresTable({ figures, step }: FiguresTableProps) {
  const { t } = useTranslator();
  const format = useFormat();
  const dayColumn = step === 1 ? 'web.admin.overview.columnDay' : 'web.admin.overview.columnWeek';
  const valuesOf = (day: DayFigures): readonly string[] => [
    day.storedBytes === null ? '–' : format.bytes(day.storedBytes),
    format.number(day.shares),
    format.number(day.uploads),
    format.bytes(day.uploadedBytes),
    format.number(day.downloads),
  ];
  return (
    <DataTable label="web.admin.overview.figures" columns={[{ label: dayColumn }, ...columns]}>
      {figures.toReversed().map((row) => (
        <tr key={row.day} role="row">
          <td role="rowheader" data-full style={{ fontWeight: 600 }}>
            {format.day(row.day)}
          </td>
          {valuesOf(row).map((value, index) => (
            <td
              key={columns[index]?.label}
              role="cell"
              data-label={t(columns[index]?.label ?? dayColumn)}
              data-numeric
            >
              {value}
            </td>
          ))}
        </tr>
      ))}
    </DataTable>
  );
}
