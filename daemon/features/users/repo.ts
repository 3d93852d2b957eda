import type { Knex } from 'knex';
import type { UserId } from '#sdk/contract/formats/primitives.js';
import type { AccountSource } from '#sdk/contract/oauth.js';
import { escapeLike } from '../../db/dialect.ts';
import type { UserRecord } from './types.ts';
import { fromRow, toChange, toRow, type UserChange, type UserRow } from './user-row.ts';

export interface UserListQuery {
  /** Part of the normal form of a name or an address. */
  search?: string | undefined;
  /** The normal form of the last name on the previous page. */
  after?: string | undefined;
  limit: number;
}

export type UserRepo = ReturnType<typeof createUserRepo>;

export function createUserRepo(q: Knex) {
  const table = () => q<UserRow>('users');

  async function findBy(condition: Partial<UserRow>): Promise<UserRecord | null> {
    const row = await table().where(condition).first();
    return row ? fromRow(row) : null;
  }

  function matching(search: string | undefined) {
    const rows = table();
    if (search === undefined) return rows;
    const pattern = `%${escapeLike(search)}%`;
    return rows.whereRaw("(username_key like ? escape '\\' or email_key like ? escape '\\')", [
      pattern,
      pattern,
    ]);
  }

  return {
    findById: (id: UserId) => findBy({ id }),
    findByEmailKey: (key: string) => findBy({ email_key: key }),
    findByUsernameKey: (key: string) => findBy({ username_key: key }),

    async hasAdmin(): Promise<boolean> {
      return (await table().where({ is_admin: 1 }).first('id')) !== undefined;
    },

    /** Lists the administrators who can sign in. */
    async listAdmins(): Promise<UserRecord[]> {
      const rows = await table().where({ is_admin: 1, disabled_at: null }).orderBy('id');
      return rows.map(fromRow);
    },

    async insert(user: UserRecord): Promise<void> {
      await table().insert(toRow(user));
    },

    /** False, without a change, when another account has the name or the address. */
    async insertUnlessTaken(user: UserRecord): Promise<boolean> {
      const row = await table().insert(toRow(user)).onConflict().ignore().returning('id');
      return row.length > 0;
    },

    /**
     * Whether nobody else can sign in and administer: all other users are not administrators, are disabled, or have
     * neither a password nor one of these providers.
     */
    async isLastAdmin(id: UserId, enabled: readonly AccountSource[]): Promise<boolean> {
      const linked = q<{ user_id: string; provider: string }>('social_accounts')
        .whereIn('provider', enabled)
        .select('user_id');
      const active = await table()
        .where({ is_admin: 1, disabled_at: null })
        .where((way) => void way.whereNotNull('password_hash').orWhereIn('id', linked))
        .limit(2)
        .select('id');
      return active.length === 1 && active[0]?.id === id;
    },

    /** Lists users, ordered by name. */
    async list({ search, after, limit }: UserListQuery): Promise<UserRecord[]> {
      const rows = matching(search).orderBy('username_key').limit(limit);
      if (after !== undefined) rows.where('username_key', '>', after);
      return (await rows).map(fromRow);
    },

    async count(search: string | undefined): Promise<number> {
      const rows: { total: number }[] = await matching(search).count({ total: '*' });
      return rows[0]?.total ?? 0;
    },

    /** Bytes; 0: no limit; null: the quota of the instance; undefined: the account does not exist. */
    async quotaOf(id: UserId): Promise<number | null | undefined> {
      return (await table().where({ id }).first('quota'))?.quota;
    },

    /** The name that visitors of the user's shares see; null: none. */
    async displayNameOf(id: UserId): Promise<string | null> {
      return (await table().where({ id }).first('display_name'))?.display_name ?? null;
    },

    /** False when the account is gone. */
    async update(id: UserId, change: UserChange): Promise<boolean> {
      return (await table().where({ id }).update(toChange(change))) > 0;
    },

    /** Removes a user and all rows that refer to it, except its shares, which must have been removed before. */
    async remove(id: UserId): Promise<boolean> {
      return (await table().where({ id }).delete()) > 0;
    },

    async markSignIn(id: UserId, at: number): Promise<void> {
      await table().where({ id }).update({ last_sign_in_at: at });
    },

    /** False, without a change, when the password was changed since `previousHash` was read. */
    async replacePasswordHash(
      id: UserId,
      previousHash: string | null,
      passwordHash: string,
    ): Promise<boolean> {
      const changed = await table()
        .where({ id, password_hash: previousHash })
        .update({ password_hash: passwordHash });
      return changed === 1;
    },
  };
}
