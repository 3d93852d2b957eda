import { useRef } from 'react';

/**
 * The action, but not while it is still running: the second click of a double click comes before anything of the first
 * is drawn. What fails is for the action to show.
 */
export function useExclusive<Args extends unknown[]>(
  action: (...args: Args) => unknown,
): (...args: Args) => void {
  const isRunning = useRef(false);
  return (...args) => {
    if (isRunning.current) return;
    isRunning.current = true;
    void Promise.allSettled([action(...args)]).then(() => {
      isRunning.current = false;
    });
  };
}
