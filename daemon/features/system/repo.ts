import type { Knex } from 'knex';
import type { InvariantId } from '../../doctor/types.ts';

interface FactRow {
  key: string;
  value: string;
}

/**
 * - `clock_seen`: the wall clock when it was last observed
 * - `clock_ahead`: by how much it has jumped since, until the jump is trusted; `clock_ahead_recent` is the part of it
 *   that is trusted later
 * - `clock_steady`: how long the server has been running with a steady clock since the jump
 * - `written_at`: when the server last tried to write the database
 * - `storage_low`: 1 while storage is running low
 * - `server_port`: the port on which the server last listened
 * - `bytes_examined_at`: the last nightly examination of the stored bytes
 * - `unknown_proxy_requests`: how many requests came through a proxy that is not trusted, since the start
 * - `violations_I1` and so on: the number of violations it found
 */
type FactKey =
  | 'clock_seen'
  | 'clock_ahead'
  | 'clock_ahead_recent'
  | 'clock_steady'
  | 'written_at'
  | 'storage_low'
  | 'server_port'
  | 'bytes_examined_at'
  | 'unknown_proxy_requests'
  | `violations_${InvariantId}`;

/**
 * - `setup_token`: the sealed token that creates the first administrator
 * - `server_storage`: where the server that started last stores new files
 * - `backup_id`: identifies the instance in its backups, also when it has been restored
 * - `instance_id`: what its servers answer with, so that others can tell it from another instance, also from the
 *   original of a restored copy; not a secret
 * - `unknown_proxy`: the address of the last proxy that is not trusted
 */
type TextKey = 'setup_token' | 'server_storage' | 'backup_id' | 'instance_id' | 'unknown_proxy';

export type InstanceRepo = ReturnType<typeof createInstanceRepo>;

/** What the instance remembers across restarts. */
export function createInstanceRepo(q: Knex) {
  const table = () => q<FactRow>('instance');

  return {
    async read(key: FactKey): Promise<number | null> {
      const row = await table().where({ key }).first();
      return row ? Number(row.value) : null;
    },

    /** Returns those of the facts that are known. */
    async readAll(keys: readonly FactKey[]): Promise<ReadonlyMap<string, number>> {
      const rows = await table().whereIn('key', [...keys]);
      return new Map(rows.map(({ key, value }) => [key, Number(value)]));
    },

    async save(key: FactKey, value: number): Promise<void> {
      await table()
        .insert({ key, value: String(value) })
        .onConflict('key')
        .merge();
    },

    async readText(key: TextKey): Promise<string | null> {
      return (await table().where({ key }).first())?.value ?? null;
    },

    async saveText(key: TextKey, value: string): Promise<void> {
      await table().insert({ key, value }).onConflict('key').merge();
    },

    /** Stores a text unless there is one, and returns the one that is stored. */
    async claimText(key: TextKey, value: string): Promise<string> {
      await table().insert({ key, value }).onConflict('key').ignore();
      return (await table().where({ key }).first())?.value ?? value;
    },

    async remove(key: FactKey | TextKey): Promise<boolean> {
      return (await table().where({ key }).delete()) > 0;
    },
  };
}
