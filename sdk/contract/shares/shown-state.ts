import type { OwnerShare, ShareState } from './shapes.ts';

/** Apart from the shapes, so that the page does not load their schemas for one word. */
export type ShownState = ShareState | 'quarantined';

/** The state in one word, in which a quarantined share is not called active. */
export function shownState({
  state,
  isQuarantined,
}: Pick<OwnerShare, 'state' | 'isQuarantined'>): ShownState {
  return state === 'active' && isQuarantined ? 'quarantined' : state;
}
