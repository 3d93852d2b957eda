import { api } from '#sdk/contract/api.js';
import { implement, type Route } from '../../http/implement.ts';
import { presentApiKey } from './present.ts';
import type { ApiKeyService } from './service.ts';

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
