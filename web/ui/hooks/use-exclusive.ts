import { useRef } from 'react';

/**
 * The action, ignored while it is still running: the second click of a double click comes before the result of the
 * first is drawn. The action shows its own errors.
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
