import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { tickLabelStyle } from './chart-style.ts';

/** The days along a plot's foot: short ones below, whole ones beside the figures of a day. */
export function useDayAxis(days: readonly string[], step: number) {
  const { t } = useTranslator();
  const format = useFormat();
  return {
    data: [...days],
    height: 30,
    tickSize: 10,
    disableLine: true,
    tickLabelStyle,
    valueFormatter: (day: string, { location }: { location: string }) => {
      if (location === 'tick') return format.shortDay(day);
      return step === 1 ? format.day(day) : t('web.admin.overview.weekFrom', { day: format.day(day) });
    },
  };
}
