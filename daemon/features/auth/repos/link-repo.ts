import type { Knex } from 'knex';
import type { UserId } from '#sdk/contract/formats/primitives.js';
import { removeSome } from '../../../db/remove-some.ts';
import type { LinkPurpose, LinkRecord } from '../types.ts';

interface LinkRow {
  user_id: string;
  purpose: string;
  token_hash: string;
  email: string;
  expires_at: number;
}

/** A mailed link that is still valid. */
export interface LinkQuery {
  tokenHash: string;
  purposes: readonly LinkPurpose[];
  now: number;
}

export type LinkRepo = ReturnType<typeof createLinkRepo>;

export function createLinkRepo(q: Knex) {
  const table = () => q<LinkRow>('account_links');
  const matching = ({ tokenHash, purposes, now }: LinkQuery) =>
    table().where({ token_hash: tokenHash }).whereIn('purpose', purposes).where('expires_at', '>', now);

  return {
    /** Saves the only link of its purpose for the account: an older one is no longer valid. */
    async save({ userId, purpose, tokenHash, email, expiresAt }: LinkRecord): Promise<void> {
      await table()
        .insert({ user_id: userId, purpose, token_hash: tokenHash, email, expires_at: expiresAt })
        .onConflict(['user_id', 'purpose'])
        .merge();
    },

    /** Returns the account of a link; null: it is not valid. */
    async findOwner(query: LinkQuery): Promise<UserId | null> {
      const row = await matching(query).first('user_id');
      return row ? (row.user_id as UserId) : null;
    },

    /** Removes the link and returns it: of concurrent callers, only the one that removed it gets it. */
    async take(query: LinkQuery): Promise<LinkRecord | null> {
      const row = await matching(query).first();
      const removed = await matching(query).delete();
      return row && removed > 0 ? fromRow(row) : null;
    },

    /** Removes at most `limit` rows; returns how many. */
    async removeExpired(now: number, limit: number): Promise<number> {
      return removeSome(table().where('expires_at', '<=', now), ['token_hash'], limit);
    },
  };
}

function fromRow(row: LinkRow): LinkRecord {
  return {
    userId: row.user_id as UserId,
    purpose: row.purpose as LinkPurpose,
    tokenHash: row.token_hash,
    email: row.email,
    expiresAt: row.expires_at,
  };
}
