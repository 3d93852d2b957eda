/** Months and years are said from two of them on. */
const units = [
  { unit: 'year', hours: 8766, from: 2 * 8766 },
  { unit: 'month', hours: 730.5, from: 2 * 730.5 },
  { unit: 'day', hours: 24, from: 24 },
  { unit: 'hour', hours: 1, from: 1 },
] as const;

const hour = 3_600_000;

export interface TimeLeft {
  unit: (typeof units)[number]['unit'] | 'minute';
  count: number;
  /** Less than a day */
  isShort: boolean;
}

/** The time until a moment, in one unit; null when it has passed. Only days and longer are rounded up. */
export function timeLeft(until: Date, now: Date): TimeLeft | null {
  const hours = (until.getTime() - now.getTime()) / hour;
  if (hours <= 0) return null;
  const row = units.find(({ from }) => hours >= from);
  if (!row) return { unit: 'minute', count: Math.max(1, Math.floor(hours * 60)), isShort: true };
  const isShort = row.unit === 'hour';
  const count = hours / row.hours;
  return { unit: row.unit, count: isShort ? Math.floor(count) : Math.round(count), isShort };
}
