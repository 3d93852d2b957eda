import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Bench, type Benchmark, type Contender, isSkipped, runRounds } from './benchmark.ts';
import { benchmarks, observations } from './benchmarks/index.ts';
import { renderComparison } from './comparison.ts';
import { makeFolders } from './folders.ts';
import { appendHistory, describeCommit } from './history.ts';
import { describeSpeed, measureMachineSpeed } from './machine-speed.ts';
import { root } from './paths.ts';
import { endAll } from './processes.ts';
import { buildReference, nameAt } from './reference.ts';
import { type Outcome, renderGoals, renderObservation, renderOutcome } from './report.ts';
import { writePart } from './written-part.ts';

/**
 * `npm run bench`: measures this program and others in turns, and writes docs/performance.md. `--quick` uses smaller
 * files and fewer rounds, `--only NAME` runs one benchmark (can be repeated), `--against COMMIT` builds that commit and runs it in
 * turns with this checkout. A run with any of them writes neither the page nor the history.
 */
const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    against: { type: 'string' },
  },
});

const names = [...benchmarks, ...observations].map(({ name }) => name);
const unknown = flags.only?.filter((name) => !names.includes(name)) ?? [];
if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. There are: ${names.join(', ')}.`);

const folders = makeFolders();
// Everything created below it is deleted with it.
process.env['TMPDIR'] = folders.disk;
process.on('exit', () => {
  endAll();
  folders.remove();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const reference = flags.against === undefined ? undefined : await buildReference(flags.against, folders.disk);
const commit = describeCommit();
const begin = await measureMachineSpeed();
const sections: string[] = [];
const outcomes: Outcome[] = [];
for (const benchmark of benchmarks.filter(isWanted)) {
  const outcome = await runBenchmark(benchmark);
  if (!outcome) continue;
  outcomes.push(outcome);
  addSection(renderOutcome(outcome));
}
for (const observation of observations.filter(isWanted)) {
  // They take long, and a short run gives no useful figure.
  if ((flags.quick || reference) && !flags.only) continue;
  process.stderr.write(`${observation.name}\n`);
  try {
    addSection(renderObservation(observation, await observation.run()));
  } catch (error) {
    // What has been measured for half an hour is worth more than this one.
    console.error(error);
    process.exitCode = 1;
  }
}
const goals = renderGoals(outcomes);
const speed = { begin, end: await measureMachineSpeed() };
process.stdout.write(`\n${goals}\n\n${describeSpeed(speed)}\n`);
if (reference) process.stdout.write(`\n${renderComparison(outcomes, reference)}\n`);
if (!flags.quick && !flags.only && !reference) {
  writePart('npm run bench', [goals, ...sections].join('\n\n'), describeSpeed(speed));
  appendHistory(outcomes, commit, speed);
}

function isWanted({ name }: { name: string }): boolean {
  return !flags.only || flags.only.includes(name);
}

function addSection(text: string): void {
  sections.push(text.trimEnd());
  process.stdout.write(`\n${text}\n`);
}

async function runBenchmark(benchmark: Benchmark): Promise<Outcome | undefined> {
  process.stderr.write(`${benchmark.name}\n`);
  const cleanUps: (() => unknown)[] = [];
  const bench: Bench = {
    isQuick: flags.quick,
    root,
    ...(reference && { reference }),
    memoryFolder: join(folders.memory, benchmark.name),
    diskFolder: join(folders.disk, benchmark.name),
    defer: (cleanUp) => cleanUps.unshift(cleanUp),
  };
  for (const folder of [bench.memoryFolder, bench.diskFolder]) mkdirSync(folder);
  try {
    const prepared = await benchmark.prepare(bench);
    const contenders = prepared.filter((one): one is Contender => !isSkipped(one));
    if (reference && !contenders.some(({ name }) => name.endsWith(nameAt(reference, '')))) {
      process.stderr.write(`  not compared with ${reference.name}\n`);
      return undefined;
    }
    const rounds = benchmark.repetitions[flags.quick ? 'quick' : 'full'];
    const series = await runRounds(contenders, rounds, (name, { value }) =>
      process.stderr.write(`  ${name}: ${value.toPrecision(4)} ${benchmark.unit}\n`),
    );
    return { benchmark, series, skipped: prepared.filter(isSkipped) };
  } finally {
    for (const cleanUp of cleanUps) await cleanUp();
    for (const folder of [bench.memoryFolder, bench.diskFolder]) {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
