import { describe, expect, it } from 'vitest';
import { describeSpeed, measureMachineSpeed } from './machine-speed.ts';

const begin = { start: 40, copy: 8, sha256: 1.5 };

describe('the speed of the machine', () => {
  it('is said as it was at the beginning', () => {
    const text = describeSpeed({ begin, end: { start: 47, copy: 7, sha256: 1.6 } });
    expect(text).toBe('`node -e 0` 40 ms, copying in memory 8 GB/s, SHA-256 1.5 GB/s.');
  });

  it.each([
    ['became slower', { ...begin, start: 49 }, '`node -e 0` 49 ms'],
    ['became faster', { ...begin, copy: 9.7 }, 'copying in memory 9.7 GB/s'],
  ])('warns when it %s by more than a fifth', (_, end, changed) => {
    expect(describeSpeed({ begin, end })).toMatch(`. **Disturbed:** at the end, ${changed}.`);
  });

  it('is measured', async () => {
    for (const figure of Object.values(await measureMachineSpeed(1))) expect(figure).toBeGreaterThan(0);
  });
});
