import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import { createRandom, deriveSeed } from './random.ts';
import { type Scenario, SkippedError, type Tally } from './scenario.ts';
import { clientKills } from './scenarios/client-kills.ts';
import { clock } from './scenarios/clock.ts';
import { databaseDisk } from './scenarios/database-disk.ts';
import { diskFull } from './scenarios/disk-full.ts';
import { faultPoints } from './scenarios/fault-points.ts';
import { halfOpen } from './scenarios/half-open.ts';
import { liveMove } from './scenarios/live-move/live-move.ts';
import { network, stockClient } from './scenarios/network.ts';
import { serverKills } from './scenarios/server-kills.ts';
import { severalServers } from './scenarios/several-servers/several-servers.ts';
import type { Row } from './table.ts';

const scenarios: readonly Scenario[] = [
  serverKills,
  clientKills,
  faultPoints,
  network,
  stockClient,
  diskFull,
  databaseDisk,
  clock,
  halfOpen,
  severalServers,
  liveMove,
];

export const scenarioNames = scenarios.map(({ name }) => name);

export interface ChaosOptions {
  seed: number;
  /** Kills at random moments, of all scenarios together; those at fault points are additional. */
  kills: number;
  isQuick: boolean;
  /** Names of scenarios; empty: all. */
  only: readonly string[];
  say(line: string): void;
}

/** Runs the scenarios, those that mostly wait in parallel with the others. Returns a row for each. */
export async function runChaos(options: ChaosOptions): Promise<Row[]> {
  const chosen = scenarios.filter(({ name }) => options.only.length === 0 || options.only.includes(name));
  const folder = await mkdtemp(path.join(tmpdir(), 'fileshare-chaos-'));
  try {
    const slow = chosen
      .filter(({ isSlow }) => isSlow)
      .map((scenario) => runScenario(scenario, folder, options));
    const rows: Row[] = [];
    for (const scenario of chosen.filter(({ isSlow }) => !isSlow)) {
      rows.push(await runScenario(scenario, folder, options));
    }
    return [...rows, ...(await Promise.all(slow))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runScenario(
  { name, share = 0, run }: Scenario,
  parent: string,
  { seed, kills, isQuick, say }: ChaosOptions,
): Promise<Row> {
  const folder = path.join(parent, name);
  await mkdir(folder);
  const tally: Tally = { kills: 0, cuts: 0, files: 0, bytes: 0, notes: [] };
  const startedAt = performance.now();
  say(`${name} …`);
  let result = 'equal';
  try {
    const random = createRandom(deriveSeed(seed, name));
    await run({ folder, random, kills: Math.round(kills * share), isQuick, tally });
  } catch (error) {
    result = error instanceof SkippedError ? `skipped: ${error.message}` : 'FAILED';
    if (result === 'FAILED') say(`${name} failed with seed ${seed}: ${inspect(error)}`);
  }
  await rm(folder, { recursive: true, force: true });
  const seconds = (performance.now() - startedAt) / 1000;
  for (const note of new Set(tally.notes.flatMap((text) => text.trim().split('\n')).slice(0, 8))) {
    say(`${name}: ${note.slice(0, 500)}`);
  }
  const { notes: _notes, ...counts } = tally;
  say(`${name}: ${result}, ${counts.kills} kills, ${Math.round(seconds)} s`);
  return { scenario: name, ...counts, seconds, result };
}
