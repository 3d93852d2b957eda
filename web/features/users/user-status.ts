import type { ManagedUser } from '#sdk/contract/users.js';

/** How an account stands, in a word and a colour. */
export function statusOf({ isDisabled, hasPassword }: Pick<ManagedUser, 'isDisabled' | 'hasPassword'>) {
  if (isDisabled) return statuses.disabled;
  return hasPassword ? statuses.active : statuses.invited;
}

const statuses = {
  active: { label: 'web.admin.users.statusActive', color: 'success.main' },
  invited: { label: 'web.admin.users.statusInvited', color: 'warning.main' },
  disabled: { label: 'web.admin.users.statusDisabled', color: 'text.disabled' },
} as const;
