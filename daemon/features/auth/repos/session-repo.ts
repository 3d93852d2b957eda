import type { Knex } from 'knex';
import type { SessionId, UserId } from '#sdk/contract/formats/primitives.js';
import { removeSome } from '../../../db/remove-some.ts';
import type { SessionRecord, SpentToken } from '../types.ts';

interface SessionRow {
  id: string;
  user_id: string;
  refresh_hash: string;
  spent_tokens: string;
  rotated_at: number;
  created_at: number;
  expires_at: number;
  user_agent: string | null;
  ip: string | null;
}

export type SessionRepo = ReturnType<typeof createSessionRepo>;

export function createSessionRepo(q: Knex) {
  const table = () => q<SessionRow>('sessions');

  return {
    async findById(id: SessionId): Promise<SessionRecord | null> {
      const row = await table().where({ id }).first();
      return row ? fromRow(row) : null;
    },

    /** Lists sessions that are valid at `now`, last used first. */
    async listLiving(userId: UserId, now: number): Promise<SessionRecord[]> {
      const rows = await table()
        .where({ user_id: userId })
        .where('expires_at', '>', now)
        .orderBy([
          { column: 'rotated_at', order: 'desc' },
          { column: 'created_at', order: 'desc' },
        ]);
      return rows.map(fromRow);
    },

    /** Lists the addresses at which sessions that are valid at `now` were last used. */
    async listAddresses(userId: UserId, now: number): Promise<string[]> {
      const living = table().where({ user_id: userId }).where('expires_at', '>', now);
      const rows = await living.distinct('ip');
      return rows.flatMap(({ ip }) => ip ?? []);
    },

    async insert(session: SessionRecord): Promise<void> {
      await table().insert(toRow(session));
    },

    async update(session: SessionRecord): Promise<void> {
      await table().where({ id: session.id }).update(toRow(session));
    },

    async remove(id: SessionId): Promise<void> {
      await table().where({ id }).delete();
    },

    /** Ends all sessions of an account, or all but one; returns how many. */
    async removeOfUser(userId: UserId, except: SessionId | null = null): Promise<number> {
      const query = table().where({ user_id: userId });
      return (except === null ? query : query.whereNot({ id: except })).delete();
    },

    /** Removes at most `limit` rows; returns how many. */
    async removeExpired(now: number, limit: number): Promise<number> {
      return removeSome(table().where('expires_at', '<=', now), ['id'], limit);
    },
  };
}

function fromRow(row: SessionRow): SessionRecord {
  return {
    id: row.id as SessionId,
    userId: row.user_id as UserId,
    refreshHash: row.refresh_hash,
    spentTokens: JSON.parse(row.spent_tokens) as SpentToken[],
    rotatedAt: row.rotated_at,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    userAgent: row.user_agent,
    ip: row.ip,
  };
}

function toRow(session: SessionRecord): SessionRow {
  return {
    id: session.id,
    user_id: session.userId,
    refresh_hash: session.refreshHash,
    spent_tokens: JSON.stringify(session.spentTokens),
    rotated_at: session.rotatedAt,
    created_at: session.createdAt,
    expires_at: session.expiresAt,
    user_agent: session.userAgent,
    ip: session.ip,
  };
}
