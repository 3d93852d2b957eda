import { copyFile, rm, stat } from 'node:fs/promises';
import type { Knex } from 'knex';
import { HostError } from '#sdk/contract/host.js';
import type { Database } from './connection.ts';
import { migrations } from './migrations/index.ts';

export interface Migration {
  /** For example `0001-initial`; never changes once released. */
  name: string;
  up(q: Knex): Promise<void>;
}

interface MigrateOptions {
  /** May throw to refuse changing a database that is not empty. */
  beforeChange?: () => Promise<void>;
}

/**
 * Migrates the database to this version: forward only, each step in a transaction. A database with steps unknown to
 * this version is refused. Before the first step, an existing file is copied to `<file>.before-<step>`.
 *
 * @throws HostError `database_newer`
 */
export async function migrate(database: Database, file: string, options: MigrateOptions = {}): Promise<void> {
  const { writer } = database;
  await writer.raw(
    'create table if not exists migrations (name text primary key, applied_at integer not null)',
  );
  const rows: { name: string }[] = await writer('migrations').select('name');
  const applied = new Set(rows.map((row) => row.name));
  const known = new Set(migrations.map((migration) => migration.name));
  const unknown = [...applied].filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new HostError('database_newer', {}, { cause: new Error(`unknown steps: ${unknown.join(', ')}`) });
  }
  const pending = migrations.filter((migration) => !applied.has(migration.name));
  const [first] = pending;
  if (first && applied.size > 0) {
    await options.beforeChange?.();
    await copyBefore(writer, file, first.name);
  }
  for (const migration of pending) await applyOnce(writer, migration);
}

/** Another process may have applied it before this one got the write lock. */
async function applyOnce(writer: Knex, migration: Migration): Promise<void> {
  await writer.transaction(async (trx) => {
    const done: unknown = await trx('migrations').where({ name: migration.name }).first();
    if (done) return;
    await migration.up(trx);
    await trx('migrations').insert({ name: migration.name, applied_at: Date.now() });
  });
}

async function copyBefore(writer: Knex, file: string, step: string): Promise<void> {
  const copy = `${file}.before-${step}`;
  if (await stat(copy).catch(() => null)) return;
  const part = `${copy}.part`;
  await rm(part, { force: true });
  await writer.raw('vacuum into ?', [part]);
  await copyFile(part, copy);
  await rm(part);
}
