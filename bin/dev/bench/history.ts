import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { MachineSpeed, RunSpeed } from './machine-speed.ts';
import { describeGoal, type Outcome } from './report.ts';
import { judge, type Spread, spreadOf } from './statistics.ts';

/** One line of JSON for each full run. */
const file = 'docs/performance-history.jsonl';

export interface Run {
  date: string;
  commit: string;
  machine: { cores: number; node: string } & RunSpeed;
}

export function appendHistory(outcomes: readonly Outcome[], commit: string, speed: RunSpeed): void {
  const run = {
    date: new Date().toISOString(),
    commit,
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
  const machine = { ...run.machine, begin: roundSpeed(run.machine.begin), end: roundSpeed(run.machine.end) };
  return `${JSON.stringify({ ...run, machine, benchmarks: Object.fromEntries(benchmarks) })}\n`;
}

/** More digits than these are noise. */
function figures({ median, low, high }: Spread): number[] {
  return [median, low, high].map(round);
}

const round = (value: number) => Number(value.toPrecision(4));

function roundSpeed({ start, copy, sha256 }: MachineSpeed): MachineSpeed {
  return { start: round(start), copy: round(copy), sha256: round(sha256) };
}

/** To be asked before the run: it changes files itself, and others may during it. */
export function describeCommit(): string {
  return execFileSync('git', ['describe', '--always', '--exclude', '*', '--dirty'], {
    encoding: 'utf8',
  }).trim();
}
