import type { ApiKey } from '#sdk/contract/api-keys.js';
import { isoTime } from '#sdk/contract/formats/iso-time.js';
import type { ApiKeyRecord } from './types.ts';

export function presentApiKey(key: ApiKeyRecord): ApiKey {
  const { id, name, scopes, createdAt, expiresAt, lastUsedAt } = key;
  return {
    id,
    name,
    scopes: [...scopes],
    createdAt: isoTime(createdAt),
    expiresAt: isoTime(expiresAt),
    lastUsedAt: isoTime(lastUsedAt),
  };
}
