type PopListener = (event: PopStateEvent) => void;

let guard: PopListener | null = null;

/**
 * Lets a page handle the browser's buttons before the router does. Listeners are called in the order of registration: it
 * has to be called before the router is shown.
 */
export function installHistoryGuard(): void {
  window.addEventListener('popstate', (event) => guard?.(event));
}

/** Until it is released, `listener` can keep the router from following with `stopImmediatePropagation`. */
export function guardHistory(listener: PopListener): () => void {
  guard = listener;
  return () => {
    if (guard === listener) guard = null;
  };
}
