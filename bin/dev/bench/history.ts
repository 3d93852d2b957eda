import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { RunSpeed } from './machine-speed.ts';
import { describeGoal, type Outcome } from './report.ts';
import { judge, type Spread, spreadOf } from './statistics.ts';

/** One line of JSON for each full run. */
const file = 'docs/performance-history.jsonl';

export interface Run {
  date: string;
  commit: string;
  machine: { cores: number; node: string } & RunSpeed;
}

export function appendHistory(outcomes: readonly Outcome[], speed: RunSpeed): void {
  const run = {
    date: new Date().toISOString(),
    commit: describeCommit(),
    machine: { cores: availableParallelism(), node: process.versions.node, ...speed },
  };
  appendFileSync(file, historyLine(run, outcomes));
}

/** Each figure is `[median, lowest, highest]`. */
export function historyLine(run: Run, outcomes: readonly Outcome[]): string {
  const benchmarks = outcomes.map(({ benchmark, series }): [string, object] => [
    benchmark.name,
    {
      unit: benchmark.unit,
      contenders: Object.fromEntries(
        series.map(({ name, samples }) => [name, figures(spreadOf(samples.map(({ value }) => value)))]),
      ),
      goals: Object.fromEntries(
        benchmark.goals.flatMap((goal) => {
          const verdict = judge(goal, series);
          if (!verdict) return [];
          const { reached, isMet } = verdict;
          return [[describeGoal(goal, benchmark), { reached: figures(reached), isMet }]];
        }),
      ),
    },
  ]);
  return `${JSON.stringify({ ...run, benchmarks: Object.fromEntries(benchmarks) })}\n`;
}

/** More digits than these are noise. */
function figures({ median, low, high }: Spread): number[] {
  return [median, low, high].map((value) => Number(value.toPrecision(4)));
}

function describeCommit(): string {
  return execFileSync('git', ['describe', '--always', '--exclude', '*', '--dirty'], {
    encoding: 'utf8',
  }).trim();
}
