import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { tickLabelStyle } from './chart-style.ts';

/** The number of labels that fit on a phone. */
const labels = 5;

/** The days below a plot: short there, in full beside the numbers of a day. */
export function useDayAxis(days: readonly string[], step: number) {
  const { t } = useTranslator();
  const format = useFormat();
  const each = Math.ceil(days.length / labels);
  return {
    data: [...days],
    height: 30,
    tickSize: 10,
    disableLine: true,
    tickLabelStyle,
    tickLabelInterval: (_: string, index: number) => index % each === 0,
    valueFormatter: (day: string, { location }: { location: string }) => {
      if (location === 'tick') return format.shortDay(day);
      return step === 1 ? format.day(day) : t('web.admin.overview.weekFrom', { day: format.day(day) });
    },
  };
}
