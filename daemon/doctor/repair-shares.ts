import type { Knex } from 'knex';
import type { Database } from '../db/connection.ts';
import { lockRows } from '../db/locks.ts';

type FindRows = (q: Knex) => Knex.QueryBuilder;

/**
 * Repairs shares, or rows that belong to them, while no request changes them: otherwise a counter that is computed from
 * other rows could be written when one of them has just been added.
 */
export function repairShares<T>(
  { writer }: Database,
  shares: FindRows,
  repair: (q: Knex) => PromiseLike<T>,
): Promise<T> {
  return writer.transaction(async (q) => {
    await lockRows(q, shares(q), 'key');
    return repair(q);
  });
}

export const sharesOfFiles =
  (ids: readonly string[]): FindRows =>
  (q) =>
    q('shares').whereIn('key', q('files').whereIn('id', ids).select('share_key'));
