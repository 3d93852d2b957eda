import type { Knex } from 'knex';

/**
 * Deletes at most `limit` of the chosen rows, known by their key; returns how many. Rows that another transaction holds
 * stay, so several servers can do this at once.
 */
export function removeSome(
  chosen: Knex.QueryBuilder,
  key: readonly string[],
  limit: number,
): Promise<number> {
  const keys = chosen.clone().limit(limit).forUpdate().skipLocked().select(key);
  return chosen.clone().clearWhere().clearOrder().whereIn(key, keys).delete();
}
