import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { guardHistory } from '../../lib/history-guard.ts';

export interface UnsavedGuard {
  /** The visitor is about to leave */
  isAsking: boolean;
  stay(): void;
  leave(): void;
}

/** Asks before a page with unsaved changes is left: by a link, by the browser's buttons, or by closing the tab. */
export function useUnsavedGuard(isDirty: boolean): UnsavedGuard {
  const navigate = useNavigate();
  const [goOn, setGoOn] = useState<{ run(): void } | null>(null);
  const isReleased = useRef(false);

  useEffect(() => {
    if (!isDirty) return;
    isReleased.current = false;
    const here = { place: placeInHistory(), path: shownPath() };
    let isReturning = false;

    const handleClick = (event: MouseEvent) => {
      const path = leadsTo(event);
      if (path === null || isReleased.current) return;
      event.preventDefault();
      event.stopPropagation();
      setGoOn({ run: () => void navigate(path) });
    };
    // The browser has already navigated when this event comes: it is sent back before the page follows.
    const handlePop = (event: PopStateEvent) => {
      if (isReleased.current) return;
      if (isReturning || shownPath() !== here.path) event.stopImmediatePropagation();
      if (isReturning || shownPath() === here.path) {
        isReturning = false;
        return;
      }
      const steps = placeInHistory() - here.place;
      isReturning = true;
      window.history.go(-steps);
      setGoOn({ run: () => window.history.go(steps) });
    };
    const handleUnload = (event: BeforeUnloadEvent) => {
      if (!isReleased.current) event.preventDefault();
    };

    document.addEventListener('click', handleClick, true);
    const release = guardHistory(handlePop);
    window.addEventListener('beforeunload', handleUnload);
    return () => {
      document.removeEventListener('click', handleClick, true);
      release();
      window.removeEventListener('beforeunload', handleUnload);
    };
  }, [isDirty, navigate]);

  return {
    isAsking: goOn !== null,
    stay: () => setGoOn(null),
    leave: () => {
      isReleased.current = true;
      setGoOn(null);
      goOn?.run();
    },
  };
}

/** The position in the history, which the router keeps in the state of each entry. */
function placeInHistory(): number {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'idx' in state ? Number(state.idx) : 0;
}

/** The address within the page that a plain click on a link opens. */
function leadsTo(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target === '_blank' || link.hasAttribute('download')) return null;
  if (link.origin !== window.location.origin) return null;
  const path = link.pathname + link.search;
  return path === shownPath() ? null : path + link.hash;
}

function shownPath(): string {
  return window.location.pathname + window.location.search;
}
