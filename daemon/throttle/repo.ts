import type { Knex } from 'knex';

interface ThrottleRow {
  key: string;
  hits: number;
  ends_at: number;
}

export type ThrottleRepo = ReturnType<typeof createThrottleRepo>;

/** Hits of the window that lasts. */
export interface Tally {
  hits: number;
  endsAt: number;
}

export function createThrottleRepo(q: Knex) {
  const table = () => q<ThrottleRow>('throttles');

  return {
    async find(key: string, now: number): Promise<Tally | null> {
      const row = await table().where({ key }).where('ends_at', '>', now).first();
      return row ? { hits: row.hits, endsAt: row.ends_at } : null;
    },

    async save(key: string, { hits, endsAt }: Tally): Promise<void> {
      await table().insert({ key, hits, ends_at: endsAt }).onConflict('key').merge();
    },

    async takeBack(key: string): Promise<void> {
      await table().where({ key }).where('hits', '>', 0).decrement('hits', 1);
    },

    async removePast(now: number): Promise<number> {
      return table().where('ends_at', '<=', now).delete();
    },
  };
}
