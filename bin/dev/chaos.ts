import { randomInt } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runChaos, scenarioNames } from './chaos/run.ts';
import { formatTable, sumRows } from './chaos/table.ts';

/**
 * `npm run chaos`, from the root of the repository: kills, interrupts and fills the built program, and compares every
 * byte.
 */

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    kills: { type: 'string' },
    only: { type: 'string', multiple: true, default: [] },
    quick: { type: 'boolean', default: false },
    /** A Markdown page whose table is replaced. */
    report: { type: 'string' },
  },
});
const unknown = values.only.filter((name) => !scenarioNames.includes(name));
if (unknown.length > 0)
  throw new Error(`Unknown: ${unknown.join(', ')}. There are: ${scenarioNames.join(', ')}.`);

const seed = Number(values.seed ?? randomInt(1_000_000));
const kills = Number(values.kills ?? (values.quick ? 12 : 210));
const say = (line: string) => process.stdout.write(`${line}\n`);

say(`seed ${seed}`);
// Overwritten at the end: a promise that never settles would let the process end silently.
process.exitCode = 1;
const rows = await runChaos({ seed, kills, isQuick: values.quick, only: values.only, say });
const sums = sumRows(rows);
const failed = rows.filter(({ result }) => result === 'FAILED').length;
const table = formatTable(rows);
const summary =
  `${failed === 0 ? 'All equal' : `${failed} FAILED`}: ${sums.kills} kills, ${sums.cuts} cuts, ` +
  `${sums.files} files (${Math.round(sums.bytes / 1e6)} MB) compared; again with --seed ${seed}`;
say(`\n${table}\n`);
if (values.report) {
  const page = readFileSync(values.report, 'utf8');
  const result = `<!-- table -->\n\n${table}\n\n${summary}.\n\n<!-- end -->`;
  writeFileSync(
    values.report,
    page.replace(/<!-- table -->.*<!-- end -->/s, () => result),
  );
}
say(summary);
process.exitCode = failed === 0 ? 0 : 1;
