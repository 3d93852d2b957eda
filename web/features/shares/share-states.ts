import type { OwnerShare, ShareState } from '#sdk/contract/shares.js';

export const stateColors = {
  draft: 'warning.main',
  completing: 'warning.main',
  active: 'success.main',
  expired: 'text.disabled',
  removed: 'text.disabled',
} as const satisfies Record<ShareState, string>;

/** Whether files are still missing, so that visitors cannot open the share. */
export function isDraft({ state }: Pick<OwnerShare, 'state'>): boolean {
  return state === 'draft';
}

/** The caller may continue the upload of this draft. */
export function canContinue(share: OwnerShare): boolean {
  return isDraft(share) && share.can.append;
}
