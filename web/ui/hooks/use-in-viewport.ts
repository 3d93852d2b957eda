import { type RefObject, useEffect } from 'react';

/** Above and below */
const oneScreen = '100% 0%';

/**
 * Calls `onEnter` each time the element comes near the screen, and aborts its signal when the element leaves. `onEnter`
 * must stay the same as long as its effect does.
 */
export function useInViewport(
  element: RefObject<HTMLElement | null>,
  onEnter: (signal: AbortSignal) => void,
): void {
  useEffect(() => {
    if (!element.current) return undefined;
    let visit: AbortController | undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const isNear = entries.at(-1)?.isIntersecting ?? false;
        if (isNear === (visit !== undefined)) return;
        visit?.abort();
        visit = isNear ? new AbortController() : undefined;
        if (visit) onEnter(visit.signal);
      },
      { rootMargin: oneScreen },
    );
    observer.observe(element.current);
    return () => {
      observer.disconnect();
      visit?.abort();
    };
  }, [element, onEnter]);
}
