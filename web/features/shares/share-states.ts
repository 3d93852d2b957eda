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

/** Files that come in by a reverse share are sent by somebody else. */
export function canContinue(share: OwnerShare): boolean {
  return isDraft(share) && share.reverseShareId === null;
}
