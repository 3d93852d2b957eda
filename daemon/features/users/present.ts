import type { User } from '#sdk/contract/users.js';
import type { UserRecord } from './types.ts';

/** An account as its owner and administrators see it. */
export function presentUser({ id, username, email, isAdmin, createdAt }: UserRecord): User {
  return { id, username, email, isAdmin, createdAt: new Date(createdAt).toISOString() };
}
