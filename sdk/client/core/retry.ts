import { isRetryable } from '../../contract/errors.ts';
import { readErrorCode } from './answer.ts';
import { type Backoff, delay, jitter, readRetryAfter, type WatchNetwork } from './backoff.ts';
import { NetworkError, type Transport, type TransportRequest, type TransportResponse } from './transport.ts';

export interface RetryOptions extends Backoff {
  /** Repetitions after the first attempt. */
  limit: number;
  /** A server that asks for a longer pause (milliseconds) is not waited for. */
  longestPause: number;
  /** After so many milliseconds in attempts without an answer there is no further one: nobody waits that long again. */
  longestSilence: number;
  /** Ends a pause as soon as there is a network again, where the environment tells. */
  watchNetwork?: WatchNetwork | undefined;
}

export const defaultRetry: RetryOptions = {
  base: 300,
  max: 5000,
  limit: 4,
  longestPause: 20_000,
  longestSilence: 30_000,
};

const temporaryStatuses = new Set([408, 429, 502, 503, 504]);

/**
 * Repeats requests that may succeed later: reads after broken connections and temporary refusals, writes only when
 * the server said that it refused them and would take them later.
 */
export function withRetry<R extends TransportResponse>(
  transport: Transport<R>,
  changes: Partial<RetryOptions> = {},
): Transport<R> {
  const options = { ...defaultRetry, ...changes };
  return {
    async send(request) {
      let silence = 0;
      for (let attempt = 0; ; attempt++) {
        const startedAt = performance.now();
        const outcome = await trySend(transport, request);
        if (!outcome.response) silence += performance.now() - startedAt;
        const isLast =
          attempt >= options.limit ||
          outcome.pause > options.longestPause ||
          silence >= options.longestSilence;
        if (!outcome.again || isLast) {
          if (outcome.response) return outcome.response;
          throw outcome.error;
        }
        const pause = Math.max(outcome.pause, jitter(attempt, options));
        await delay(pause, request.signal, options.watchNetwork);
      }
    },
  };
}

interface Outcome<R> {
  response?: R;
  error?: unknown;
  again: boolean;
  /** Milliseconds the server asks for. */
  pause: number;
}

async function trySend<R extends TransportResponse>(
  transport: Transport<R>,
  request: TransportRequest,
): Promise<Outcome<R>> {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  try {
    const response = await transport.send(request);
    if (!temporaryStatuses.has(response.status)) return { response, again: false, pause: 0 };
    const code = readErrorCode(await response.json());
    const again = code ? isRetryable(code) : isRead;
    return { response, again, pause: readRetryAfter(response.header('retry-after')) };
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    return { error, again: isRead, pause: 0 };
  }
}
