import type { Knex } from 'knex';
import type { ReverseShareId, UserId } from '#sdk/contract/formats/primitives.js';
import { escapeLike } from '../../db/dialect.ts';
import { fromRow, type ReverseShareChange, type ReverseShareRow, toChange, toRow } from './row.ts';
import type { Invitation, ReverseShareRecord } from './types.ts';

export interface ReverseShareListQuery {
  ownerId: UserId;
  limit: number;
  /** Part of the name, folded. */
  search?: string | undefined;
  /** The last reverse share of the previous page. */
  after?: { createdAt: number; id: string } | undefined;
}

export type ReverseShareRepo = ReturnType<typeof createReverseShareRepo>;

export function createReverseShareRepo(q: Knex) {
  const table = () => q<ReverseShareRow>('reverse_shares');

  return {
    async findById(id: ReverseShareId): Promise<ReverseShareRecord | null> {
      const row = await table().where({ id }).first();
      return row ? fromRow(row) : null;
    },

    /** Also null when its owner is disabled. */
    async findInvitation(tokenHash: string): Promise<Invitation | null> {
      const row: (ReverseShareRow & { username: string; is_admin: boolean | 0 | 1 }) | undefined = await q(
        'reverse_shares',
      )
        .join('users', 'users.id', 'reverse_shares.owner_id')
        .where({ token_hash: tokenHash })
        .whereNull('users.disabled_at')
        .first('reverse_shares.*', 'users.username', 'users.is_admin');
      return row
        ? { reverseShare: fromRow(row), owner: row.username, isOfAdmin: Boolean(row.is_admin) }
        : null;
    },

    /** Newest first. */
    async listByOwner({
      ownerId,
      limit,
      search,
      after,
    }: ReverseShareListQuery): Promise<ReverseShareRecord[]> {
      const rows = table().where({ owner_id: ownerId });
      if (search) rows.whereRaw("name_key like ? escape '\\'", [`%${escapeLike(search)}%`]);
      if (after) rows.whereRaw('(created_at, id) < (?, ?)', [after.createdAt, after.id]);
      rows.orderBy([
        { column: 'created_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ]);
      return (await rows.limit(limit)).map(fromRow);
    },

    async insert(record: ReverseShareRecord): Promise<void> {
      await table().insert(toRow(record));
    },

    async update(id: ReverseShareId, change: ReverseShareChange): Promise<void> {
      await table().where({ id }).update(toChange(change));
    },

    /** Replaces the hash of the same password; nothing changes when the password was changed since. */
    async replacePasswordHash(id: ReverseShareId, previous: string, passwordHash: string): Promise<void> {
      await table().where({ id, password_hash: previous }).update({ password_hash: passwordHash });
    },

    async remove(id: ReverseShareId): Promise<void> {
      await table().where({ id }).delete();
    },

    /**
     * Reserves a use if the reverse share is open and has one left: of concurrent requests exactly as many succeed as
     * there are uses left.
     */
    async reserveUse(id: ReverseShareId, now: number): Promise<boolean> {
      const changed = await table()
        .where({ id })
        .whereNull('closed_at')
        .whereRaw('(expires_at is null or expires_at > ?)', [now])
        .whereRaw('(max_uses is null or uses < max_uses)')
        .whereRaw('exists (select 1 from users where users.id = owner_id and disabled_at is null)')
        .update({ uses: q.raw('uses + 1') });
      return changed > 0;
    },

    async releaseUse(id: ReverseShareId): Promise<void> {
      await table()
        .where({ id })
        .where('uses', '>', 0)
        .update({ uses: q.raw('uses - 1') });
    },
  };
}
