import type { Knex } from 'knex';
import { HostError } from '#sdk/contract/host.js';
import type { Database, DatabaseAddress } from './connection.ts';
import { dialectOf } from './dialect.ts';
import { createLock } from './locks.ts';
import { migrations } from './migrations.ts';
import { noTimeout } from './postgres.ts';
import { createPostgresSchema, postgresSchemaVersion } from './postgres-schema/schema.ts';

export interface Migration {
  /** For example `0001-initial`; never changes once released. */
  name: string;
  /** Changes the schema; statements after `postgresSchemaVersion` must run on both engines. */
  up(q: Knex): Promise<void>;
}

interface MigrateOptions {
  /** May throw to refuse changing a database that is not empty. */
  beforeChange?: (q: Knex) => Promise<void>;
  /** On PostgreSQL, the file that copies are named after; it need not exist. Without it, no copy is made. */
  copyBeside?: string;
  /** Called with the path of the copy that was made before changing the database. */
  onCopy?: (copy: string) => void;
  /** Tests pass another number of bytes that the disk of a file has free. */
  freeBytes?: (file: string) => Promise<number>;
}

/**
 * Migrates the database to this version: forward only. A database with steps unknown to this version is refused. Before
 * the first step, an existing database is copied to `<file>.before-<step>`. On SQLite each step is a transaction. On
 * PostgreSQL the copy and all steps are one transaction, which only one process at a time runs.
 *
 * @throws HostError `database_newer`, `copy_space`, `database_differs`
 */
export async function migrate(
  { writer }: Database,
  address: DatabaseAddress,
  { beforeChange, copyBeside, onCopy, freeBytes }: MigrateOptions = {},
): Promise<void> {
  const file = address.engine === 'sqlite' ? address.file : copyBeside;
  const prepare = async (q: Knex, { first, applied }: Change) => {
    await beforeChange?.(q);
    if (file === undefined) return;
    const createTables = async (target: Database) => {
      await createTable(target.writer);
      await applyAll(target.writer, applied);
    };
    const { copyBefore } = await import('./copy-before.ts');
    const copy = await copyBefore(q, { file, step: first, createTables, freeBytes });
    onCopy?.(copy);
  };
  if (address.engine === 'sqlite') return applyPending(writer, (change) => prepare(writer, change));
  await writer.transaction(async (trx) => {
    // Another process may migrate for as long as it needs, and so may this one.
    await trx.raw(`set local lock_timeout = 0; ${noTimeout}`);
    await createLock(trx)('migrations');
    const isNew = await createSchema(trx);
    await applyPending(trx, async (change) => {
      if (!isNew) await prepare(trx, change);
    });
  });
}

/** An empty database starts with the newest schema that is written for PostgreSQL. Returns whether it was empty. */
async function createSchema(trx: Knex): Promise<boolean> {
  if (await trx.schema.hasTable('migrations')) return false;
  await createTable(trx);
  await createPostgresSchema(trx);
  const last = migrations.findIndex(({ name }) => name === postgresSchemaVersion);
  const applied = migrations.slice(0, last + 1).map(({ name }) => ({ name, applied_at: Date.now() }));
  await trx('migrations').insert(applied);
  return true;
}

async function createTable(q: Knex): Promise<void> {
  const { integer, text } = dialectOf(q).types;
  await q.raw(
    `create table if not exists migrations (name ${text} primary key, applied_at ${integer} not null)`,
  );
}

/** Returns the steps that a database lacks, and those that this version does not know. */
export async function compareSteps(q: Knex): Promise<{ missing: string[]; unknown: string[] }> {
  const applied: string[] = await q('migrations').orderBy('name').pluck('name');
  const known = migrations.map(({ name }) => name);
  return {
    missing: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
}

/** What is about to change a database that is not empty. */
interface Change {
  /** Name of the first step. */
  first: string;
  /** The steps before. */
  applied: readonly Migration[];
}

async function applyPending(q: Knex, beforeChange: (change: Change) => Promise<void>): Promise<void> {
  await createTable(q);
  const { missing, unknown } = await compareSteps(q);
  if (unknown.length > 0) {
    throw new HostError('database_newer', {}, { cause: new Error(`unknown steps: ${unknown.join(', ')}`) });
  }
  const pending = migrations.filter(({ name }) => missing.includes(name));
  const applied = migrations.filter(({ name }) => !missing.includes(name));
  const [first] = pending;
  if (first && applied.length > 0) await beforeChange({ first: first.name, applied });
  await applyAll(q, pending);
}

async function applyAll(q: Knex, steps: readonly Migration[]): Promise<void> {
  for (const step of steps) await applyOnce(q, step);
}

/** Another process may have applied it before this one got the write lock. */
async function applyOnce(q: Knex, migration: Migration): Promise<void> {
  await q.transaction(async (trx) => {
    const done: unknown = await trx('migrations').where({ name: migration.name }).first();
    if (done) return;
    await migration.up(trx);
    await trx('migrations').insert({ name: migration.name, applied_at: Date.now() });
  });
}
