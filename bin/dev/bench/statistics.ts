import type { Goal, Series } from './benchmark.ts';

export interface Spread {
  median: number;
  low: number;
  high: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const lower = sorted[Math.floor(middle)] ?? Number.NaN;
  const upper = sorted[Math.ceil(middle)] ?? Number.NaN;
  return { median: (lower + upper) / 2, low: sorted[0] ?? Number.NaN, high: sorted.at(-1) ?? Number.NaN };
}

export interface Verdict {
  goal: Goal;
  /** The ratio, or the figure if there is nothing to compare with. */
  reached: Spread;
  isMet: boolean;
}

/** Undefined when one of the two was skipped. */
export function judge(goal: Goal, series: readonly Series[]): Verdict | undefined {
  const ours = valuesOf(goal.ours, goal, series);
  const theirs = goal.against === undefined ? ours.map(() => 1) : valuesOf(goal.against, goal, series);
  if (ours.length === 0 || theirs.length === 0) return undefined;
  const reached = spreadOf(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)));
  const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = goal;
  return { goal, reached, isMet: reached.median >= atLeast && reached.median <= atMost };
}

function valuesOf(name: string, { metric = 'value' }: Goal, series: readonly Series[]): number[] {
  const samples = series.find((one) => one.name === name)?.samples ?? [];
  return samples.map((sample) => sample[metric] ?? Number.NaN);
}
