import type { FindingCode } from '#sdk/contract/host/doctor.js';
import { pagesOf } from '../pages.ts';
import { repairShares, sharesOf } from '../repair-shares.ts';
import type { Invariant, InvariantId } from '../types.ts';

interface CounterSpec {
  id: InvariantId;
  code: FindingCode;
  /** Columns of a share, and the values they must have. */
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

/** The files of other shares are being deleted, and nobody reads their counters. */
const openable = "purged_at is null and state in ('draft', 'completing', 'active')";

const unfinished = "from uploads where share_key = shares.key and state = 'receiving'";
const stored = 'from files where share_key = shares.key';

const bundles = "from uploads where share_key = shares.key and kind = 'bundle' and state = 'committed'";

/**
 * I3: a share reserves exactly what its unfinished uploads announced, and reserves announced storage only while files
 * may arrive.
 */
export const reservations = together(
  counterInvariant({
    id: 'I3',
    code: 'reservation_wrong',
    size: 'reserved_size',
    count: 'reserved_count',
    sizeNow: `(select coalesce(sum(content_size), 0) ${unfinished})`,
    countNow: `(select coalesce(sum(file_count), 0) ${unfinished})`,
  }),
  numberInvariant({
    id: 'I3',
    code: 'announcement_left',
    column: 'declared_size',
    now: "(case when state = 'active' and adding_at is null then 0 else declared_size end)",
  }),
);

/** I4: a share counts exactly its files, the dead bytes in its bundles, and the blobs that are still to be deleted. */
export const counters = together(
  counterInvariant({
    id: 'I4',
    code: 'counter_wrong',
    size: 'size',
    count: 'file_count',
    sizeNow: `(select coalesce(sum(size), 0) ${stored})`,
    countNow: `(select count(*) ${stored})`,
  }),
  numberInvariant({
    id: 'I4',
    code: 'dead_bytes_wrong',
    column: 'dead_size',
    now: `((select coalesce(sum(content_size), 0) ${bundles} and exists (select 1 from files where pack_id = uploads.id))
      - (select coalesce(sum(size), 0) ${stored} and pack_id in (select id ${bundles}))
      + (select coalesce(sum(size), 0) from blob_removals where share_key = shares.key))`,
  }),
);

interface NumberSpec {
  id: InvariantId;
  code: FindingCode;
  /** Column of a share, and the value it must have. */
  column: string;
  now: string;
}

interface NumberRow {
  key: string;
  id: string;
  counted: number;
  actual: number;
}

function numberInvariant({ id, code, column, now }: NumberSpec): Invariant {
  return {
    id,

    pages: ({ database }) =>
      pagesOf(database.reader, { table: 'shares', column: 'key', where: openable, size: 100 }),

    async examine({ database: { reader } }, keys) {
      const rows: NumberRow[] = await reader('shares')
        .whereIn('key', keys)
        .whereRaw(`${openable} and ${column} <> ${now}`)
        .select('key', 'id', { counted: column }, reader.raw(`${now} as actual`));
      return rows.map(({ key, id: share, counted, actual }) => ({
        key,
        code,
        params: { share, counted, actual },
      }));
    },

    async repair({ database }, keys) {
      const shares = sharesOf(keys);
      await repairShares(database, shares, (q) => shares(q).update({ [column]: q.raw(now) }));
    },
  };
}

/** Combines two invariants of the same shares. */
function together(first: Invariant, second: Invariant): Invariant {
  return {
    ...first,
    examine: async (context, keys) => [
      ...(await first.examine(context, keys)),
      ...(await second.examine(context, keys)),
    ],
    async repair(context, keys) {
      await first.repair?.(context, keys);
      await second.repair?.(context, keys);
    },
  };
}

/**
 * Compares the counters in one statement, which sees one state of the database: nothing can change between the numbers.
 */
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

    async repair({ database }, keys) {
      const shares = sharesOf(keys);
      await repairShares(database, shares, (q) =>
        shares(q).update({ [size]: q.raw(sizeNow), [count]: q.raw(countNow) }),
      );
    },
  };
}
