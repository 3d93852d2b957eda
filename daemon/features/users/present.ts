import type { User } from '#sdk/contract/users.js';
import type { UserRecord } from './types.ts';

/** An account as its owner and administrators see it. */
export function presentUser(user: UserRecord): User {
  const { id, username, email, isAdmin, passwordHash, totpSecret, createdAt } = user;
  return {
    id,
    username,
    email,
    isAdmin,
    hasPassword: passwordHash !== null,
    totpEnabled: totpSecret !== null,
    createdAt: new Date(createdAt).toISOString(),
  };
}
