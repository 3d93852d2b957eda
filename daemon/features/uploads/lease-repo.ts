import type { Knex } from 'knex';
import type { Database } from '../../db/connection.ts';
import { dialectOf } from '../../db/dialect.ts';

/** The lease of a server on an upload. */
export interface Holding {
  owner: string;
  fence: number;
  /** Grows when its owner was asked whether bytes arrive, and they did. */
  answers: number;
  /** Its owner has not renewed it in time. */
  isOver: boolean;
}

export type LeaseRepo = ReturnType<typeof createLeaseRepo>;

/**
 * Leases of servers on the rows of uploads, on PostgreSQL. Each statement is a transaction of its own, because every
 * request that writes needs two of them.
 */
export function createLeaseRepo({ writer: q, reader }: Pick<Database, 'writer' | 'reader'>) {
  const { now } = dialectOf(q);
  const receiving = (id: string, from = q) => from('uploads').where({ id, state: 'receiving' });

  async function take(rows: Knex.QueryBuilder, owner: string, duration: number): Promise<number | null> {
    const taken: { fence: number }[] = await rows
      .update({ owner, owner_until: q.raw(`${now} + ?`, [duration]), fence: q.raw('fence + 1') })
      .returning('fence');
    return taken[0]?.fence ?? null;
  }

  return {
    /** Takes an upload that nobody has, for some milliseconds; returns the fence, or null when somebody has it. */
    takeFree: (id: string, owner: string, duration: number) =>
      take(receiving(id).whereNull('owner'), owner, duration),

    /** Takes an upload from an owner that has not renewed its lease in time, or back from a lease that did not end. */
    takeOver: (id: string, owner: string, duration: number) =>
      take(receiving(id).whereRaw(`(owner_until < ${now} or owner = ?)`, [owner]), owner, duration),

    /** Returns who has an unfinished upload; null: nobody, or it is finished or unknown. */
    async find(id: string): Promise<Holding | null> {
      const row: Holding | undefined = await receiving(id, reader)
        .whereNotNull('owner')
        .first('owner', 'fence', 'answers', reader.raw(`owner_until < ${now} as "isOver"`));
      return row ?? null;
    },

    async isReceiving(id: string): Promise<boolean> {
      return (await receiving(id, reader).first('id')) !== undefined;
    },

    /** Renews the leases of an owner; returns the fences of those that it still has. */
    async renew(ids: readonly string[], owner: string, duration: number): Promise<Map<string, number>> {
      const rows: { id: string; fence: number }[] = await q('uploads')
        .whereIn('id', ids)
        .where({ owner })
        .update({ owner_until: q.raw(`${now} + ?`, [duration]) })
        .returning(['id', 'fence']);
      return new Map(rows.map(({ id, fence }) => [id, fence]));
    },

    /** Says that bytes arrive. */
    async answer(id: string, fence: number): Promise<void> {
      await q('uploads')
        .where({ id, fence })
        .update({ answers: q.raw('answers + 1') });
    },

    async end(id: string, fence: number): Promise<void> {
      await q('uploads').where({ id, fence }).update({ owner: null, owner_until: null });
    },
  };
}
