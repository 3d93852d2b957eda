import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runChaos, scenarioNames } from './chaos/run.ts';
import { formatTable, sumRows } from './chaos/table.ts';

/** `npm run chaos`, from the root of the repository: kills, cuts and fills what is built, and compares every byte. */

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    kills: { type: 'string' },
    only: { type: 'string', multiple: true, default: [] },
    quick: { type: 'boolean', default: false },
  },
});
const unknown = values.only.filter((name) => !scenarioNames.includes(name));
if (unknown.length > 0)
  throw new Error(`Unknown: ${unknown.join(', ')}. There are: ${scenarioNames.join(', ')}.`);

const seed = Number(values.seed ?? randomInt(1_000_000));
const kills = Number(values.kills ?? (values.quick ? 12 : 180));
const say = (line: string) => process.stdout.write(`${line}\n`);

say(`seed ${seed}`);
const rows = await runChaos({ seed, kills, isQuick: values.quick, only: values.only, say });
const sums = sumRows(rows);
const failed = rows.filter(({ result }) => result === 'FAILED').length;
say(`\n${formatTable(rows)}\n`);
say(
  `${failed === 0 ? 'All equal' : `${failed} FAILED`}: ${sums.kills} kills, ${sums.cuts} cuts, ` +
    `${sums.files} files (${Math.round(sums.bytes / 1e6)} MB) compared; again with --seed ${seed}`,
);
process.exitCode = failed === 0 ? 0 : 1;
