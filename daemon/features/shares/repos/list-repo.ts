import type { Knex } from 'knex';
import type { ReverseShareId, UserId } from '#sdk/contract/formats/primitives.js';
import type { ShareSort } from '#sdk/contract/shares/inputs.js';
import type { ShareState } from '#sdk/contract/shares.js';
import { escapeLike } from '../../../db/dialect.ts';
import type { ShareOwner, ShareRecord, SortOrder, SortPosition, SortValue } from '../types.ts';
import { fromRow, type ShareRow } from './share-row.ts';

export interface ShareFilter {
  /** undefined: the shares of all users */
  ownerId?: UserId | undefined;
  reverseShareId?: ReverseShareId | undefined;
  /** Leaves out shares that others are still sending. */
  hidesReceivedDrafts: boolean;
  state?: ShareState | undefined;
  /** Only shares that were sent through a reverse share. */
  isReceived: boolean;
  /** Part of the name or the link, folded. */
  search?: string | undefined;
  now: number;
}

export interface ShareQuery extends SortOrder {
  filter: ShareFilter;
  after: SortPosition | undefined;
  limit: number;
}

/** A share and the value it is sorted by. */
export interface SortedShare {
  share: ShareRecord;
  value: SortValue;
}

/** The sort values are never null: a share without a name sorts by its link, and "never" sorts after any moment. */
const sortColumns: Readonly<Record<ShareSort, string>> = {
  createdAt: 'created_at',
  name: 'coalesce(name_key, id_key)',
  size: 'size',
  visitors: 'views',
  expiresAt: `coalesce(expires_at, ${Number.MAX_SAFE_INTEGER})`,
};

export type ShareListRepo = ReturnType<typeof createShareListRepo>;

export function createShareListRepo(q: Knex) {
  return {
    /** Lists shares, without removed ones. */
    async list({ filter, sort, order, after, limit }: ShareQuery): Promise<SortedShare[]> {
      const column = sortColumns[sort];
      const rows = q<ShareRow>('shares')
        .select('*', q.raw(`${column} as sort_value`))
        .whereNull('purged_at')
        .whereNot({ state: 'removed' })
        .orderByRaw(`${column} ${order}, key ${order}`)
        .limit(limit);
      narrow(rows, filter);
      if (after)
        rows.whereRaw(`(${column}, key) ${order === 'asc' ? '>' : '<'} (?, ?)`, [after.value, after.key]);
      const found: (ShareRow & { sort_value: SortValue })[] = await rows;
      return found.map((row) => ({ share: fromRow(row), value: row.sort_value }));
    },

    async ownersOf(shares: readonly ShareRecord[]): Promise<Map<UserId, ShareOwner>> {
      const ids = new Set(shares.flatMap(({ ownerId }) => ownerId ?? []));
      const owners: ShareOwner[] = await q('users')
        .whereIn('id', [...ids])
        .select('id', 'username');
      return new Map(owners.map((owner) => [owner.id, owner]));
    },
  };
}

function narrow(rows: Knex.QueryBuilder<ShareRow>, filter: ShareFilter): void {
  const { ownerId, reverseShareId, search } = filter;
  if (ownerId !== undefined) rows.where({ owner_id: ownerId });
  if (reverseShareId !== undefined) rows.where({ reverse_share_id: reverseShareId });
  if (filter.isReceived) rows.whereNotNull('reverse_share_id');
  if (filter.hidesReceivedDrafts)
    rows.whereRaw("(reverse_share_id is null or state not in ('draft', 'completing'))");
  if (search !== undefined) {
    const pattern = `%${escapeLike(search)}%`;
    rows.whereRaw("(name_key like ? escape '\\' or id_key like ? escape '\\')", [pattern, pattern]);
  }
  narrowState(rows, filter);
}

/** An active share past its expiry counts as expired before any job has run. */
function narrowState(rows: Knex.QueryBuilder<ShareRow>, { state, now }: ShareFilter): void {
  if (!state) return;
  if (state === 'expired') {
    rows.whereRaw("(state = 'expired' or (state = 'active' and expires_at <= ?))", [now]);
    return;
  }
  rows.where({ state });
  if (state === 'active') rows.whereRaw('(expires_at is null or expires_at > ?)', [now]);
}
