/** The delays between attempts, in milliseconds. */
export interface Backoff {
  base: number;
  max: number;
}

/**
 * A random time up to the doubled base of each attempt ("full jitter"): clients that lost the same server at the same
 * moment reconnect at different ones.
 *
 * @param attempt 0 for the first repetition
 */
export function jitter(attempt: number, { base, max }: Backoff): number {
  return Math.random() * Math.min(max, base * 2 ** attempt);
}

/** Milliseconds of a `Retry-After` header (RFC 9110 §10.2.3) given in seconds; 0 when there is none. */
export function readRetryAfter(header: string | null | undefined): number {
  return header && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : 0;
}

/** Calls the listener whenever the machine is back on a network. Returns a function that stops that. */
export type WatchNetwork = (onOnline: () => void) => () => void;

/**
 * Waits. True when the network came back before the time was over.
 *
 * @throws the reason of the signal when it is aborted during the delay
 */
export function delay(
  milliseconds: number,
  signal?: AbortSignal,
  watchNetwork?: WatchNetwork,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(() => finish(false), milliseconds);
    const unwatch = watchNetwork?.(() => finish(true));
    signal?.addEventListener('abort', cancel, { once: true });

    function finish(isOnline: boolean) {
      stopWaiting();
      resolve(isOnline);
    }
    function cancel() {
      stopWaiting();
      reject(signal?.reason);
    }
    function stopWaiting() {
      clearTimeout(timer);
      unwatch?.();
      signal?.removeEventListener('abort', cancel);
    }
  });
}
