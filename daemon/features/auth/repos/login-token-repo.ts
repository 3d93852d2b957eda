import type { Knex } from 'knex';
import type { UserId } from '#sdk/contract/formats/primitives.js';
import type { AccountSource } from '#sdk/contract/oauth.js';
import { removeSome } from '../../../db/remove-some.ts';
import type { LoginTokenRecord } from '../types.ts';

interface LoginTokenRow {
  token_hash: string;
  user_id: string;
  password_mark: string;
  provider: string | null;
  failures: number;
  expires_at: number;
}

export type LoginTokenRepo = ReturnType<typeof createLoginTokenRepo>;

export function createLoginTokenRepo(q: Knex) {
  const table = () => q<LoginTokenRow>('login_tokens');

  return {
    async insert(token: LoginTokenRecord): Promise<void> {
      await table().insert({
        token_hash: token.tokenHash,
        user_id: token.userId,
        password_mark: token.passwordMark,
        provider: token.provider,
        failures: token.failures,
        expires_at: token.expiresAt,
      });
    },

    async find(tokenHash: string): Promise<LoginTokenRecord | null> {
      const row = await table().where({ token_hash: tokenHash }).first();
      return row ? fromRow(row) : null;
    },

    async addFailure(tokenHash: string): Promise<void> {
      await table().where({ token_hash: tokenHash }).increment('failures', 1);
    },

    async remove(tokenHash: string): Promise<void> {
      await table().where({ token_hash: tokenHash }).delete();
    },

    /** Removes at most `limit` rows; returns how many. */
    async removeExpired(now: number, limit: number): Promise<number> {
      return removeSome(table().where('expires_at', '<=', now), ['token_hash'], limit);
    },
  };
}

function fromRow(row: LoginTokenRow): LoginTokenRecord {
  return {
    tokenHash: row.token_hash,
    userId: row.user_id as UserId,
    passwordMark: row.password_mark,
    provider: row.provider as AccountSource | null,
    failures: row.failures,
    expiresAt: row.expires_at,
  };
}
