import type { ApiKey } from '#sdk/contract/api-keys.js';
import type { ApiKeyRecord } from './types.ts';

export function presentApiKey(key: ApiKeyRecord): ApiKey {
  const { id, name, scopes, createdAt, expiresAt, lastUsedAt } = key;
  return {
    id,
    name,
    scopes: [...scopes],
    createdAt: isoOf(createdAt),
    expiresAt: expiresAt === null ? null : isoOf(expiresAt),
    lastUsedAt: lastUsedAt === null ? null : isoOf(lastUsedAt),
  };
}

function isoOf(moment: number): string {
  return new Date(moment).toISOString();
}
