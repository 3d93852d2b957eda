import type { Knex } from 'knex';
import { HostError, type HostErrorCode } from '#sdk/contract/host.js';
import { dialectOf } from '../dialect.ts';

/**
 * A database that is being moved, or has been, contains this table, so that no server starts on it. An instance in use
 * does not have it.
 */
export const markTable = 'database_move';

export interface MoveMark {
  /** The same in both databases. */
  id: string;
  /**
   * `target`: the copy is incomplete. `source`: another database has taken the place of this one. `restore`: the files
   * of a backup are not all there yet.
   */
  role: 'source' | 'target' | 'restore';
  /** The instance, by the id of its secret key. */
  instance: string;
  /** The address of the other database, or of the backup, without its password. */
  other: string;
}

export async function readMark(q: Knex): Promise<MoveMark | null> {
  if (!(await q.schema.hasTable(markTable))) return null;
  return (await q<MoveMark>(markTable).first('id', 'role', 'instance', 'other')) ?? null;
}

/** Replaces an earlier mark. */
export async function writeMark(q: Knex, mark: MoveMark): Promise<void> {
  const { text, tableOptions } = dialectOf(q).types;
  const columns = ['id', 'role', 'instance', 'other'].map((name) => `${name} ${text} not null`);
  await q.transaction(async (trx) => {
    await removeMark(trx);
    await trx.raw(`create table ${markTable} (${columns.join(', ')}) ${tableOptions}`);
    await trx(markTable).insert(mark);
  });
}

export async function removeMark(q: Knex): Promise<void> {
  await q.schema.dropTableIfExists(markTable);
}

/**
 * Refuses a database that has been moved, or whose move is not complete.
 *
 * @throws HostError `database_moved`, `database_incomplete`, `restore_incomplete`
 */
export async function requireUnmarked(q: Knex): Promise<void> {
  const mark = await readMark(q);
  if (mark !== null) throw refusalOf(mark);
}

/** Why a database with a mark is not used. */
export const refusals = {
  source: 'database_moved',
  target: 'database_incomplete',
  restore: 'restore_incomplete',
} as const satisfies Record<MoveMark['role'], HostErrorCode>;

export const refusalOf = ({ role, other }: MoveMark) => new HostError(refusals[role], { address: other });
