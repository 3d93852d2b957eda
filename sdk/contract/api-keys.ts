import * as z from 'zod/mini';
import { defineEndpoint, scopes } from './endpoint.ts';
import { ApiKeyId, CurrentPassword, Timestamp } from './formats/primitives.ts';

export const Scope = z.enum(scopes);

/** A key for programs, sent as `Authorization: Bearer fsk_…`. It can never do more than its owner at that moment. */
export const ApiKey = z.strictObject({
  id: ApiKeyId,
  name: z.string(),
  scopes: z.array(Scope),
  createdAt: Timestamp,
  /** null: never. */
  expiresAt: z.nullable(Timestamp),
  /** Precise to the minute; null: never used. */
  lastUsedAt: z.nullable(Timestamp),
});
export type ApiKey = z.output<typeof ApiKey>;

/** A new API key. */
export const CreateApiKey = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60), z.describe('What the key is for')),
  scopes: z.array(Scope).check(z.minLength(1), z.maxLength(scopes.length), z.describe('What the key can do')),
  expiresInDays: z.optional(
    z
      .int()
      .check(
        z.minimum(1),
        z.maximum(3650),
        z.describe('Number of days until the key expires; never if omitted'),
      ),
  ),
  password: CurrentPassword,
});
export type CreateApiKey = z.input<typeof CreateApiKey>;

export const apiKeys = {
  list: defineEndpoint({
    method: 'GET',
    path: '/users/me/apiKeys',
    access: 'user',
    apiKey: 'session',
    summary: 'List your API keys, newest first',
    response: z.array(ApiKey),
    errors: [],
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/users/me/apiKeys',
    access: 'user',
    apiKey: 'session',
    summary: 'Create an API key',
    status: 201,
    body: CreateApiKey,
    response: z.strictObject({
      apiKey: ApiKey,
      /** The key itself, `fsk_<id>_<secret>`. Shown only now. */
      secret: z.string(),
    }),
    errors: ['password_wrong', 'fresh_sign_in_required', 'api_key_limit', 'api_key_scope'],
  }),
  revoke: defineEndpoint({
    method: 'DELETE',
    path: '/users/me/apiKeys/:id',
    access: 'user',
    apiKey: 'session',
    summary: 'Revoke an API key immediately',
    params: z.strictObject({ id: ApiKeyId }),
    errors: ['api_key_not_found'],
  }),
};
