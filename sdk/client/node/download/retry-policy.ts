import { AppError, errorCatalogue, isErrorCode, isRetryable } from '../../../contract/errors.ts';
import { type Backoff, delay, jitter } from '../../core/backoff.ts';
import { NetworkError } from '../../core/transport.ts';

/** Limits how often the requests of a download are repeated, and sets the delays between them. */
export interface RetryPolicy extends Backoff {
  /** Attempts in a row without a new byte until the download gives up. */
  limit: number;
}

export const defaultRetryPolicy: RetryPolicy = { base: 500, max: 10_000, limit: 8 };

/** A server cannot ask for a longer delay than this, in milliseconds. */
const longestWait = 300_000;

/** Broken connections are no longer retried after so many milliseconds in them without a new byte. */
const longestSilence = 300_000;

/** A refusal with the time to wait before a retry. */
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

interface RetryRun {
  retryPolicy: RetryPolicy;
  signal: AbortSignal;
  /** Returns how much of the content has arrived. After an attempt that moved it, counting starts again. */
  position: () => number;
  /** Called before each further attempt. */
  onRetry?: (cause: Error) => void;
}

/**
 * Repeats work after errors that may be gone at the next attempt: a broken connection, a server that fails or asks to
 * come back later. It gives up after `limit` attempts without progress, or five minutes of silence.
 *
 * @throws the error of the last attempt; every other error at once
 * @throws the reason of the signal when it is aborted
 */
export async function retryWhileAdvancing<T>(work: () => Promise<T>, options: RetryRun): Promise<T> {
  const { retryPolicy, signal, position } = options;
  let silence = 0;
  for (let attempt = 1; ; attempt++) {
    const before = position();
    const startedAt = performance.now();
    try {
      return await work();
    } catch (error) {
      const cause = error instanceof RefusedError ? error.refusal : error;
      signal.throwIfAborted();
      if (!isTemporary(cause)) throw cause;
      const hasMoved = position() > before;
      if (hasMoved) attempt = 1;
      // A connection that is open at one end only is noticed after minutes, each time.
      if (hasMoved || !(error instanceof NetworkError)) silence = 0;
      else silence += performance.now() - startedAt;
      if (silence >= longestSilence || attempt >= retryPolicy.limit) throw cause;
      if (cause instanceof Error) options.onRetry?.(cause);
      const wait = error instanceof RefusedError ? error.wait : 0;
      await delay(wait + jitter(attempt - 1, retryPolicy), signal);
    }
  }
}

/** True for errors that may be gone at the next request, not for refusals caused by the caller. */
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
