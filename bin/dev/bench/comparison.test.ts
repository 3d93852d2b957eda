import { expect, it } from 'vitest';
import type { Benchmark, Unit } from './benchmark.ts';
import { renderComparison } from './comparison.ts';
import type { Outcome } from './report.ts';

const reference = { name: 'main', root: '/nowhere' };

function outcomeOf(unit: Unit, now: readonly number[], then: readonly number[]): Outcome {
  const benchmark = { title: 'Work', unit } as Benchmark;
  const seriesOf = (name: string, values: readonly number[]) => ({
    name,
    samples: values.map((value) => ({ value })),
  });
  return {
    benchmark,
    series: [seriesOf('ours', now), seriesOf('ours at main', then), seriesOf('theirs', [1, 1])],
    skipped: [],
  };
}

const fiveRounds = (values: readonly number[]) => Array.from({ length: 5 }, (_, i) => values[i % 2] ?? 0);

const lastRow = (outcome: Outcome) =>
  renderComparison([outcome], reference)
    .split('\n')
    .slice(2)
    .map((row) => row.split('|').map((cell) => cell.trim()));

it.each([
  ['MB/s', [120, 240], [100, 200], '1.2', 'better'],
  ['MB/s', [90, 160], [100, 200], '0.9 (0.8–0.9)', 'worse'],
  ['MB/s', [90, 240], [100, 200], '0.9 (0.9–1.2)', ''],
  ['ms', [120, 240], [100, 200], '1.2', 'worse'],
  ['MB', [50, 50], [100, 100], '0.5', 'better'],
] as const)('compares %s: %j with %j', (unit, now, then, ratio, word) => {
  expect(lastRow(outcomeOf(unit, fiveRounds(now), fiveRounds(then)))).toEqual([
    ['', 'Work', 'ours', unit, ratio, word, ''],
  ]);
});

it('does not judge by two rounds', () => {
  expect(lastRow(outcomeOf('MB/s', [120, 240], [100, 200]))).toEqual([
    ['', 'Work', 'ours', 'MB/s', '1.2', '', ''],
  ]);
});
