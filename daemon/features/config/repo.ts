import type { Knex } from 'knex';

interface ConfigRow {
  key: string;
  value: string;
  updated_at: number;
}

interface InstanceRow {
  key: string;
  value: string;
}

export type ConfigRepo = ReturnType<typeof createConfigRepo>;

/** Changed variables, and facts about the instance itself. */
export function createConfigRepo(q: Knex) {
  const table = () => q<ConfigRow>('config');
  const locks = () => q<Pick<ConfigRow, 'key' | 'value'>>('config_locks');
  const instance = () => q<InstanceRow>('instance');

  return {
    /** Returns the stored texts by key, including keys of other versions of the program. */
    async list(): Promise<Map<string, string>> {
      const rows = await table().select('key', 'value');
      return new Map(rows.map((row) => [row.key, row.value]));
    },

    async save(key: string, value: string, now: number): Promise<void> {
      await table().insert({ key, value, updated_at: now }).onConflict('key').merge();
    },

    async remove(key: string): Promise<void> {
      await table().where({ key }).delete();
    },

    /** Returns the texts that the environment of the server set at its last start, by key and in stored form. */
    async listLocks(): Promise<Map<string, string>> {
      const rows = await locks().select('key', 'value');
      return new Map(rows.map((row) => [row.key, row.value]));
    },

    async replaceLocks(texts: ReadonlyMap<string, string>): Promise<void> {
      await locks().delete();
      const rows = [...texts].map(([key, value]) => ({ key, value }));
      if (rows.length > 0) await locks().insert(rows);
    },

    async isSetupFinished(): Promise<boolean> {
      return (await instance().where({ key: 'setup_finished' }).first()) !== undefined;
    },

    /** True for exactly one caller. */
    async markSetupFinished(now: number): Promise<boolean> {
      const rows = await instance()
        .insert({ key: 'setup_finished', value: new Date(now).toISOString() })
        .onConflict('key')
        .ignore()
        .returning('key');
      return rows.length > 0;
    },
  };
}
