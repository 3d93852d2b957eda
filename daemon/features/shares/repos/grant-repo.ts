import type { Knex } from 'knex';
import type { ShareKey } from '#sdk/contract/formats/primitives.js';
import { removeSome } from '../../../db/remove-some.ts';

interface GrantRow {
  token_hash: string;
  share_key: string;
  password_version: number;
  created_at: number;
  expires_at: number;
}

export interface GrantRecord {
  passwordVersion: number;
  expiresAt: number;
}

export type GrantRepo = ReturnType<typeof createGrantRepo>;

/**
 * Which visitor may see which share. One share token can open several shares, so that a browser needs only one cookie.
 */
export function createGrantRepo(q: Knex) {
  const table = () => q<GrantRow>('share_grants');

  return {
    async find(tokenHash: string, shareKey: ShareKey): Promise<GrantRecord | null> {
      const row = await table().where({ token_hash: tokenHash, share_key: shareKey }).first();
      return row ? { passwordVersion: row.password_version, expiresAt: row.expires_at } : null;
    },

    /** Returns whether we issued this token and it still opens some share. */
    async isKnown(tokenHash: string, now: number): Promise<boolean> {
      const row = await table()
        .where({ token_hash: tokenHash })
        .where('expires_at', '>', now)
        .first('token_hash');
      return row !== undefined;
    },

    async save(
      tokenHash: string,
      shareKey: ShareKey,
      grant: GrantRecord & { createdAt: number },
    ): Promise<void> {
      await table()
        .insert({
          token_hash: tokenHash,
          share_key: shareKey,
          password_version: grant.passwordVersion,
          created_at: grant.createdAt,
          expires_at: grant.expiresAt,
        })
        .onConflict(['token_hash', 'share_key'])
        .merge(['password_version', 'expires_at']);
    },

    /** Removes at most `limit` rows; returns how many. */
    async removeExpired(now: number, limit: number): Promise<number> {
      return removeSome(table().where('expires_at', '<=', now), ['token_hash', 'share_key'], limit);
    },

    async removeOfShare(shareKey: ShareKey): Promise<void> {
      await table().where({ share_key: shareKey }).delete();
    },
  };
}
