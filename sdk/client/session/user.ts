import type { CurrentUser, User } from '../../contract/users.ts';

/** The account without what is about this session. */
export function toUser({ accessTokenExpiresAt: _end, pendingEmail: _pending, ...user }: CurrentUser): User {
  return user;
}
