import { useLocation } from 'react-router';

const notices = ['accountDeleted', 'passwordSet', 'sessionEnded', 'setupContinues', 'setupDone'] as const;

/** A notice that the next page shows first. */
export type PageNotice = (typeof notices)[number];

/** Options of a navigation: the notice is part of the history entry, so it survives a reload. */
export function withNotice(notice: PageNotice | undefined): { state?: { notice: PageNotice } } {
  return notice === undefined ? {} : { state: { notice } };
}

export function usePageNotice(): PageNotice | undefined {
  const state: unknown = useLocation().state;
  if (typeof state !== 'object' || state === null || !('notice' in state)) return undefined;
  return notices.find((notice) => notice === state.notice);
}
