import type { Knex } from 'knex';
import type { UserId } from '#sdk/contract/primitives.js';
import type { UserRecord } from './types.ts';

interface UserRow {
  id: string;
  username: string;
  username_key: string;
  email: string;
  email_key: string;
  password_hash: string | null;
  is_admin: number;
  totp_secret: string | null;
  quota: number | null;
  disabled_at: number | null;
  last_sign_in_at: number | null;
  created_at: number;
}

export type UserRepo = ReturnType<typeof createUserRepo>;

export function createUserRepo(q: Knex) {
  const table = () => q<UserRow>('users');

  async function findBy(condition: Partial<UserRow>): Promise<UserRecord | null> {
    const row = await table().where(condition).first();
    return row ? fromRow(row) : null;
  }

  return {
    findById: (id: UserId) => findBy({ id }),
    findByEmailKey: (key: string) => findBy({ email_key: key }),
    findByUsernameKey: (key: string) => findBy({ username_key: key }),

    async hasAdmin(): Promise<boolean> {
      return (await table().where({ is_admin: 1 }).first('id')) !== undefined;
    },

    async insert(user: UserRecord): Promise<void> {
      await table().insert(toRow(user));
    },

    async markSignIn(id: UserId, at: number): Promise<void> {
      await table().where({ id }).update({ last_sign_in_at: at });
    },

    /** False, and nothing happens, when the password was changed since `previousHash` was read. */
    async replacePasswordHash(id: UserId, previousHash: string, passwordHash: string): Promise<boolean> {
      const changed = await table()
        .where({ id, password_hash: previousHash })
        .update({ password_hash: passwordHash });
      return changed === 1;
    },
  };
}

function fromRow(row: UserRow): UserRecord {
  return {
    id: row.id as UserId,
    username: row.username,
    usernameKey: row.username_key,
    email: row.email,
    emailKey: row.email_key,
    passwordHash: row.password_hash,
    isAdmin: row.is_admin === 1,
    totpSecret: row.totp_secret,
    quota: row.quota,
    disabledAt: row.disabled_at,
    lastSignInAt: row.last_sign_in_at,
    createdAt: row.created_at,
  };
}

function toRow(user: UserRecord): UserRow {
  return {
    id: user.id,
    username: user.username,
    username_key: user.usernameKey,
    email: user.email,
    email_key: user.emailKey,
    password_hash: user.passwordHash,
    is_admin: user.isAdmin ? 1 : 0,
    totp_secret: user.totpSecret,
    quota: user.quota,
    disabled_at: user.disabledAt,
    last_sign_in_at: user.lastSignInAt,
    created_at: user.createdAt,
  };
}
