/** Numbers, sizes, dates and durations as people write them. `locale` is a language tag. */

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const;

/** A number of bytes in decimal units: `2.3 GB`, `512 bytes`. */
export function formatBytes(locale: string, bytes: number): string {
  const { value, unit } = inDecimalUnit(bytes);
  return formatUnit(locale, value, {
    unit,
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: 1,
  });
}

/** A speed: `2.3 MB/s`. */
export function formatSpeed(locale: string, bytesPerSecond: number): string {
  const { value, unit } = inDecimalUnit(bytesPerSecond);
  return formatUnit(locale, value, { unit: `${unit}-per-second`, maximumFractionDigits: 1 });
}

function inDecimalUnit(bytes: number) {
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), byteUnits.length - 1);
  const value = bytes / 1000 ** power;
  // 999.96 kB would be written as 1,000 kB.
  const carried = power > 0 && power < byteUnits.length - 1 && value >= 999.95;
  return { value: carried ? 1 : value, unit: byteUnits[carried ? power + 1 : power] ?? 'byte' };
}

export function formatNumber(locale: string, value: number): string {
  return new Intl.NumberFormat(locale).format(value);
}

/** A share of one, as a whole percentage that reaches 100 only at the end. */
export function formatPercent(locale: string, ratio: number): string {
  const floored = Math.floor(Math.min(Math.max(ratio, 0), 1) * 100) / 100;
  return new Intl.NumberFormat(locale, { style: 'percent' }).format(floored);
}

/** A moment in the reader's time zone: `21 Nov 2025, 06:50`. */
export function formatDateTime(locale: string, moment: Date | string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(moment),
  );
}

export function formatDate(locale: string, moment: Date | string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(moment));
}

/**
 * The day of a deadline in words: `Sat, 28 Nov`. The year is written when it is another one, and the time only where it
 * matters, within two days.
 */
export function formatDeadline(locale: string, moment: Date | string, now: Date): string {
  const deadline = new Date(moment);
  const isThisYear = deadline.getFullYear() === now.getFullYear();
  const isSoon = Math.abs(deadline.getTime() - now.getTime()) < 2 * millisecondsOfDay;
  return new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
    ...(isSoon ? { hour: 'numeric', minute: '2-digit' } : {}),
  }).format(deadline);
}

/** A day of the calendar such as `2025-11-21`, the same one wherever the reader is: `21 Nov 2025`. */
export function formatDay(locale: string, day: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
}

/** The same without the year: `21 Nov`. */
export function formatShortDay(locale: string, day: string): string {
  const options = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(locale, options).format(new Date(day));
}

const millisecondsOfDay = 86_400_000;

const durationUnits = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const;

/** A duration in its two largest units: `3 min 20 sec`. */
export function formatDuration(locale: string, seconds: number): string {
  let rest = Math.max(0, Math.round(seconds));
  const first = durationUnits.findIndex((row) => rest >= row.seconds);
  if (first === -1) return formatUnit(locale, 0, { unit: 'second', unitDisplay: 'short' });
  const parts = [];
  for (const row of durationUnits.slice(first, first + 2)) {
    const amount = Math.floor(rest / row.seconds);
    rest -= amount * row.seconds;
    if (amount > 0) parts.push(formatUnit(locale, amount, { unit: row.unit, unitDisplay: 'short' }));
  }
  return parts.join(' ');
}

/** Each unit from the number of seconds on that is written in it: 30 days say more than "next month". */
const relativeUnits = [
  { unit: 'year', from: 350 * 86_400, seconds: 31_557_600 },
  { unit: 'month', from: 46 * 86_400, seconds: 2_629_800 },
  { unit: 'hour', from: 3570, seconds: 3600 },
  { unit: 'minute', from: 30, seconds: 60 },
] as const;

/** A moment as seen from now: `in 7 days`, `2 hours ago`, `now`. Days are those of the reader's calendar. */
export function formatRelative(locale: string, moment: Date | string, now: Date): string {
  const date = new Date(moment);
  const seconds = (date.getTime() - now.getTime()) / 1000;
  const row = relativeUnits.find(({ from }) => Math.abs(seconds) >= from);
  const isDays = row?.unit === 'hour' && Math.abs(seconds) >= 23.5 * row.seconds;
  const format = new Intl.RelativeTimeFormat(locale, {
    // "Tomorrow" and "now" are words; "next year" would be the calendar's.
    numeric: isDays || !row ? 'auto' : 'always',
  });
  if (!row) return format.format(0, 'second');
  if (isDays) return format.format(calendarDayOf(date) - calendarDayOf(now), 'day');
  return format.format(Math.round(seconds / row.seconds), row.unit);
}

/** The day of a moment in the past, shorter the nearer it is: `today`, `yesterday`, `Thursday`, `9 Nov`, `9 Nov 2024`. */
export function formatPastDay(locale: string, moment: Date | string, now: Date): string {
  const date = new Date(moment);
  const days = calendarDayOf(now) - calendarDayOf(date);
  if (days === 0 || days === 1)
    return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-days, 'day');
  if (days > 1 && days < 7) return new Intl.DateTimeFormat(locale, { weekday: 'long' }).format(date);
  if (date.getFullYear() !== now.getFullYear()) return formatDate(locale, date);
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }).format(date);
}

/** The number of the day in the reader's calendar. */
function calendarDayOf(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / millisecondsOfDay;
}

/** By locale and options. Creating one takes much longer than using it, and a list has a size in every row. */
const unitFormats = new Map<string, Intl.NumberFormat>();

function formatUnit(locale: string, value: number, options: Intl.NumberFormatOptions): string {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = unitFormats.get(key) ?? new Intl.NumberFormat(locale, { style: 'unit', ...options });
  unitFormats.set(key, format);
  return format.format(value);
}
