import type { Database } from '../db/connection.ts';

type Query = Database['reader'];

interface PageQuery {
  table: string;
  /** The primary key of the table. */
  column: string;
  /** Condition in SQL. */
  where?: string;
  size?: number;
}

/** Few enough for one statement, many enough to be fast. */
const pageSize = 1000;

/** Yields the keys of a table in order, page by page: a million rows need no more memory. */
export async function* pagesOf(
  q: Query,
  { table, column, where = 'true', size = pageSize }: PageQuery,
): AsyncGenerator<string[]> {
  for (let after = ''; ; ) {
    const rows: { key: string }[] = await q(table)
      .where(column, '>', after)
      .whereRaw(where)
      .orderBy(column)
      .limit(size)
      .select({ key: column });
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => row.key);
    after = last.key;
  }
}

/** Runs `work` for each item, a few at a time, so that the file system serves others too. */
export async function forEachFew<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const queue = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: 4 }, worker));
}
