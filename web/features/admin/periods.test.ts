import { describe, expect, it } from 'vitest';
import { sampleDays } from '#sdk/testing/sample-overview.js';
import { areBlank, defaultPeriod, periodOf, periods, sinceFirst, sumBySteps } from './periods.ts';

describe('sinceFirst', () => {
  const blank = { storedBytes: null, shares: 0, uploads: 0, uploadedBytes: 0, downloads: 0 };

  it('begins with the first day that has figures, and keeps quiet days after it', () => {
    const busy = sampleDays(3);
    const quiet = { ...blank, day: '2030-05-01' };
    expect(sinceFirst([{ ...blank, day: '2030-04-01' }, ...busy, quiet])).toEqual([...busy, quiet]);
  });

  it('leaves days without any figures as they are', () => {
    const days = [{ ...blank, day: '2030-05-01' }];
    expect(sinceFirst(days)).toEqual(days);
  });
});

describe('sumBySteps', () => {
  it('puts the days of each week together, and what was stored at their end', () => {
    const weeks = sumBySteps(sampleDays(14), 7);
    expect(weeks).toEqual([
      {
        day: '2030-04-17',
        storedBytes: 7_000_000,
        shares: 21,
        uploads: 14,
        uploadedBytes: 35_000,
        downloads: 21,
      },
      {
        day: '2030-04-24',
        storedBytes: 14_000_000,
        shares: 70,
        uploads: 14,
        uploadedBytes: 35_000,
        downloads: 21,
      },
    ]);
  });

  it('knows what was stored from the last day that was measured', () => {
    const days = sampleDays(2).map((day, index) => (index === 1 ? { ...day, storedBytes: null } : day));
    expect(sumBySteps(days, 2)[0]?.storedBytes).toBe(1_000_000);
    expect(sumBySteps(days, 1)[1]?.storedBytes).toBeNull();
  });

  it('leaves no week half where a year is shown', () => {
    for (const { days, step } of periods) expect(days % step).toBe(0);
  });
});

describe('periodOf', () => {
  it('takes the usual one for what it does not know', () => {
    expect(periodOf('year').days).toBe(364);
    expect(periodOf('decade')).toBe(defaultPeriod);
    expect(periodOf(null)).toBe(defaultPeriod);
  });
});

describe('areBlank', () => {
  it('sees a single download', () => {
    const blank = { storedBytes: null, shares: 0, uploads: 0, uploadedBytes: 0, downloads: 0 };
    const days = sampleDays(3).map(({ day }) => ({ day, ...blank }));
    expect(areBlank(days)).toBe(true);
    expect(areBlank(days.map((day) => ({ ...day, downloads: 1 })))).toBe(false);
  });
});
