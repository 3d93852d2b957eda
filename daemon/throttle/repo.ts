import type { Knex } from 'knex';
import { removeSome } from '../db/remove-some.ts';
import type { Tally } from './window.ts';

interface ThrottleRow {
  key: string;
  hits: number;
  ends_at: number;
  noted: number;
}

export type ThrottleRepo = ReturnType<typeof createThrottleRepo>;

export function createThrottleRepo(q: Knex) {
  const table = () => q<ThrottleRow>('throttles');

  return {
    async find(key: string): Promise<Tally | null> {
      const row = await table().where({ key }).first();
      return row ? { hits: row.hits, endsAt: row.ends_at, isNoted: row.noted === 1 } : null;
    },

    async save(key: string, { hits, endsAt, isNoted }: Tally): Promise<void> {
      const row = { key, hits, ends_at: endsAt, noted: isNoted ? 1 : 0 };
      await table().insert(row).onConflict('key').merge();
    },

    /** Undoes hits of the window that ended, or would have ended, at `endsAt`; a later window has its own. */
    async takeBack(key: string, { hits, endsAt }: { hits: number; endsAt: number }): Promise<void> {
      await table()
        .where({ key })
        .where('ends_at', '<=', endsAt)
        .where('hits', '>=', hits)
        .decrement('hits', hits);
    },

    /** Removes at most `limit` windows that have ended; returns how many. */
    async removePast(now: number, limit: number): Promise<number> {
      return removeSome(table().where('ends_at', '<=', now).orderBy('ends_at'), ['key'], limit);
    },
  };
}
