import { api } from '#sdk/contract/api.js';
import type { ApiKey } from '#sdk/contract/api-keys.js';
import { isoTime } from '#sdk/contract/formats/iso-time.js';
import { implement, type Route } from '../../http/implement.ts';
import type { ApiKeyService } from './service.ts';
import type { ApiKeyRecord } from './types.ts';

interface Deps {
  apiKeys: ApiKeyService;
}

export function createApiKeyRoutes({ apiKeys }: Deps): Route[] {
  return [
    implement(api.apiKeys.list, async ({ actor }) => (await apiKeys.list(actor)).map(presentApiKey)),

    implement(api.apiKeys.create, async ({ actor, body }) => {
      const { apiKey, secret } = await apiKeys.create(actor, body);
      return { apiKey: presentApiKey(apiKey), secret };
    }),

    implement(api.apiKeys.revoke, async ({ actor, params }) => apiKeys.revoke(actor, params.id)),
  ];
}

function presentApiKey(key: ApiKeyRecord): ApiKey {
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
