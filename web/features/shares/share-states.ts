import type { ShownState } from '#sdk/contract/shares/shown-state.js';
import type { OwnerShare } from '#sdk/contract/shares.js';

export const stateColors = {
  draft: 'warning.main',
  completing: 'warning.main',
  active: 'success.main',
  quarantined: 'error.main',
  expired: 'text.disabled',
  removed: 'text.disabled',
} as const satisfies Record<ShownState, string>;

/** Whether files are still missing, so that visitors cannot open the share. */
export function isDraft({ state }: Pick<OwnerShare, 'state'>): boolean {
  return state === 'draft';
}

/** The caller may continue the upload of this draft. */
export function canContinue(share: OwnerShare): boolean {
  return isDraft(share) && share.can.append;
}

/** The share can no longer be opened. */
export function isOver({ state }: Pick<OwnerShare, 'state'>): boolean {
  return state === 'expired' || state === 'removed';
}

/** Less than this is worth a warning. */
const soonMilliseconds = 3 * 86_400_000;

/** The share expires in a few days. */
export function isSoon({ expiresAt, state }: Pick<OwnerShare, 'expiresAt' | 'state'>): boolean {
  return state === 'active' && expiresAt !== null && Date.parse(expiresAt) - Date.now() < soonMilliseconds;
}
