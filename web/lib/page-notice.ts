import { useLocation } from 'react-router';

const notices = ['accountDeleted', 'passwordSet', 'sessionEnded', 'setupContinues', 'setupDone'] as const;

/** What the page that one is led to has to say first. */
export type PageNotice = (typeof notices)[number];

/** Options of a navigation: the notice travels with the entry of the history, so it lasts over a reload. */
export function withNotice(notice: PageNotice | undefined): { state?: { notice: PageNotice } } {
  return notice === undefined ? {} : { state: { notice } };
}

export function usePageNotice(): PageNotice | undefined {
  const state: unknown = useLocation().state;
  if (typeof state !== 'object' || state === null || !('notice' in state)) return undefined;
  return notices.find((notice) => notice === state.notice);
}
