import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type DatabaseMoveReport, type MoveDatabaseOptions } from '#sdk/contract/host/moves.js';
import { EnvError, HostError, isHostError } from '#sdk/contract/host.js';
import { type Database, type DatabaseAddress, openDatabase } from '../db/connection.ts';
import { compareSteps, migrate } from '../db/migrate.ts';
import { describeAddress } from '../db/move/address.ts';
import { copyAll } from '../db/move/copy-all.ts';
import { explainFailure } from '../db/move/failures.ts';
import { refuseChanges, withoutWriters } from '../db/move/freeze.ts';
import { type MoveMark, readMark, refusalOf, removeMark, writeMark } from '../db/move/marks.ts';
import { listTables } from '../db/move/tables.ts';
import {
  clearTarget,
  examineTarget,
  measureSize,
  requireSpace,
  type TargetFacts,
} from '../db/move/target.ts';
import { checkDatabaseUrl } from '../env/checks.ts';
import { addressOf } from '../env/database.ts';
import type { Env } from '../env/env.ts';
import { createSealedRepo } from './sealed-repo.ts';

type Options = Pick<MoveDatabaseOptions, 'to' | 'dryRun' | 'signal' | 'onStep'>;

/** Rows that are copied and compared in a second, at least, on a small machine. */
const rowsPerSecond = 5000;

/**
 * Moves the database of an instance to the other engine. Until the copy is complete and compared, the instance stays
 * where it is: an interrupted move can be run again. While it runs nobody can change the source, and afterwards the
 * source refuses changes and no longer starts.
 *
 * @throws HostError `database_…`, EnvError
 */
export async function moveDatabase(
  { database: from, dataDir }: Pick<Env, 'database' | 'dataDir'>,
  { to: url, ...options }: Options,
): Promise<DatabaseMoveReport> {
  const to = readTarget(url, dataDir);
  if (from.engine === to.engine)
    throw new HostError('database_same_kind', { address: describeAddress(from) });
  const source = openDatabase(from, { synchronous: 'FULL' });
  try {
    return await move({ dataDir, source, from, to, ...options });
  } catch (error) {
    throw explainFailure(error, [from, to]);
  } finally {
    await source.close();
  }
}

function readTarget(url: string, dataDir: string): DatabaseAddress {
  const problem = url === '' ? 'must be given' : checkDatabaseUrl(url);
  if (problem !== null) throw new EnvError([`--to ${problem}.`]);
  return addressOf(url, dataDir);
}

interface Move extends Omit<Options, 'to'> {
  dataDir: string;
  source: Database;
  from: DatabaseAddress;
  to: DatabaseAddress;
}

type Plan = Omit<DatabaseMoveReport, 'outcome' | 'seconds'>;

async function move({ dataDir, source, from, to, dryRun, ...rest }: Move): Promise<DatabaseMoveReport> {
  const instance = await identify(source.writer, dataDir);
  const mark = await readMark(source.writer);
  if (mark?.role === 'target' || mark?.role === 'restore') throw refusalOf(mark);
  const facts = await examineTarget(to, { instance, role: 'target' }).catch((error: unknown) => {
    throw mark && isHostError(error, 'database_not_empty') ? hasMoved(mark) : error;
  });
  const plan = await makePlan(source.writer, { from, to, facts });
  if (mark) return complete(mark, { facts, plan, to, dryRun });
  await requireSpace(source, to);
  if (dryRun) return { ...plan, outcome: 'examined', seconds: Math.ceil(plan.rows / rowsPerSecond) };
  const startedAt = performance.now();
  const tables = await transfer({ source, from, to, ...rest }, { instance, facts, rows: plan.rows });
  const seconds = Math.ceil((performance.now() - startedAt) / 1000);
  return { ...plan, outcome: 'moved', tables, rows: sumOf(tables), seconds };
}

/**
 * Returns what identifies the instance, also in a copy.
 *
 * @throws HostError `no_instance`, `database_older`, `database_newer`
 */
async function identify(q: Database['writer'], folder: string): Promise<string> {
  if (!(await q.schema.hasTable('migrations'))) throw new HostError('no_instance', { folder });
  const { missing, unknown } = await compareSteps(q);
  if (unknown.length > 0) throw new HostError('database_newer');
  const keyId = missing.length > 0 ? null : await createSealedRepo(q).readKeyId();
  if (keyId === null) throw new HostError('database_older');
  return keyId;
}

interface Ends {
  from: DatabaseAddress;
  to: DatabaseAddress;
  facts: TargetFacts;
}

async function makePlan(q: Database['writer'], { from, to, facts }: Ends): Promise<Plan> {
  const tables: { name: string; rows: number }[] = [];
  for (const name of await listTables(q)) {
    const [counted] = (await q(name).count({ rows: '*' })) as { rows: number }[];
    tables.push({ name, rows: counted?.rows ?? 0 });
  }
  return {
    from: describeAddress(from),
    to: describeAddress(to),
    version: facts.version,
    isEmpty: facts.interrupted === null,
    tables,
    rows: sumOf(tables),
    bytes: await measureSize(q),
    variable: `FILESHARE_DATABASE_URL=${describeAddress(to, 'PASSWORD')}`,
  };
}

const sumOf = (tables: DatabaseMoveReport['tables']) => tables.reduce((sum, { rows }) => sum + rows, 0);

const hasMoved = ({ other }: MoveMark) => new HostError('database_moved', { address: other });

/** The process of an earlier move has ended before it could remove the mark of the target. */
async function complete(
  mark: MoveMark,
  { facts, plan, to, dryRun }: Pick<Ends, 'facts' | 'to'> & { plan: Plan; dryRun: boolean },
): Promise<DatabaseMoveReport> {
  if (mark.id !== facts.interrupted?.id) throw hasMoved(mark);
  if (dryRun) return { ...plan, outcome: 'examined', seconds: 0 };
  const target = openDatabase(to, { synchronous: 'FULL' });
  try {
    await removeMark(target.writer);
    return { ...plan, outcome: 'completed', seconds: 0 };
  } finally {
    await target.close();
  }
}

/**
 * The order of the marks makes it safe: the target has one before it has anything else, and loses it when the source
 * refuses changes. At any moment at most one of the two databases can be used.
 */
async function transfer(
  { source, from, to, signal, onStep }: Omit<Move, 'dryRun' | 'dataDir'>,
  { instance, facts, rows }: { instance: string; facts: TargetFacts; rows: number },
): Promise<DatabaseMoveReport['tables']> {
  const mark = { id: randomUUID(), instance };
  if (to.engine === 'sqlite') await mkdir(dirname(to.file), { recursive: true, mode: 0o700 });
  if (facts.interrupted) {
    onStep({ name: 'starts_over' });
    await clearTarget(to);
  }
  const target = openDatabase(to, { synchronous: 'FULL' });
  try {
    await writeMark(target.writer, { ...mark, role: 'target', other: describeAddress(from) });
    await migrate(target, to);
    onStep({ name: 'copies', rows });
    const tables = await withoutWriters(source, async (trx) => {
      const copied = await copyAll({ from: trx, target, signal, onCopied: () => onStep({ name: 'checks' }) });
      await writeMark(trx, { ...mark, role: 'source', other: describeAddress(to) });
      await refuseChanges(trx);
      return copied;
    });
    await removeMark(target.writer);
    return tables;
  } finally {
    await target.close();
  }
}
