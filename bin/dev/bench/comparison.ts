import type { Reference, Unit } from './benchmark.ts';
import { nameAt } from './reference.ts';
import { type Outcome, showSpread, table } from './report.ts';
import { judge, type Spread } from './statistics.ts';

/** Renders what changed since the reference: ratios within a round, which a noisy machine disturbs least. */
export function renderComparison(outcomes: readonly Outcome[], reference: Reference): string {
  const rows = outcomes.flatMap(({ benchmark, series }) =>
    series.flatMap(({ name, samples }) => {
      const verdict = judge({ ours: name, against: nameAt(reference, name) }, series);
      if (!verdict) return [];
      const { reached } = verdict;
      const word = samples.length < fewestRounds ? '' : wordFor(reached, benchmark.unit);
      return [[benchmark.title, name, benchmark.unit, showSpread(reached), word]];
    }),
  );
  return table([['Work', 'Contender', 'Unit', `now / ${reference.name}`, ''], ...rows]);
}

/** Two rounds of the same program agree half of the time, five in one of sixteen cases. */
const fewestRounds = 5;

const lowerIsBetter: ReadonlySet<Unit> = new Set(['ms', 'MB', 'kB']);

/** Empty unless all rounds agree. */
function wordFor({ low, high }: Spread, unit: Unit): string {
  const [isHigher, isLower] = [low > 1, high < 1];
  if (!isHigher && !isLower) return '';
  return isLower === lowerIsBetter.has(unit) ? 'better' : 'worse';
}
