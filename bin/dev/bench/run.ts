import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Bench, type Benchmark, type Contender, isSkipped, runRounds } from './benchmark.ts';
import { benchmarks } from './benchmarks/index.ts';
import { makeFolders } from './folders.ts';
import { describeMachine } from './machine.ts';
import { killAll } from './processes.ts';
import { type Outcome, renderGoals, renderOutcome } from './report.ts';

/**
 * `npm run bench`: measures this program beside others, in turns, and writes docs/performance.md. `--quick` takes
 * smaller files and fewer rounds, `--only NAME` one benchmark (can be repeated); both write nothing.
 */
const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
  },
});

const page = 'docs/performance.md';
const begin = '<!-- Begin of what `npm run bench` writes. -->';
const end = '<!-- End of what `npm run bench` writes. -->';

const unknown = flags.only?.filter((name) => !benchmarks.some((one) => one.name === name)) ?? [];
if (unknown.length > 0) {
  const names = benchmarks.map(({ name }) => name).join(', ');
  throw new Error(`Unknown: ${unknown.join(', ')}. There are: ${names}.`);
}

const folders = makeFolders();
process.on('exit', () => {
  killAll();
  folders.remove();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const outcomes: Outcome[] = [];
for (const benchmark of benchmarks) {
  if (flags.only && !flags.only.includes(benchmark.name)) continue;
  outcomes.push(await runBenchmark(benchmark));
}
const goals = renderGoals(outcomes);
process.stdout.write(`\n${goals}\n`);
if (!flags.quick && !flags.only) writePage([goals, ...outcomes.map(renderOutcome)].join('\n\n'));

async function runBenchmark(benchmark: Benchmark): Promise<Outcome> {
  process.stderr.write(`${benchmark.name}\n`);
  const cleanUps: (() => unknown)[] = [];
  const bench: Bench = {
    isQuick: flags.quick,
    memoryFolder: join(folders.memory, benchmark.name),
    diskFolder: join(folders.disk, benchmark.name),
    defer: (cleanUp) => cleanUps.unshift(cleanUp),
  };
  for (const folder of [bench.memoryFolder, bench.diskFolder]) mkdirSync(folder);
  try {
    const prepared = await benchmark.prepare(bench);
    const contenders = prepared.filter((one): one is Contender => !isSkipped(one));
    const rounds = benchmark.repetitions[flags.quick ? 'quick' : 'full'];
    const series = await runRounds(contenders, rounds, (name, { value }) =>
      process.stderr.write(`  ${name}: ${value.toPrecision(4)} ${benchmark.unit}\n`),
    );
    const outcome = { benchmark, series, skipped: prepared.filter(isSkipped) };
    process.stdout.write(`\n${renderOutcome(outcome)}\n`);
    return outcome;
  } finally {
    for (const cleanUp of cleanUps) await cleanUp();
    for (const folder of [bench.memoryFolder, bench.diskFolder]) {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

function writePage(results: string): void {
  const text = readFileSync(page, 'utf8');
  const [before, after] = [text.slice(0, text.indexOf(begin)), text.slice(text.indexOf(end))];
  const day = new Date().toISOString().slice(0, 10);
  const written = `${begin}\n\nMeasured on ${day}: ${describeMachine()}.\n\n${results}\n`;
  writeFileSync(page, `${before}${written}${after}`);
}
