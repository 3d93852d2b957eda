import type { OwnerShare, ShareState } from '#sdk/contract/shares.js';

export const stateColors = {
  draft: 'warning.main',
  completing: 'warning.main',
  active: 'success.main',
  expired: 'text.disabled',
  removed: 'text.disabled',
} as const satisfies Record<ShareState, string>;

/** Its files are not all there yet, and nobody can open it. */
export function isDraft({ state }: Pick<OwnerShare, 'state'>): boolean {
  return state === 'draft';
}

/** The upload of the draft can go on here. */
export function canContinue(share: OwnerShare): boolean {
  return isDraft(share) && share.can.append;
}
