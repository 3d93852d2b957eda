import { pagesOf } from '../pages.ts';
import type { FindingCode, Invariant, InvariantId } from '../types.ts';

interface CounterSpec {
  id: InvariantId;
  code: FindingCode;
  /** Columns of a share, and what they must be. */
  size: string;
  count: string;
  sizeNow: string;
  countNow: string;
}

interface CounterRow {
  key: string;
  id: string;
  size: number;
  count: number;
  size_now: number;
  count_now: number;
}

/** Of others the files are going, and nobody looks at the numbers. */
const openable = "purged_at is null and state in ('draft', 'completing', 'active')";

const unfinished = "from uploads where share_key = shares.key and state = 'receiving'";
const stored = 'from files where share_key = shares.key';

/** I3: a share reserves exactly what its unfinished uploads announced. */
export const reservations = counterInvariant({
  id: 'I3',
  code: 'reservation_wrong',
  size: 'reserved_size',
  count: 'reserved_count',
  sizeNow: `(select coalesce(sum(content_size), 0) ${unfinished})`,
  countNow: `(select coalesce(sum(file_count), 0) ${unfinished})`,
});

/** I4: a share counts exactly its files. */
export const counters = counterInvariant({
  id: 'I4',
  code: 'counter_wrong',
  size: 'size',
  count: 'file_count',
  sizeNow: `(select coalesce(sum(size), 0) ${stored})`,
  countNow: `(select count(*) ${stored})`,
});

/** One statement sees one state of the database: nothing can change between the numbers that are compared. */
function counterInvariant({ id, code, size, count, sizeNow, countNow }: CounterSpec): Invariant {
  return {
    id,

    pages: ({ database }) =>
      pagesOf(database.reader, { table: 'shares', column: 'key', where: openable, size: 100 }),

    async examine({ database: { reader } }, keys) {
      const rows: CounterRow[] = await reader('shares')
        .whereIn('key', keys)
        .whereRaw(openable)
        .select('key', 'id', { size, count })
        .select(reader.raw(`${sizeNow} as size_now`), reader.raw(`${countNow} as count_now`));
      return rows
        .filter((row) => row.size !== row.size_now || row.count !== row.count_now)
        .map(({ key, id: share, size: counted, count: files, size_now: actual, count_now: actualFiles }) => ({
          key,
          code,
          params: { share, counted, files, actual, actualFiles },
        }));
    },

    async repair({ database: { writer } }, keys) {
      await writer('shares')
        .whereIn('key', keys)
        .update({ [size]: writer.raw(sizeNow), [count]: writer.raw(countNow) });
    },
  };
}
