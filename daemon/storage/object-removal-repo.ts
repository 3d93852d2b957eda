import type { Knex } from 'knex';

interface RemovalRow {
  key: string;
  due_at: number;
}

export type ObjectRemovalRepo = ReturnType<typeof createObjectRemovalRepo>;

/** The names of objects in a bucket that are to be deleted, each at its moment. */
export function createObjectRemovalRepo(q: Knex) {
  const removals = () => q<RemovalRow>('object_removals');
  return {
    /** Objects that wait already keep their moment. */
    async add(keys: readonly string[], dueAt: number): Promise<void> {
      if (keys.length === 0) return;
      const rows = keys.map((key) => ({ key, due_at: dueAt }));
      await removals().insert(rows).onConflict('key').ignore();
    },

    async listDue(now: number, limit: number): Promise<string[]> {
      const rows = await removals().where('due_at', '<=', now).orderBy('due_at').limit(limit).select('key');
      return rows.map(({ key }) => key);
    },

    async delete(keys: readonly string[]): Promise<void> {
      await removals().whereIn('key', keys).delete();
    },

    async postpone(keys: readonly string[], dueAt: number): Promise<void> {
      await removals().whereIn('key', keys).update({ due_at: dueAt });
    },
  };
}
