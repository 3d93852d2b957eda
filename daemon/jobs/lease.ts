interface LeaseOptions {
  /** How long it lasts after it was taken and after each renewal. */
  milliseconds: number;
  /** Ends the work under it too. */
  signal: AbortSignal;
  /** Returns false when it is lost. */
  renew(): Promise<boolean>;
}

interface Lease {
  /** Fires when the work under it must end. */
  signal: AbortSignal;
  isLost(): boolean;
  /** Ends the renewals. */
  end(): void;
}

/**
 * Renews a lease that was just taken. It counts as lost when somebody else has it, and when it could not be renewed for
 * so long that somebody else may have it: the process was frozen, or the database cannot be reached.
 */
export function holdLease({ milliseconds, signal, renew }: LeaseOptions): Lease {
  const work = new AbortController();
  let isLost = false;
  let renewedAt = performance.now();
  let isRenewing = false;
  const stop = () => work.abort(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);

  function lose(): void {
    clearInterval(timer);
    isLost = true;
    work.abort(new Error('the lease is lost'));
  }

  async function renewOnce(): Promise<void> {
    const startedAt = performance.now();
    if (startedAt - renewedAt >= milliseconds) return lose();
    if (isRenewing) return;
    isRenewing = true;
    // What fails may succeed the next time, until the lease has ended.
    const isKept = await renew().catch(() => null);
    isRenewing = false;
    if (isKept === false) lose();
    if (isKept === true) renewedAt = startedAt;
  }

  const timer = setInterval(() => void renewOnce(), milliseconds / 4).unref();

  return {
    signal: work.signal,
    isLost: () => isLost,
    end() {
      clearInterval(timer);
      signal.removeEventListener('abort', stop);
    },
  };
}
