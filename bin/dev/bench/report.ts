import type { Benchmark, Goal, Observation, Series, Skipped, Unit } from './benchmark.ts';
import { judge, type Spread, spreadOf, type Verdict } from './statistics.ts';

export interface Outcome {
  benchmark: Benchmark;
  series: readonly Series[];
  skipped: readonly Skipped[];
}

const cpuUnits: Partial<Record<Unit, string>> = {
  'MB/s': 's/GB',
  'files/s': 'ms/file',
  'requests/s': 'ms/request',
};

/** Renders the result of one benchmark in Markdown that is also readable on a terminal. */
export function renderOutcome({ benchmark, series, skipped }: Outcome): string {
  const cpuUnit = cpuUnits[benchmark.unit] ?? '';
  const others = [
    ...new Set(series.flatMap(({ samples }) => samples.flatMap((one) => Object.keys(one.others ?? {})))),
  ];
  const rows = series.map(({ name, samples }) => [
    name,
    showSpread(spreadOf(samples.map(({ value }) => value))),
    showMedian(samples.map(({ cpu }) => cpu)),
    ...others.map((other) => showMedian(samples.map((sample) => sample.others?.[other]))),
    showMedian(samples.map(({ memory }) => memory && memory / 1e6)),
  ]);
  return [
    `### ${benchmark.title}`,
    '',
    benchmark.note,
    '',
    table(
      dropEmptyColumns([
        [
          '',
          benchmark.unit,
          ...['server', ...others].map((program) => `${program} CPU ${cpuUnit}`),
          'server peak MB',
        ],
        ...rows,
      ]),
    ),
    '',
    ...skipped.map(({ name, skipped: why }) => `Skipped: ${name} (${why}).\n`),
  ].join('\n');
}

export function renderObservation(
  { title, note }: Observation,
  figures: Readonly<Record<string, number | string>>,
): string {
  const rows = Object.entries(figures).map(([name, figure]) => [name, String(figure)]);
  return [`### ${title}`, '', note, '', table([['', ''], ...rows]), ''].join('\n');
}

/** Renders all goals of a run, met or not. */
export function renderGoals(outcomes: readonly Outcome[]): string {
  const rows = outcomes.flatMap(({ benchmark, series }) =>
    benchmark.goals.map((goal) => {
      const verdict = judge(goal, series);
      const reached = verdict ? showSpread(verdict.reached) : 'not measured';
      return [benchmark.title, describeGoal(goal, benchmark), reached, verdictWord(verdict)];
    }),
  );
  return table([['Work', 'Goal', 'Reached', ''], ...rows]);
}

export function describeGoal({ ours, against, metric, atLeast, atMost }: Goal, { unit }: Benchmark): string {
  const what = metric === 'cpu' ? `${ours}: CPU` : ours;
  const bound = atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`;
  return against === undefined ? `${what} ${bound} ${unit}` : `${what} ${bound} × ${against}`;
}

function verdictWord(verdict: Verdict | undefined): string {
  if (!verdict) return '';
  return verdict.isMet ? 'met' : '**missed**';
}

/** Shows the median, and the range if there is one. */
export function showSpread({ median, low, high }: Spread): string {
  return low === high ? show(median) : `${show(median)} (${show(low)}–${show(high)})`;
}

function showMedian(values: readonly (number | undefined)[]): string {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? '' : show(spreadOf(known).median);
}

export function show(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value
    .toPrecision(value >= 10 ? 3 : 2)
    .replace(/^(\d+\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
}

/** Renders a table in Markdown; the first row is its head. */
export function table([head = [], ...rows]: readonly (readonly string[])[]): string {
  const all = [head, head.map((_, i) => (i === 0 ? '---' : '--:')), ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
    .join('\n');
}

/** Drops columns that have no figure below their heading. */
function dropEmptyColumns(rows: readonly (readonly string[])[]): string[][] {
  const isUsed = (column: number) => rows.slice(1).some((row) => row[column] !== '');
  return rows.map((row) => row.filter((_, column) => isUsed(column)));
}
