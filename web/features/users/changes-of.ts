import type { ManagedUser, UpdateUser } from '#sdk/contract/users.js';

/** Only what differs is sent: a role or password that is set anew would end the user's sessions. */
export function changesOf(user: ManagedUser, wanted: UpdateUser): UpdateUser {
  const { username, email, isAdmin, quota, isDisabled } = user;
  const before: Readonly<Record<string, unknown>> = { username, email, isAdmin, quota, isDisabled };
  return Object.fromEntries(Object.entries(wanted).filter(([name, value]) => value !== before[name]));
}
