import type { Scope } from '#sdk/contract/endpoint.js';
import type { ApiKeyId, UserId } from '#sdk/contract/formats/primitives.js';

/** Moments are milliseconds since 1970. */
export interface ApiKeyRecord {
  id: ApiKeyId;
  userId: UserId;
  name: string;
  /** Hash of the whole key. */
  secretHash: string;
  scopes: readonly Scope[];
  createdAt: number;
  /** null: never. */
  expiresAt: number | null;
  /** null: never used. */
  lastUsedAt: number | null;
}
