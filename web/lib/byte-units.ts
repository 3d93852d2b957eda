const byteUnits = { MB: 1_000_000, GB: 1_000_000_000 } as const;

export type ByteUnit = keyof typeof byteUnits;

/** Bytes as an amount to edit, in gigabytes from one gigabyte on, else megabytes, unless given. Fractions are kept. */
export function writeSize(
  bytes: number,
  unit: ByteUnit = bytes >= byteUnits.GB ? 'GB' : 'MB',
): { amount: string; unit: ByteUnit } {
  return { amount: (bytes / byteUnits[unit]).toFixed(9).replace(/\.?0+$/, ''), unit };
}

/** The bytes of a typed amount, with a point or a comma; NaN unless it is a number above zero. */
export function readSize(amount: string, unit: ByteUnit): number {
  if (!/^\s*\d+([.,]\d+)?\s*$/.test(amount)) return Number.NaN;
  const bytes = Math.round(Number(amount.trim().replace(',', '.')) * byteUnits[unit]);
  // Zero would mean that there is no limit.
  return bytes > 0 ? bytes : Number.NaN;
}
