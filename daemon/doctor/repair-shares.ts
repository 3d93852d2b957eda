import type { Database } from '../db/connection.ts';
import { lockRows } from '../db/locks.ts';

type Query = Database['writer'];

type FindRows = (q: Query) => ReturnType<Query>;

/**
 * Repairs shares, or rows that belong to them, while no request changes them: otherwise a counter that is computed from
 * other rows could be written when one of them has just been added.
 */
export function repairShares<T>(
  { writer }: Database,
  shares: FindRows,
  repair: (q: Query) => PromiseLike<T>,
): Promise<T> {
  return writer.transaction(async (q) => {
    await lockRows(q, shares(q), 'key');
    return repair(q);
  });
}

/** Finds shares by their keys. */
export const sharesOf =
  (keys: readonly string[]): FindRows =>
  (q) =>
    q('shares').whereIn('key', keys);

/** Finds the shares of files. */
export const sharesOfFiles =
  (ids: readonly string[]): FindRows =>
  (q) =>
    q('shares').whereIn('key', q('files').whereIn('id', ids).select('share_key'));
