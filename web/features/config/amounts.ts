import type { NumberRow } from '#sdk/contract/config/rows.js';

/** The units that people write a number in, smallest first; the first is the one of the registry. */
export const amountUnits = {
  bytes: [
    { name: 'bytes', factor: 1 },
    { name: 'kB', factor: 1e3 },
    { name: 'MB', factor: 1e6 },
    { name: 'GB', factor: 1e9 },
    { name: 'TB', factor: 1e12 },
  ],
  hours: [
    { name: 'hours', factor: 1 },
    { name: 'days', factor: 24 },
    { name: 'weeks', factor: 168 },
  ],
  days: [{ name: 'days', factor: 1 }],
} as const satisfies Record<NonNullable<NumberRow['unit']>, readonly AmountUnit[]>;

export interface AmountUnit {
  name: UnitName;
  factor: number;
}

export type UnitName = 'bytes' | 'kB' | 'MB' | 'GB' | 'TB' | 'hours' | 'days' | 'weeks';

/** The units of an empty field: nobody means ten bytes. */
const usualUnits: readonly string[] = ['GB', 'days'];

/**
 * A number in the largest unit in which it is whole; sizes can have up to two decimals. Zero has no such unit: it is
 * written in the unit of `like`, or in a usual one.
 */
export function toAmount(
  value: number,
  units: readonly AmountUnit[],
  like = 0,
): { amount: string; unit: UnitName } {
  const measured = value === 0 ? like : value;
  const suits = ({ name, factor }: AmountUnit) =>
    measured === 0 ? usualUnits.includes(name) : measured >= factor && isShort(measured, factor);
  const unit = units.findLast(suits) ?? units[0];
  return { amount: String(value / (unit?.factor ?? 1)), unit: unit?.name ?? 'bytes' };
}

/** 1.5 GB stays 1.5 GB: nobody says 1500 MB. */
function isShort(value: number, factor: number): boolean {
  const hundredfold = value * 100;
  const isDecimal = factor >= 1000 && Number.isSafeInteger(hundredfold);
  return (isDecimal ? hundredfold : value) % factor === 0;
}

/** The text of a typed number, with a point or a comma. Anything that is not a whole number stays as it is. */
export function fromAmount(amount: string, factor: number): string {
  const plain = amount.trim().replace(',', '.');
  if (!/^\d{1,16}(\.\d{1,12})?$/.test(plain)) return amount.trim();
  const value = Number(plain) * factor;
  const whole = Math.round(value);
  // Anything larger is a fraction of the smallest unit; smaller differences come from binary fractions.
  const isWhole = Math.abs(value - whole) <= Math.max(1e-6, value * 1e-12);
  return isWhole ? String(BigInt(whole)) : plain;
}
