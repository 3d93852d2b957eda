import type { Knex } from 'knex';
import type { Scope } from '#sdk/contract/endpoint.js';
import type { ApiKeyId, UserId } from '#sdk/contract/formats/primitives.js';
import type { ApiKeyRecord } from './types.ts';

interface ApiKeyRow {
  id: string;
  user_id: string;
  name: string;
  secret_hash: string;
  scopes: string;
  created_at: number;
  expires_at: number | null;
  last_used_at: number | null;
}

export type ApiKeyRepo = ReturnType<typeof createApiKeyRepo>;

export function createApiKeyRepo(q: Knex) {
  const table = () => q<ApiKeyRow>('api_keys');

  return {
    async findById(id: ApiKeyId): Promise<ApiKeyRecord | null> {
      const row = await table().where({ id }).first();
      return row ? fromRow(row) : null;
    },

    /** Newest first. */
    async listOfUser(userId: UserId): Promise<ApiKeyRecord[]> {
      const rows = await table()
        .where({ user_id: userId })
        .orderBy([
          { column: 'created_at', order: 'desc' },
          { column: 'rowid', order: 'desc' },
        ]);
      return rows.map(fromRow);
    },

    async countOfUser(userId: UserId): Promise<number> {
      const row = await table().where({ user_id: userId }).count({ count: '*' }).first();
      return Number(row?.['count'] ?? 0);
    },

    async insert(key: ApiKeyRecord): Promise<void> {
      await table().insert(toRow(key));
    },

    async remove(id: ApiKeyId): Promise<void> {
      await table().where({ id }).delete();
    },

    async removeOfUser(userId: UserId): Promise<void> {
      await table().where({ user_id: userId }).delete();
    },

    /** Never goes back, whoever writes last. */
    async noteUse(id: ApiKeyId, at: number): Promise<void> {
      await table()
        .where({ id })
        .whereRaw('coalesce(last_used_at, 0) < ?', [at])
        .update({ last_used_at: at });
    },
  };
}

function fromRow(row: ApiKeyRow): ApiKeyRecord {
  return {
    id: row.id as ApiKeyId,
    userId: row.user_id as UserId,
    name: row.name,
    secretHash: row.secret_hash,
    scopes: JSON.parse(row.scopes) as Scope[],
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  };
}

function toRow(key: ApiKeyRecord): ApiKeyRow {
  return {
    id: key.id,
    user_id: key.userId,
    name: key.name,
    secret_hash: key.secretHash,
    scopes: JSON.stringify(key.scopes),
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    last_used_at: key.lastUsedAt,
  };
}
