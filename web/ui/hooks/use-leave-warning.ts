import { useEffect } from 'react';

/** Makes the browser ask before the page is left, until the function that it returns is called. */
export function warnBeforeLeaving(): () => void {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', warn);
  return () => window.removeEventListener('beforeunload', warn);
}

/** Makes the browser ask before the page is left, as long as the component is shown and `isActive`. */
export function useLeaveWarning(isActive = true): void {
  useEffect(() => (isActive ? warnBeforeLeaving() : undefined), [isActive]);
}
