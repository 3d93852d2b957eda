import type { ManagedUser } from '#sdk/contract/users.js';

/** How an account stands, in a word and a colour. */
export function statusOf(user: Pick<ManagedUser, 'isDisabled' | 'hasPassword' | 'providers'>) {
  if (user.isDisabled) return statuses.disabled;
  return isInvited(user) ? statuses.invited : statuses.active;
}

/** Whether the account waits for its first sign-in by a mailed link. */
export function isInvited({ hasPassword, providers }: Pick<ManagedUser, 'hasPassword' | 'providers'>) {
  return !hasPassword && providers.length === 0;
}

const statuses = {
  active: { label: 'web.admin.users.statusActive', color: 'success.main' },
  invited: { label: 'web.admin.users.statusInvited', color: 'warning.main' },
  disabled: { label: 'web.admin.users.statusDisabled', color: 'text.disabled' },
} as const;
