const units = [
  { unit: 'year', hours: 8766 },
  { unit: 'month', hours: 730.5 },
  { unit: 'day', hours: 24 },
  { unit: 'hour', hours: 1 },
] as const;

const hour = 3_600_000;

export interface TimeLeft {
  unit: (typeof units)[number]['unit'] | 'minute';
  count: number;
  /** Less than a day */
  isShort: boolean;
}

/** The time until a moment, in one unit; null when it has passed. Nobody is promised more than there is. */
export function timeLeft(until: Date, now: Date): TimeLeft | null {
  const hours = (until.getTime() - now.getTime()) / hour;
  if (hours <= 0) return null;
  // A share that was just made for 7 days has 7 days left, not 6.
  const [tolerance, longest] = [0.2, 2];
  const row = units.find(
    ({ unit, hours: size }) =>
      hours + tolerance >= (unit === 'month' || unit === 'year' ? longest : 1) * size,
  );
  if (!row) return { unit: 'minute', count: Math.max(1, Math.floor(hours * 60)), isShort: true };
  return {
    unit: row.unit,
    count: Math.floor((hours + tolerance) / row.hours),
    isShort: hours + tolerance < 24,
  };
}
