const hours: Readonly<Record<string, number>> = {
  minute: 1 / 60,
  hour: 1,
  day: 24,
  week: 168,
  month: 730,
  year: 8760,
};

/**
 * Returns the hours of a time span such as `3 months`, or of a number, which is hours in old versions. Null when it is
 * none, or means for ever.
 */
export function hoursOf(text: string): string | null {
  const [, amount, unit = 'hour'] =
    /^(\d+)(?:[ -](minute|hour|day|week|month|year)s?)?$/.exec(text.trim()) ?? [];
  const factor = hours[unit];
  return amount && factor ? String(Math.ceil(Number(amount) * factor)) : null;
}

/** Returns our expression for a time span: `7 days` becomes `7-days`. */
export function expressionOf(text: string): string | null {
  const [, amount, unit] = /^(\d+)[ -](minute|hour|day|week|month|year)s?$/.exec(text.trim()) ?? [];
  if (!amount || !unit) return null;
  return Number(amount) === 0 ? 'never' : `${Number(amount)}-${unit}s`;
}
