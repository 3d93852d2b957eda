import { readdir } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import type { StorageKind } from '#sdk/contract/host/moves.js';
import type { ServerProcess } from '../../processes.ts';
import type { Chaos } from '../../scenario.ts';
import { killMove, reportOf, startMove } from './admin.ts';

/** Where everything moves to. */
export interface Direction {
  storage: StorageKind;
  databaseUrl: string;
  /** The variables of a server that stores new files there. */
  variables: NodeJS.ProcessEnv;
}

const StorageReport = z.object({
  moved: z.object({ blobs: z.number(), bytes: z.number() }),
  left: z.object({ blobs: z.number(), bytes: z.number(), unfinished: z.number() }),
  unreadable: z.array(z.string()),
});

const DatabaseReport = z.object({ outcome: z.string(), rows: z.number() });

/** Moves the files under the running server, with a kill in the middle. Returns what it did. */
export async function moveStorage(
  { tally }: Chaos,
  server: ServerProcess,
  { storage }: Direction,
): Promise<string> {
  const args = ['storage', 'move', '--to', storage];
  const plan = StorageReport.parse(await reportOf(startMove(server, [...args, '--dry-run'])));
  if (plan.moved.blobs > 0 || plan.left.blobs === 0) throw new Error(`planned: ${JSON.stringify(plan)}`);
  const startedAt = performance.now();
  const before = await countLocal(server);
  await killMove(startMove(server, args), async () => (await countLocal(server)) !== before);
  tally.kills += 1;
  const { moved, left, unreadable } = StorageReport.parse(await reportOf(startMove(server, args)));
  const seconds = secondsSince(startedAt);
  if (moved.blobs === 0 || left.blobs > 0 || unreadable.length > 0 || left.unfinished !== 1) {
    throw new Error(`an unexpected move: ${JSON.stringify({ moved, left, unreadable })}`);
  }
  return `${plan.left.blobs} objects (${Math.round(plan.left.bytes / 1e6)} MB) in ${seconds} s`;
}

/** Moves what was unfinished. */
export async function moveRest(server: ServerProcess, { storage }: Direction): Promise<void> {
  const report = await reportOf(startMove(server, ['storage', 'move', '--to', storage]));
  const { left } = StorageReport.parse(report);
  if (left.blobs + left.unfinished > 0) throw new Error(`left: ${JSON.stringify(left)}`);
  if (storage === 's3' && (await countLocal(server)) > 0)
    throw new Error('files are left in the data folder');
}

/** Moves the database under the running server, with a kill in the middle. Returns what it did. */
export async function moveDatabase(
  { tally }: Chaos,
  server: ServerProcess,
  { databaseUrl }: Direction,
): Promise<string> {
  const args = ['database', 'move', '--to', databaseUrl];
  const plan = DatabaseReport.parse(await reportOf(startMove(server, [...args, '--dry-run'])));
  if (plan.outcome !== 'examined') throw new Error(`the dry run has ${plan.outcome} the database`);
  const startedAt = performance.now();
  const killed = startMove(server, [...args, '--yes']);
  await killMove(killed, () => Promise.resolve(killed.said().includes('Copying')));
  tally.kills += 1;
  const again = startMove(server, [...args, '--yes']);
  const { outcome, rows } = DatabaseReport.parse(await reportOf(again));
  if (outcome !== 'moved') throw new Error(`the database was ${outcome}`);
  if (!again.said().includes('Starting over'))
    throw new Error('nothing was left of the move that was killed');
  return `${rows} rows in ${secondsSince(startedAt)} s`;
}

/** The number of files in the data folder that are stored for shares. */
async function countLocal({ dataDir }: ServerProcess): Promise<number> {
  const blobs = path.join(dataDir, 'blobs');
  // A folder that is gone has been emptied.
  const entries = await readdir(blobs, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).length;
}

const secondsSince = (startedAt: number) => ((performance.now() - startedAt) / 1000).toFixed(1);
