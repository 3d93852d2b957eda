import { expect, it } from 'vitest';
import type { Benchmark } from './benchmark.ts';
import { historyLine } from './history.ts';

const benchmark: Benchmark = {
  name: 'download',
  title: 'Download',
  unit: 'MB/s',
  note: '',
  goals: [
    { ours: 'ours', against: 'theirs', atLeast: 2 },
    { ours: 'ours', against: 'skipped', atLeast: 1 },
  ],
  repetitions: { full: 3, quick: 1 },
  prepare: () => Promise.resolve([]),
};

it('records the figures and the goals of a run in one line', () => {
  const speed = { start: 40, copy: 8, sha256: 1.5 };
  const run = {
    date: '2026-11-27T12:00:00.000Z',
    commit: '40c599ad-dirty',
    machine: { cores: 2, node: '20.20.2', begin: { ...speed, start: 40.000001 }, end: speed },
  };
  const valuesOf = (name: string, values: readonly number[]) => ({
    name,
    samples: values.map((value) => ({ value })),
  });
  const series = [valuesOf('ours', [300, 200.123456, 100]), valuesOf('theirs', [100, 100, 100])];
  const line = historyLine(run, [
    { benchmark, series, skipped: [{ name: 'skipped', skipped: 'not installed' }] },
  ]);
  expect(line.endsWith('}\n')).toBe(true);
  expect(line.trimEnd()).not.toContain('\n');
  expect(JSON.parse(line)).toEqual({
    ...run,
    machine: { ...run.machine, begin: speed },
    benchmarks: {
      download: {
        unit: 'MB/s',
        contenders: { ours: [200.1, 100, 300], theirs: [100, 100, 100] },
        goals: { 'ours ≥ 2 × theirs': { reached: [2.001, 1, 3], isMet: true } },
      },
    },
  });
});
