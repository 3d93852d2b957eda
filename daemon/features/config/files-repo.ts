import type { Knex } from 'knex';

interface FileRow {
  name: string;
  version: string;
  content: Buffer;
  updated_at: number;
}

export interface InstanceFile {
  /** Differs for other bytes. */
  version: string;
  content: Buffer;
}

export type InstanceFileRepo = ReturnType<typeof createInstanceFileRepo>;

/** Files of the instance itself, by the configuration variable they belong to. */
export function createInstanceFileRepo(q: Knex) {
  const table = () => q<FileRow>('instance_files');

  return {
    async findVersion(name: string): Promise<string | null> {
      const row = await table().select('version').where({ name }).first();
      return row?.version ?? null;
    },

    async find(name: string): Promise<InstanceFile | null> {
      const row = await table().select('version', 'content').where({ name }).first();
      return row ? { version: row.version, content: row.content } : null;
    },

    async save(name: string, { version, content }: InstanceFile, now: number): Promise<void> {
      await table().insert({ name, version, content, updated_at: now }).onConflict('name').merge();
    },

    async remove(name: string): Promise<void> {
      await table().where({ name }).delete();
    },
  };
}
