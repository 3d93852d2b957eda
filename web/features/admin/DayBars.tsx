import { BarChart } from '@mui/x-charts/BarChart';
import { useFormat } from '../../lib/i18n.tsx';
import { chartStyle, tickLabelStyle } from './chart-style.ts';
import { plotHeight } from './plot-style.ts';
import { useDayAxis } from './use-day-axis.ts';

interface Props {
  days: readonly string[];
  /** Days that a bar stands for. */
  step: number;
  series: readonly { label: string; color: string; values: readonly number[] }[];
}

/** Counts of each day. */
export function DayBars({ days, step, series }: Props) {
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
