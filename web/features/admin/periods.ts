import type { DayFigures } from '#sdk/contract/statistics.js';

/** The periods that the plots can cover. A year is shown in weeks, and has 52 of them. */
export const periods = [
  { name: 'week', days: 7, step: 1 },
  { name: 'month', days: 30, step: 1 },
  { name: 'quarter', days: 90, step: 1 },
  { name: 'year', days: 364, step: 7 },
] as const;

export type Period = (typeof periods)[number];

export const longestDays = Math.max(...periods.map(({ days }) => days));

export const defaultPeriod: Period = periods[1];

export function periodOf(name: string | null): Period {
  return periods.find((period) => period.name === name) ?? defaultPeriod;
}

/** One entry for each `step` days, named after the first. Its storage is that of the last measured day. */
export function sumBySteps(days: readonly DayFigures[], step: number): DayFigures[] {
  const sums: DayFigures[] = [];
  for (let first = 0; first < days.length; first += step) sums.push(sumOf(days.slice(first, first + step)));
  return sums;
}

/** All days in one. */
export function sumOf(days: readonly DayFigures[]): DayFigures {
  const empty = {
    day: days[0]?.day ?? '',
    storedBytes: null,
    shares: 0,
    uploads: 0,
    uploadedBytes: 0,
    downloads: 0,
  };
  return days.reduce<DayFigures>(
    (sum, day) => ({
      day: sum.day,
      storedBytes: day.storedBytes ?? sum.storedBytes,
      shares: sum.shares + day.shares,
      uploads: sum.uploads + day.uploads,
      uploadedBytes: sum.uploadedBytes + day.uploadedBytes,
      downloads: sum.downloads + day.downloads,
    }),
    empty,
  );
}

/** The days from the first on which something was stored or counted; all if there is none. */
export function sinceFirst(days: readonly DayFigures[]): readonly DayFigures[] {
  const first = days.findIndex((day) => !areBlank([day]));
  return first < 0 ? days : days.slice(first);
}

/** Nothing was ever stored or counted. */
export function areBlank(days: readonly DayFigures[]): boolean {
  const { storedBytes, shares, uploads, downloads } = sumOf(days);
  return (storedBytes ?? 0) + shares + uploads + downloads === 0;
}
