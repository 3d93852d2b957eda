export const sizeUnits = { MB: 1_000_000, GB: 1_000_000_000 } as const;

export type SizeUnit = keyof typeof sizeUnits;

/** Bytes as an amount to edit, in the largest unit of which there is at least one. */
export function writeSize(bytes: number): { amount: string; unit: SizeUnit } {
  const unit = bytes >= sizeUnits.GB ? 'GB' : 'MB';
  return { amount: (bytes / sizeUnits[unit]).toFixed(9).replace(/\.?0+$/, ''), unit };
}

/** Bytes of what somebody typed, with a point or a comma; NaN when it is no number above zero. */
export function readSize(amount: string, unit: SizeUnit): number {
  if (!/^\s*\d+([.,]\d+)?\s*$/.test(amount)) return Number.NaN;
  const bytes = Math.round(Number(amount.trim().replace(',', '.')) * sizeUnits[unit]);
  return bytes > 0 ? bytes : Number.NaN;
}
