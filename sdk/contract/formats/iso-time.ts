/** Formats a moment (milliseconds since 1970) as the API writes it. */
export function isoTime(moment: number): string;
export function isoTime(moment: number | null): string | null;
export function isoTime(moment: number | null): string | null {
  return moment === null ? null : new Date(moment).toISOString();
}

/** Whether the day that an ISO 8601 text begins with exists: `Date` takes February 30 for March 2. */
export function beginsWithRealDay(text: string): boolean {
  const day = text.slice(0, 10);
  const moment = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day);
}
