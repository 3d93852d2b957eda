const bytesPerGigabyte = 1_000_000_000;

/** Bytes as a plain number of gigabytes to edit; small quotas keep their fraction. */
export function writeGigabytes(bytes: number): string {
  return (bytes / bytesPerGigabyte).toFixed(9).replace(/\.?0+$/, '');
}

/** Bytes of what somebody typed, with a point or a comma; NaN when it is no number above zero. */
export function readGigabytes(text: string): number {
  if (!/^\s*\d+([.,]\d+)?\s*$/.test(text)) return Number.NaN;
  const bytes = Math.round(Number(text.trim().replace(',', '.')) * bytesPerGigabyte);
  // Zero would mean no limit at all.
  return bytes > 0 ? bytes : Number.NaN;
}
