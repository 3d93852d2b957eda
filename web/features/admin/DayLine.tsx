import { LineChart } from '@mui/x-charts/LineChart';
import { useFormat } from '../../lib/i18n.tsx';
import { chartStyle, tickLabelStyle } from './chart-style.ts';
import { useDayAxis } from './use-day-axis.ts';

interface Props {
  days: readonly string[];
  /** Days per point */
  step: number;
  label: string;
  color: string;
  /** Bytes; null: not measured. */
  values: readonly (number | null)[];
}

const lineHeight = 128;

/** Bytes at the end of each day. */
export function DayLine({ days, step, label, color, values }: Props) {
  const format = useFormat();
  return (
    <LineChart
      height={lineHeight}
      series={[
        {
          label,
          color,
          data: values,
          area: true,
          curve: 'linear',
          // The server did not run on days that were not measured.
          connectNulls: true,
          // A single day would be a line without length.
          showMark: values.filter((value) => value !== null).length === 1,
          valueFormatter: (value) => (value === null ? '–' : format.bytes(value)),
        },
      ]}
      xAxis={[{ ...useDayAxis(days, step), scaleType: 'point' }]}
      yAxis={[
        {
          width: 'auto',
          min: 0,
          tickNumber: 2,
          disableLine: true,
          disableTicks: true,
          tickLabelStyle,
          valueFormatter: (value: number) => format.bytes(value),
        },
      ]}
      grid={{ horizontal: true }}
      margin={{ top: 8, right: 20, bottom: 0, left: 0 }}
      hideLegend
      skipAnimation
      disableKeyboardNavigation
      sx={chartStyle}
    />
  );
}
