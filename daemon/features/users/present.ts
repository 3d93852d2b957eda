import { isLeftToProvider, requiresTotp } from '#sdk/contract/config/policies.js';
import { isoTime } from '#sdk/contract/formats/iso-time.js';
import { accountSources } from '#sdk/contract/oauth-providers.js';
import type { AdminsWithoutTotp, CurrentUser, ManagedUser, User } from '#sdk/contract/users.js';
import type { Actor } from '../../http/actor.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { UserWithUsage } from './managed-users.ts';
import type { OwnAccountState } from './own-account.ts';
import type { UserRecord } from './types.ts';

/** Presents an account to its owner and to administrators. */
export function presentUser(user: UserRecord, config: ConfigReader): User {
  const { id, username, displayName, email, isAdmin, passwordHash, totpSecret, createdAt } = user;
  const facts = { isAdmin, hasPassword: passwordHash !== null };
  return {
    id,
    username,
    displayName,
    email,
    ...facts,
    totpEnabled: totpSecret !== null,
    totpRequired: requiresTotp(facts, config.get),
    createdAt: isoTime(createdAt),
  };
}

/** Presents the account of the actor; `end` is when the access token expires. */
export function presentCurrentUser(
  { user, pendingEmail }: OwnAccountState,
  end: number | null,
  config: ConfigReader,
): CurrentUser {
  return { ...presentUser(user, config), pendingEmail, accessTokenExpiresAt: isoTime(end) };
}

export function presentManagedUser(
  { user, sum, providers }: UserWithUsage,
  config: ConfigReader,
): ManagedUser {
  const { disabledAt, quota, lastSignInAt } = user;
  return {
    ...presentUser(user, config),
    providers: accountSources.filter((name) => providers.includes(name)),
    isDisabled: disabledAt !== null,
    quota,
    shares: sum?.shares ?? 0,
    size: sum?.size ?? 0,
    lastSignInAt: isoTime(lastSignInAt),
  };
}

/** Counts those of whom the policy would ask something, whether it is on already or not. */
export function presentAdminsWithoutTotp(
  admins: readonly UserRecord[],
  { user }: Actor,
  config: ConfigReader,
): AdminsWithoutTotp {
  const found = admins.filter(
    ({ totpSecret, passwordHash }) =>
      totpSecret === null && !isLeftToProvider({ hasPassword: passwordHash !== null }, config.get),
  );
  return { count: found.length, includesYou: found.some(({ id }) => id === user?.id) };
}
