import { describe, expect, it } from 'vitest';
import { configKeys, configRow } from '#sdk/contract/config.js';
import { amountUnits, fromAmount, toAmount } from './amounts.ts';

describe('amounts', () => {
  it.each([
    [50_000_000, 'bytes', '50', 'MB'],
    [1_500_000_000, 'bytes', '1.5', 'GB'],
    [50_000_001, 'bytes', '50000001', 'bytes'],
    [2160, 'hours', '90', 'days'],
    [25, 'hours', '25', 'hours'],
    [0, 'bytes', '0', 'GB'],
    [0, 'hours', '0', 'days'],
    [0, 'days', '0', 'days'],
  ] as const)('%d %s are %s %s', (value, unit, amount, name) => {
    expect(toAmount(value, amountUnits[unit])).toEqual({ amount, unit: name });
  });

  it.each([
    ['1,5', 24, '36'],
    ['0.1', 1e9, '100000000'],
    [' 2.3 ', 1e12, '2300000000000'],
    ['1.5', 1, '1.5'],
    ['-1', 24, '-1'],
    ['many', 1e6, 'many'],
    ['', 1e6, ''],
    ['1e3', 1, '1e3'],
    // More than can be set, and nothing less.
    ['16384', 1e12, '16384000000000000'],
  ])('%s times %d is %s', (amount, factor, text) => {
    expect(fromAmount(amount, factor)).toBe(text);
  });

  it('reads every bound of the registry as it writes it', () => {
    for (const key of configKeys) {
      const row = configRow(key);
      if (row.type !== 'number' || row.unit === undefined) continue;
      const units = amountUnits[row.unit];
      for (const value of [row.min, row.max, row.default, row.default + 1]) {
        const { amount, unit } = toAmount(value, units);
        const factor = units.find(({ name }) => name === unit)?.factor ?? 1;
        expect(fromAmount(amount, factor), `${key} ${value}`).toBe(String(value));
      }
    }
  });
});
