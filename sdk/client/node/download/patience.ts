import { AppError, errorCatalogue, isErrorCode, isRetryable } from '../../../contract/errors.ts';
import { type Backoff, delay, jitter } from '../../core/backoff.ts';
import { NetworkError } from '../../core/transport.ts';

export interface Patience extends Backoff {
  /** Attempts without a new byte until it is given up. */
  limit: number;
}

export const defaultPatience: Patience = { base: 500, max: 10_000, limit: 8 };

/** Longer than this nobody waits because a server asks for it. */
const longestWait = 300_000;

/** A refusal that says when to come again. */
export class RefusedError extends Error {
  readonly refusal: AppError | NetworkError;
  /** Milliseconds */
  readonly wait: number;

  constructor(refusal: AppError | NetworkError, wait: number) {
    super(refusal.message);
    this.refusal = refusal;
    this.wait = Math.min(wait, longestWait);
  }
}

interface Persistence {
  patience: Patience;
  signal: AbortSignal;
  /** Counts attempts anew when it has moved. */
  position: () => number;
}

/** Repeats work that failed for now: after a break, when nothing comes any more, and when the server says "later". */
export async function persist<T>(work: () => Promise<T>, options: Persistence): Promise<T> {
  const { patience, signal, position } = options;
  for (let attempt = 1; ; attempt++) {
    const before = position();
    try {
      return await work();
    } catch (error) {
      const cause = error instanceof RefusedError ? error.refusal : error;
      signal.throwIfAborted();
      if (!isTemporary(cause)) throw cause;
      if (position() > before) attempt = 1;
      if (attempt >= patience.limit) throw cause;
      const wait = error instanceof RefusedError ? error.wait : 0;
      await delay(wait + jitter(attempt - 1, patience), signal);
    }
  }
}

/** What another request may find changed: no refusal that is the caller's fault. */
function isTemporary(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  if (!(error instanceof AppError)) return false;
  const code: unknown = error.code;
  if (!isErrorCode(code)) return false;
  return code === 'internal' || (isRetryable(code) && hasTemporaryStatus(errorCatalogue[code].status));
}

function hasTemporaryStatus(status: number): boolean {
  return status >= 500 || status === 429 || status === 408;
}
